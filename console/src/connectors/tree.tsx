/** An answer as a tree: a click on a value copies the variable that a flow reads it with. */
import { CopyButton, UnstyledButton } from '@mantine/core';
import type { JsonValue } from '@model/json.ts';
import { texts } from '../texts/texts.ts';
import { stepTo } from './paths.ts';
import css from './tree.module.css';

/** Entries of one list or object; more are told by their number. */
const MAX_ENTRIES = 100;

/** `path`: the variable of the whole answer, such as `data.order`. */
export function Tree({ value, path, name }: { value: JsonValue; path: string; name: string }) {
  if (typeof value !== 'object' || value === null) return <Leaf value={value} path={path} name={name} />;
  const entries = Object.entries(value);
  const kind = Array.isArray(value)
    ? texts.connectors.entries(entries.length)
    : texts.connectors.fields(entries.length);
  return (
    <details className={css['branch']} open>
      <summary>
        <b>{name}</b> <small>{kind}</small>
      </summary>
      <ul>
        {entries.slice(0, MAX_ENTRIES).map(([key, inner]) => (
          <li key={key}>
            <Tree value={inner} path={path + stepTo(key, Array.isArray(value))} name={key} />
          </li>
        ))}
        {entries.length > MAX_ENTRIES && <li>{texts.connectors.more(entries.length - MAX_ENTRIES)}</li>}
      </ul>
    </details>
  );
}

function Leaf({ value, path, name }: { value: JsonValue; path: string; name: string }) {
  const variable = `{{ ${path} }}`;
  return (
    <CopyButton value={variable}>
      {({ copied, copy }) => (
        <UnstyledButton className={css['leaf'] ?? ''} onClick={copy} title={texts.connectors.copyVariable(variable)}>
          <b>{name}</b> <code>{JSON.stringify(value)}</code>{' '}
          <small>{copied ? texts.connectors.copiedVariable(variable) : ''}</small>
        </UnstyledButton>
      )}
    </CopyButton>
  );
}
