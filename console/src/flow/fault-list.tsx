/** What is wrong with a state, each fault once, as a link to its field. */
import { Alert, Anchor, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { texts } from '../texts/texts.ts';
import { type Fault, toldFault } from './faults.ts';

/** More are no help: the first ones explain them. */
const MAX_SHOWN = 8;

export function FaultList(props: {
  title: string;
  color: 'red' | 'yellow';
  faults: readonly Fault[];
  onGo: (fault: Fault) => void;
}) {
  const { title, color, faults, onGo } = props;
  if (faults.length === 0) return null;
  return (
    <Alert role="alert" color={color} title={title} icon={<IconAlertTriangle aria-hidden />} py="xs">
      <List size="sm" listStyleType="none">
        {faults.slice(0, MAX_SHOWN).map((fault) => (
          <List.Item key={`${fault.path} ${fault.words}`}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              c="inherit"
              ta="left"
              underline="always"
              style={{ overflowWrap: 'anywhere' }}
              onClick={() => onGo(fault)}
            >
              {toldFault(fault)}
            </Anchor>
          </List.Item>
        ))}
        {faults.length > MAX_SHOWN && <List.Item>{texts.shell.andMore(faults.length - MAX_SHOWN)}</List.Item>}
      </List>
    </Alert>
  );
}
