/** One call: the connector, its operation and credential, a field for each placeholder, and what its result is called. */
import { Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '#client';
import { useEditing, useField } from '../message/editing.ts';
import css from '../message/form.module.css';
import { asObject, asText, type Loose } from '../message/loose.ts';
import { Params } from '../message/params.tsx';
import { ChoiceField } from '../message/plain-field.tsx';
import { shownValue, typedValue } from '../message/target.ts';
import { TextField } from '../message/text-field.tsx';
import { useList } from '../queries.ts';
import { texts } from '../texts/texts.ts';
import { type CallField, fieldsOf, HTTP, operationOf, operationsOf, withConnector, withOperation } from './calls.ts';
import { TryCall } from './try-call.tsx';

type Props = {
  accountId: string;
  connectors: readonly Schemas['Connector'][];
  /** All of the state. */
  calls: readonly Loose[];
  number: number;
  tools: ReactNode;
};

export function CallForm({ accountId, connectors, calls, number, tools }: Props) {
  const { content, path, onChange } = useEditing();
  const connectorId = asText(content['connectorId']);
  const connector = connectors.find((each) => each.connectorId === connectorId);
  const operation = operationOf(content, connectors);
  const name = texts.state.callNumber(number);
  return (
    <Paper withBorder p="sm" component="section" aria-label={name} data-path={path}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {tools}
        </Group>
        <div className={css['pair']}>
          <Choice
            at="connectorId"
            label={texts.state.connector}
            choices={[...connectors.map((each) => each.connectorId), HTTP]}
            onChoose={(chosen) => onChange(withConnector(content, chosen, connectors, calls), path)}
          />
          <Choice
            at="operation"
            label={texts.state.operation}
            choices={operationsOf(connectorId, connectors)}
            onChoose={(chosen) => onChange(withOperation(content, chosen, connectors, calls), path)}
          />
          {connector && <Credential {...{ accountId, connectorId }} />}
          <ResultName />
        </div>
        {operation?.description && <Text size="xs">{operation.description}</Text>}
        {operation && 'model' in operation && (
          <TextField at={['instructions']} label={texts.state.instructions} isOptional />
        )}
        <Data {...fieldsOf(content, operation)} />
        {connector && operation && (
          <TryCall
            {...{ accountId, connector, operation }}
            name={asText(content['operation'])}
            resultName={asText(content['contextKey'])}
          />
        )}
      </Stack>
    </Paper>
  );
}

/** What is there stays among the choices, although no connector has it. */
function Choice(props: { at: string; label: string; choices: string[]; onChoose: (chosen: string) => void }) {
  const { at, label, choices, onChoose } = props;
  const { value, words, pointer } = useField([at]);
  const chosen = asText(value);
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={chosen}
      data={[...new Set([...choices, chosen])]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      error={words}
      wrapperProps={{ 'data-path': pointer }}
    />
  );
}

function Credential({ accountId, connectorId }: { accountId: string; connectorId: string }) {
  const { data = [] } = useList('/connectors/{connectorId}/authentications', 'authentications', {
    params: { path: { connectorId }, query: { accountId } },
  });
  const known = data.map(({ authenticationId, name }): [string, string] => [authenticationId, name]);
  return (
    <ChoiceField
      at={['authenticationId']}
      label={texts.state.credential}
      choices={[['none', texts.state.noCredential], ...known]}
    />
  );
}

function ResultName() {
  const { value, set, words, pointer } = useField(['contextKey']);
  return (
    <TextInput
      size="xs"
      label={texts.state.resultName}
      value={asText(value)}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      error={words}
      wrapperProps={{ 'data-path': pointer }}
    />
  );
}

function Data({ fields, records, others, isOpen }: ReturnType<typeof fieldsOf>) {
  return (
    <>
      {fields.map((field) => (
        <DataField key={field.label} {...field} />
      ))}
      {records.map((name) => (
        <Rows key={name} label={name} at={['data', name]} />
      ))}
      {(isOpen || others.length > 0) && <Rows label={texts.state.otherData} at={['data']} only={others} />}
    </>
  );
}

function DataField({ at, label, hint, choices }: CallField) {
  const { value, set } = useField(at);
  if (choices) return <ChoiceField at={at} label={label} choices={choices} isOptional />;
  const own = {
    value: value === undefined ? '' : shownValue(value),
    set: (typed: string) => set(typed === '' ? undefined : value === undefined ? typed : typedValue(typed, value)),
  };
  return <TextField at={at} label={label} hint={hint} own={own} />;
}

/** An object as rows of a name and a value; with `only`, those of its fields. */
function Rows({ at, label, only }: { at: string[]; label: string; only?: string[] }) {
  const { value, set, pointer } = useField(at);
  const all = Object.entries(asObject(value));
  const isMeant = ([name]: [string, unknown]) => !only || only.includes(name);
  const others = all.filter((entry) => !isMeant(entry));
  return (
    <div className={css['params']} data-path={pointer}>
      <Text size="xs" fw={500}>
        {label}
      </Text>
      <Params
        params={all.filter(isMeant)}
        onChange={(rows) => {
          const next = [...others, ...rows];
          set(next.length > 0 || at.length === 1 ? Object.fromEntries(next) : undefined);
        }}
      />
    </div>
  );
}
