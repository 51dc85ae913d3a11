/** Where a tap leads: a state that is chosen from the list, or named and created, with params; or a text for the flow. */
import { Autocomplete, Button, NativeSelect, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Keys } from '../flow/pointer.ts';
import { texts } from '../texts/texts.ts';
import { useEditing, useField } from './editing.ts';
import css from './form.module.css';
import { LIMITS } from './limits.ts';
import { asText } from './loose.ts';
import { Params } from './params.tsx';
import { readTarget, type Target, withParams, withState } from './target.ts';
import { TextField } from './text-field.tsx';

const say = texts.message.target;

export function ChipTarget({ at, isOptional }: { at: Keys; isOptional: boolean }) {
  const { vocabulary } = useEditing();
  const { value, set } = useField(at);
  const { states } = vocabulary;
  const text = asText(value);
  const target = readTarget(text, states);
  const write = (next: string) => set(isOptional && next === '' ? undefined : next);
  const isState = target.to === 'state' || (!isOptional && text === '');

  return (
    <>
      <NativeSelect
        size="xs"
        label={isOptional ? say.sends : say.leadsTo}
        value={isState ? 'state' : 'text'}
        data={Object.entries(say.ways).map(([way, label]) => ({ value: way, label }))}
        onChange={({ currentTarget }) =>
          write(currentTarget.value === 'state' ? withState(target, states[0] ?? text, states) : wordOf(target))
        }
      />
      {isState ? (
        <StateTarget at={at} target={target} onWrite={write} />
      ) : (
        <TextField at={at} label={texts.message.kinds.text} max={LIMITS.postback} isOptional={isOptional} />
      )}
    </>
  );
}

/** As a text that is no state: the form would show a state's id as that state again. */
function wordOf(target: Target): string {
  return target.to === 'text' ? target.text : `${target.stateId}-chosen`;
}

function StateTarget({ at, target, onWrite }: { at: Keys; target: Target; onWrite: (text: string) => void }) {
  const { vocabulary, onCreateState } = useEditing();
  const { words, pointer } = useField(at);
  const { states } = vocabulary;
  const stateId = target.to === 'state' ? target.stateId : '';
  const isMissing = stateId !== '' && !states.includes(stateId) && !stateId.includes('{{');
  return (
    <>
      <div>
        <Autocomplete
          size="xs"
          label={texts.pieces.state}
          placeholder={say.stateHint}
          data={states}
          value={stateId}
          onChange={(chosen) => onWrite(chosen === '' ? '' : withState(target, chosen, states))}
          error={words}
          wrapperProps={{ 'data-path': pointer }}
        />
        {isMissing && (
          <Button
            mt={4}
            size="compact-xs"
            variant="light"
            leftSection={<IconPlus size={14} />}
            onClick={() => onCreateState(stateId)}
          >
            {say.create(stateId)}
          </Button>
        )}
      </div>
      {target.to === 'state' && (
        <div className={css['params']}>
          <Params params={target.params} onChange={(params) => onWrite(withParams(target, params, states))} />
          {words === undefined && target.params.length > 0 && (
            <Text fz={11} c="dimmed">
              {say.readAs(`params.${target.params[0]![0]}`)}
            </Text>
          )}
        </div>
      )}
    </>
  );
}
