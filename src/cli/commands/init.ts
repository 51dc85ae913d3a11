/**
 * `parley init`: from a running service to a phone that shows a first message, with nothing to copy: a brand, an agent
 * with the sample flow, a test device of the emulator, and `.parley.json`, so that later commands need no names.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schemas } from '#client';
import type { Api } from '../api.ts';
import type { Cli } from '../command.ts';
import { CommandFailure } from '../failure.ts';
import { fields } from '../output.ts';
import { PROJECT_FILE, writeProject } from '../project.ts';
import { chat } from './chat.ts';
import { openHandset } from './handset.ts';
import { makeLink } from './open.ts';
import { readFolder } from './states-folder.ts';

const NAME = 'Corner Shop';
/** From the range reserved for fiction. */
const PHONE_NUMBER = '+12025550123';

const SAMPLE = join(import.meta.dirname, '../../../demo/sample');
const ENTRY = 'welcome';
/** The address of the service in the sample, in whose place its own is put. */
const SAMPLE_URL = 'http://127.0.0.1:8080';
const PICTURES = join(SAMPLE, 'pictures');
/** The address of the pictures in the sample, in whose place that of the uploaded ones is put. */
const PICTURES_URL = 'https://shop.example.com';
const LOGO = 'logo.png';

export async function init(cli: Cli, given: { name: string | undefined }): Promise<void> {
  const { api, out, project } = cli;
  const name = given.name ?? project.agent ?? NAME;
  const phoneNumber = project.phoneNumber ?? PHONE_NUMBER;
  await requirePhones(api, phoneNumber);
  const agent = (await findAgent(api, name)) ?? (await makeAgent(api, name));
  const { agentId } = agent;
  await api.POST('/agents/{agentId}/devices', { params: { path: { agentId } }, body: { phoneNumber } });
  const messageId = await sendFirst(api, agent, phoneNumber);
  writeProject({ ...project, agent: name, phoneNumber });
  const page = `/agents/${agentId}/phone/${phoneNumber}`;
  // Only where a person reads it: a link logs whoever has it in.
  const { url } = process.stdout.isTTY ? await makeLink(api, page) : { url: `${api.url}/console${page}` };
  out.show(
    { agentId, brandId: agent.brandId, name, phoneNumber, messageId, project: PROJECT_FILE },
    () => fields({ agent: name, phone: `${phoneNumber}, in the browser: ${url}`, project: PROJECT_FILE }),
    agentId,
  );
  out.note('');
  if (!out.json && !out.quiet) await chat(cli, { agentId, phoneNumber, emulator: undefined });
}

/** @throws CommandFailure where the service does not use the emulator */
async function requirePhones(api: Api, phoneNumber: string): Promise<void> {
  try {
    await openHandset(api, '', phoneNumber).history();
  } catch (failure) {
    if (!(failure instanceof CommandFailure) || failure.code !== 'not_found') throw failure;
    throw new CommandFailure(
      'There are no phones here',
      'This service uses a real RCS platform. parley init needs one with the emulator: RCS_PLATFORM=emulator.',
      { cause: failure },
    );
  }
}

/** What a repeated init finds; its flow may have been changed since, and stays as it is. @throws CommandFailure */
async function findAgent(api: Api, name: string): Promise<Schemas['Agent'] | undefined> {
  const found = (await api.list('/agents', 'agents')).filter((agent) => agent.name === name || agent.agentId === name);
  if (found.length < 2) return found[0];
  throw new CommandFailure(`Several agents are called ${name}`, `Choose another name: parley init "${name} 2"`);
}

async function makeAgent(api: Api, name: string): Promise<Schemas['Agent']> {
  const brands = (await api.list('/brands', 'brands')).filter((brand) => brand.name === name);
  const { brandId } = brands[0] ?? (await api.POST('/brands', { body: { name } }));
  const agent = await api.POST('/agents', { body: { name, brandId, useCase: 'TRANSACTIONAL' } });
  const files = await readFolder(SAMPLE);
  const pictures = await uploadPictures(api, agent.accountId);
  const replaced = (text: string) =>
    pictures.reduce((before, { name, url }) => before.replaceAll(`${PICTURES_URL}/${name}`, url), text);
  const states = files.map(({ stateId, text }) => [
    stateId,
    JSON.parse(replaced(text.replaceAll(SAMPLE_URL, api.url))),
  ]);
  await api.PUT('/agents/{agentId}/flow', {
    params: { path: { agentId: agent.agentId } },
    body: {
      defaultState: 'not-understood',
      keywords: [{ keyword: 'START', stateId: ENTRY }],
      states: Object.fromEntries(states),
    },
  });
  const logoUri = pictures.find(({ name }) => name === LOGO)!.url;
  const identity = { description: 'Bread, jam and cheese from around the corner.', logoUri, color: '#0B6B66' };
  await api.PATCH('/agents/{agentId}', {
    params: { path: { agentId: agent.agentId } },
    body: { config: { identity } },
  });
  return agent;
}

/** The pictures of the sample, as media of the account; those that an earlier init uploaded are used again. */
async function uploadPictures(api: Api, accountId: string): Promise<Pick<Schemas['Medium'], 'name' | 'url'>[]> {
  const names = await readdir(PICTURES);
  const known = await api.list('/media', 'media', { params: { query: { accountId } } });
  return Promise.all(
    names.map(
      async (name) =>
        known.find((medium) => medium.name === name) ??
        api.call<Schemas['Medium']>('post', '/media', {
          params: { query: { accountId, name } },
          body: await readFile(join(PICTURES, name)),
        }),
    ),
  );
}

/** Resolves when the phone shows the message, with its id. @throws CommandFailure when it does not arrive */
async function sendFirst(api: Api, { agentId, config }: Schemas['Agent'], phoneNumber: string): Promise<string> {
  const { messageId } = await api.POST('/agents/{agentId}/states/{stateId}/send/{phoneNumber}', {
    params: { path: { agentId, stateId: ENTRY, phoneNumber } },
    body: { params: { name: 'Ada' } },
  });
  const phone = openHandset(api, config.platformAgentId ?? agentId, phoneNumber);
  if (await phone.shows(messageId)) return messageId;
  throw new CommandFailure(
    'The first message did not arrive',
    `${phoneNumber} does not show it. Its events say why: parley events tail ${agentId}`,
  );
}
