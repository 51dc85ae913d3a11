/** A state in its editor, in a browser: for tests of what becomes of what is typed. */
import { createAgent, createStates, expectStatus } from '../harness.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

const MESSAGE = /^The content message as JSON/;

export type Editing = ConsoleInBrowser & {
  agentId: string;
  /**
   * A browser of its own, logged in, in the editor of a new state that says "Stored". Every question of the browser is
   * answered with yes.
   */
  edit: (stateId: string, options?: Parameters<ConsoleInBrowser['newTab']>[0]) => Promise<Tab>;
  store: (stateId: string, text: string) => Promise<void>;
  storedText: (stateId: string) => Promise<string>;
};

export async function startEditing(): Promise<Editing> {
  const running = await startConsole();
  const { service } = running;
  const agentId = await createAgent(service);
  const pathOf = (stateId: string) => `/agents/${agentId}/states/${stateId}`;
  return {
    ...running,
    agentId,
    edit: async (stateId, options) => {
      await createStates(service, agentId, { [stateId]: saying('Stored') });
      const tab = await running.newTab(options);
      tab.page.on('dialog', (dialog) => void dialog.accept());
      await tab.open(`/agents/${agentId}/flow/${stateId}`);
      await tab.logIn();
      await editor(tab).waitFor();
      return tab;
    },
    store: async (stateId, text) => void expectStatus(await service.call('PUT', pathOf(stateId), saying(text)), 200),
    storedText: async (stateId) =>
      expectStatus(await service.call('GET', pathOf(stateId)), 200).template.contentMessage.text,
  };
}

const saying = (text: string) => ({ template: { contentMessage: { text } } });

export const editor = ({ page }: Tab) => page.getByRole('textbox', { name: MESSAGE });
export const textOf = async (tab: Tab) => (await editor(tab).innerText()).trim();
export const save = ({ page }: Tab) => page.getByRole('button', { name: 'Save', exact: true }).click();
export const heading = ({ page }: Tab, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
/** The line that says that what is shown is not saved. */
export const unsaved = ({ page }: Tab) => page.getByRole('alert').filter({ hasText: 'not saved yet' });
/** What the browser keeps. */
export const kept = async ({ page }: Tab) =>
  JSON.parse((await page.evaluate('JSON.stringify({ ...localStorage })')) as string) as Record<string, string>;
