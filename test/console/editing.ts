/** A state in its editor, in a browser: for tests of what becomes of what is typed. */
import type { BrowserContextOptions } from 'playwright-core';
import { createAgent, createStates, expectStatus, OPERATOR_KEY } from '../harness.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

const MESSAGE = /^The content message as JSON/;

/** What the browser itself asked, and how it is answered from now on: with yes, unless told to stay. */
export type EditorTab = Tab & { questions: string[]; isStaying: boolean };

export type Editing = ConsoleInBrowser & {
  agentId: string;
  /** A browser of its own, logged in, in the editor of a new state; it says "Stored", unless another is given. */
  edit: (stateId: string, state?: object, options?: BrowserContextOptions) => Promise<EditorTab>;
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
    edit: async (stateId, state = saying('Stored'), options) => {
      await createStates(service, agentId, { [stateId]: state });
      const tab: EditorTab = Object.assign(await running.newTab(options), { questions: [], isStaying: false });
      tab.page.on('dialog', (dialog) => {
        tab.questions.push(dialog.message());
        void (tab.isStaying ? dialog.dismiss() : dialog.accept());
      });
      // As the log-in page does it, which has tests of its own.
      await tab.context.request.post(`${service.url}/session`, { data: { operatorKey: OPERATOR_KEY } });
      await tab.open(`/agents/${agentId}/flow/${stateId}`);
      await editor(tab).waitFor();
      return tab;
    },
    store: async (stateId, text) => void expectStatus(await service.call('PUT', pathOf(stateId), saying(text)), 200),
    storedText: async (stateId) =>
      expectStatus(await service.call('GET', pathOf(stateId)), 200).template.contentMessage.text,
  };
}

export const saying = (text: string) => ({ template: { contentMessage: { text } } });

export const editor = ({ page }: Tab, label: string | RegExp = MESSAGE) => page.getByRole('textbox', { name: label });
export const textOf = async (tab: Tab, label?: string) => (await editor(tab, label).innerText()).trim();
export const saveButton = ({ page }: Tab) => page.getByRole('button', { name: 'Save', exact: true });
export const save = (tab: Tab) => saveButton(tab).click();
export const heading = ({ page }: Tab, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
/** The line that says that what is shown is not saved. */
export const unsaved = ({ page }: Tab) => page.getByRole('alert').filter({ hasText: 'not saved yet' });
/** What the browser keeps. */
export const kept = async ({ page }: Tab) =>
  JSON.parse((await page.evaluate('JSON.stringify({ ...localStorage })')) as string) as Record<string, string>;
