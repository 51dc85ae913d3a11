/**
 * `parley connectors import`: a connector from an OpenAPI document. The document is read here, and what is sent are
 * ordinary writes of a connector and a credential, so that the service trusts nothing new.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Schemas } from '#client';
import { PROGRAM } from '../../program.ts';
import type { Api } from '../api.ts';
import { askSecrets } from '../ask-secrets.ts';
import type { Cli } from '../command.ts';
import { CommandFailure, UsageError } from '../failure.ts';
import { readDocument } from '../openapi/document.ts';
import { type Imported, importDocument } from '../openapi/import.ts';
import type { Scheme } from '../openapi/security.ts';
import { accent, bad, bold, dim, good, plain, table } from '../output.ts';
import { saveConnector } from './connectors.ts';

type Given = {
  document: string;
  id: string | undefined;
  tag: string | undefined;
  operation: string | undefined;
  server: string | undefined;
  credential: string | undefined;
  prune: boolean | undefined;
  'dry-run': boolean | undefined;
};

type Change = 'created' | 'replaced' | 'unchanged' | 'kept' | 'deleted';
type Operations = Schemas['NewConnector']['operations'];

export async function importConnector(cli: Cli, given: Given): Promise<void> {
  const { api, out } = cli;
  const isDry = given['dry-run'] === true;
  const imported = importDocument(await readDocument(given.document), {
    tags: listed(given.tag),
    operations: listed(given.operation),
    server: given.server,
    connectorId: given.id,
  });
  const { connector, schemes, notes } = imported;
  const { connectorId } = connector;
  const scheme = given.credential === undefined ? null : chosenScheme(schemes, given.credential);
  const before = await findConnector(api, connectorId);
  const operations = merged(before?.operations ?? {}, connector.operations, given.prune === true);
  const changes = changesOf(before?.operations ?? {}, connector.operations, operations);
  if (Object.keys(connector.operations).length === 0) {
    throw new CommandFailure('Nothing can be imported', 'No operation of the document can be called by a connector.', {
      errors: notes.map(({ at, says }) => ({ path: at, message: says })),
    });
  }
  let authenticationId: string | null = null;
  if (!isDry) {
    // Asked for before anything is written, so that giving up leaves nothing half done.
    const credential = scheme && (await ask(scheme));
    await saveConnector(api, { ...connector, operations }, before !== null);
    if (credential) ({ authenticationId } = await storeCredential(api, connectorId, credential));
  }
  const document = {
    dryRun: isDry,
    connector: { ...connector, operations },
    changes,
    credentials: schemes.map(({ name, type, asked }) => ({ name, type, asked, usedBy: imported.usedBy[name] ?? [] })),
    ...(authenticationId !== null && { authenticationId }),
    notes,
  };
  out.show(document, () => report(imported, operations, changes, isDry), connectorId);
  out.note(next(connectorId, given, schemes, authenticationId, isDry));
}

function listed(names: string | undefined): string[] {
  return (names ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));
}

function chosenScheme(schemes: Scheme[], name: string): Scheme {
  const scheme = schemes.find((each) => each.name === name);
  if (scheme) return scheme;
  const known = schemes.map((each) => each.name).join(', ') || 'none';
  throw new UsageError(`No operation to be imported uses "${name}".`, `The document's credentials: ${known}`);
}

async function findConnector(api: Api, connectorId: string): Promise<Schemas['Connector'] | null> {
  try {
    return await api.GET('/connectors/{connectorId}', { params: { path: { connectorId } } });
  } catch (failure) {
    if (failure instanceof CommandFailure && failure.code === 'connector_not_found') return null;
    throw failure;
  }
}

/** Those of the document over those there; the others stay, unless they are pruned. */
function merged(before: Operations, imported: Operations, prune: boolean): Operations {
  return prune ? imported : { ...before, ...imported };
}

function changesOf(before: Operations, imported: Operations, after: Operations): Record<string, Change> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.map((name): [string, Change] => {
      if (!Object.hasOwn(after, name)) return [name, 'deleted'];
      if (!Object.hasOwn(before, name)) return [name, 'created'];
      if (!Object.hasOwn(imported, name)) return [name, 'kept'];
      return [name, isDeepStrictEqual(before[name], after[name]) ? 'unchanged' : 'replaced'];
    }),
  );
}

async function storeCredential(api: Api, connectorId: string, body: Schemas['NewAuthentication']) {
  const path = '/connectors/{connectorId}/authentications';
  return await api.POST(path, { params: { path: { connectorId } }, body });
}

async function ask({ name, type, given, asked }: Scheme): Promise<Schemas['NewAuthentication']> {
  return { name, type, ...given, ...(await askSecrets(name, asked)) } as Schemas['NewAuthentication'];
}

const STYLES: Record<Change, (text: string) => string> = {
  created: good,
  replaced: accent,
  deleted: bad,
  unchanged: dim,
  kept: dim,
};

function report(
  { connector, notes }: Imported,
  operations: Operations,
  changes: Record<string, Change>,
  isDry: boolean,
) {
  const rows = Object.entries(changes).map(([name, change]) => {
    const operation = operations[name];
    if (!operation || !('method' in operation)) return [change, name, '', ''];
    const { method, path, placeholders = {} } = operation;
    const names = Object.entries(placeholders).map(([field, { required }]) => (required ? field : `[${field}]`));
    return [change, name, `${method} ${path}`, names.join(' ')];
  });
  const lines = table(['CHANGE', 'OPERATION', 'REQUEST', 'DATA'], rows).split('\n');
  const styled = lines.map((line) => line.replace(/^\w+/, (word) => STYLES[word as Change]?.(word) ?? word));
  const told = notes.map(({ at, says, isLeftOut }) => {
    return `${isLeftOut ? bad('left out') : dim('note')}  ${plain(`${at}: ${says}`)}`;
  });
  const title = `${bold(plain(connector.connectorId))} at ${plain(connector.baseUrl)}${isDry ? ', as it would be' : ''}`;
  return [title, ...styled, ...told].join('\n');
}

/** What is still to do: a credential, and how a state names it. */
function next(
  connectorId: string,
  { document }: Given,
  schemes: Scheme[],
  authenticationId: string | null,
  isDry: boolean,
): string {
  if (isDry) return dim('\nNothing was written.');
  if (authenticationId !== null) {
    return `\nStates call it with "connectorId": "${connectorId}", "authenticationId": "${authenticationId}".`;
  }
  if (schemes.length === 0) return `\nStates call it with "connectorId": "${connectorId}", "authenticationId": "none".`;
  const lines = schemes.map(({ name, asked }) => {
    return `  ${PROGRAM} connectors import ${document} --id ${connectorId} --credential ${name}   ${dim(`asks for ${asked.join(' and ')}`)}`;
  });
  return ['\nIt needs a credential, which is asked for and sealed:', ...lines.map(plain)].join('\n');
}
