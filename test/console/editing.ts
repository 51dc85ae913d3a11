/** A state in its editor, in a browser: for tests of what happens to typed text. */
import { createAgent, createStates, expectStatus, OPERATOR_KEY } from '../harness.ts';
import { type ConsoleInBrowser, startConsole, type Tab } from './browser.ts';

const MESSAGE = /^The content message as JSON/;

/** The browser's own dialogs, and how they are answered from now on: with yes, unless told to stay. */
type EditorTab = Tab & { questions: string[]; isStaying: boolean };

export type Editing = ConsoleInBrowser & {
  /** Of the state that was opened last: each has its own agent, so that no page has it cached. */
  agentId: string;
  /**
   * Logged in, in the editor of a new state next to another; its text is "Stored", unless one is given. Tests share the
   * tab, since loading the console takes longer than most of them; nothing that is kept goes with it.
   */
  edit: (stateId: string, state?: object) => Promise<EditorTab>;
  /** The same in a separate browser profile, for what outlasts a page: the end of a session, a clock. */
  editApart: (stateId: string) => Promise<EditorTab>;
  store: (stateId: string, text: string) => Promise<void>;
  storedText: (stateId: string) => Promise<string>;
};

export async function startEditing(): Promise<Editing> {
  const running = await startConsole();
  const { service } = running;
  let idle: Tab | null = null;

  async function newEditorTab(): Promise<Tab> {
    const tab = await running.newTab();
    // Texts keep everything that is typed, also what no form can show.
    await tab.context.addInitScript(`sessionStorage.setItem('parley.message-view', '"json"')`);
    // As the log-in page does, which has its own tests.
    await tab.context.request.post(`${service.url}/session`, { data: { operatorKey: OPERATOR_KEY } });
    return tab;
  }

  /** `enter` leads the tab to a path of the console; `leave` handles it after the test. */
  async function open(
    tab: Tab,
    stateId: string,
    state: object,
    { enter, leave }: { enter: (path: string) => Promise<unknown>; leave: () => PromiseLike<void> },
  ): Promise<EditorTab> {
    editing.agentId = await createAgent(service);
    await createStates(service, editing.agentId, { [stateId]: state, beside: saying('Beside it') });
    const opened: EditorTab = { ...tab, questions: [], isStaying: false, [Symbol.asyncDispose]: leave };
    tab.page.removeAllListeners('dialog');
    tab.page.on('dialog', (dialog) => {
      opened.questions.push(dialog.message());
      void (opened.isStaying ? dialog.dismiss() : dialog.accept());
    });
    await enter(`/agents/${editing.agentId}/flow/${stateId}`);
    await editor(tab).waitFor();
    return opened;
  }

  /** A tab that cannot be brought back to a clean start is closed. */
  async function handBack(tab: Tab): Promise<void> {
    try {
      await goTo(tab, BETWEEN.path);
      await heading(tab, BETWEEN.heading);
      await tab.page.evaluate('localStorage.clear()');
      tab.faults.splice(0);
      idle = tab;
    } catch {
      await tab[Symbol.asyncDispose]();
    }
  }

  const pathOf = (stateId: string) => `/agents/${editing.agentId}/states/${stateId}`;
  const editing: Editing = {
    ...running,
    agentId: '',
    edit: async (stateId, state = saying('Stored')) => {
      const used = idle;
      idle = null;
      const tab = used ?? (await newEditorTab());
      const enter = used ? (path: string) => goTo(tab, path) : tab.open;
      return open(tab, stateId, state, { enter, leave: () => handBack(tab) });
    },
    editApart: async (stateId) => {
      const tab = await newEditorTab();
      return open(tab, stateId, saying('Stored'), { enter: tab.open, leave: () => tab[Symbol.asyncDispose]() });
    },
    store: async (stateId, text) => void expectStatus(await service.call('PUT', pathOf(stateId), saying(text)), 200),
    storedText: async (stateId) =>
      expectStatus(await service.call('GET', pathOf(stateId)), 200).template.contentMessage.text,
  };
  return editing;
}

/** A simple page, where a tab waits for its next test. */
const BETWEEN = { path: '/developer', heading: 'Developer' };

/** Like a link: without reloading the console, and without the question about unsaved changes. */
const goTo = ({ page }: Tab, path: string) => page.evaluate(`history.pushState({}, '', '/console${path}')`);

export const saying = (text: string) => ({ template: { contentMessage: { text } } });

export const editor = ({ page }: Tab, label: string | RegExp = MESSAGE) => page.getByRole('textbox', { name: label });
export const textOf = async (tab: Tab, label?: string) => (await editor(tab, label).innerText()).trim();
export const saveButton = ({ page }: Tab) => page.getByRole('button', { name: 'Save', exact: true });
export const save = (tab: Tab) => saveButton(tab).click();
export const heading = ({ page }: Tab, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
/** The line that marks unsaved content. */
export const unsaved = ({ page }: Tab) => page.getByRole('alert').filter({ hasText: 'not saved yet' });
/** The browser's local storage. */
export const kept = async ({ page }: Tab) =>
  JSON.parse((await page.evaluate('JSON.stringify({ ...localStorage })')) as string) as Record<string, string>;
