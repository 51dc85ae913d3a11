/** The console in a real browser, in front of a whole service with its own database and emulator. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import type { Config } from '../../src/config.ts';
import { OPERATOR_KEY, type Service, startService } from '../harness.ts';

const BREACH = 'breach of the policy:';
/**
 * Reports each breach of the content-security policy with the element and the script, which the browser's own message
 * lacks. One is the browser's own doing: replacing text in an editor sets its colours as a style, which is refused.
 */
const TELL_BREACHES = `document.addEventListener('securitypolicyviolation', (event) => {
  const { violatedDirective, sourceFile, lineNumber, sample, target } = event;
  if (violatedDirective === 'style-src-attr' && target.closest?.('.cm-content')) return;
  const at = [sourceFile, lineNumber, sample, target.outerHTML?.slice(0, 300)].filter(Boolean).join(' ');
  console.error('${BREACH} ' + violatedDirective + ' ' + at);
})`;

/** More than any page takes, even on a busy machine. */
export const PATIENCE_MS = 60_000;

export const DESKTOP = { width: 1280, height: 800 };
export const MOBILE = { width: 390, height: 844 };

/** A request that takes longer is told, with the test that waits for it. */
const SLOW_MS = 20_000;

/** One tab with its own browser profile; disposing it closes both. */
export type Tab = AsyncDisposable & {
  page: Page;
  context: BrowserContext;
  /** Breaches of the content-security policy, and uncaught errors, so far. */
  faults: string[];
  /** Opens a path of the console: `/agents/a/flow`. */
  open: (path: string) => Promise<void>;
  /** Fills in the log-in page. */
  logIn: (operatorKey?: string) => Promise<void>;
};

export type ConsoleInBrowser = AsyncDisposable & {
  service: Service;
  newTab: (options?: BrowserContextOptions) => Promise<Tab>;
};

/** `overrides` are settings of the service. */
export async function startConsole(overrides: Partial<Config> = {}): Promise<ConsoleInBrowser> {
  await using starting = new AsyncDisposableStack();
  const service = starting.use(await startService(overrides));
  const { newTab } = starting.use(await openBrowser(service));
  const running = starting.move();
  return { service, newTab, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** A browser in front of a service that is running. */
export async function openBrowser(service: Service): Promise<ConsoleInBrowser> {
  const browser = await connect();
  return {
    service,
    newTab: (options) => newTab(browser, service.url, options),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** The browser that `test/run.ts` started for all files. */
function connect(): Promise<Browser> {
  const endpoint = process.env['PARLEY_TEST_BROWSER'];
  if (!endpoint) throw new Error(`This needs a browser: run it with "node test/run.ts ${process.argv[1] ?? '<file>'}"`);
  return chromium.connect(endpoint);
}

async function newTab(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Tab> {
  // Half-faded content has no contrast yet.
  const context = await browser.newContext({ viewport: DESKTOP, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(TELL_BREACHES);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.text().startsWith(BREACH)) faults.push(`${page.url()}: ${message.text()}`);
  });
  const endTelling = tellSlowRequests(page);
  return {
    page,
    context,
    faults,
    open: async (path) => {
      await page.goto(`${url}/console${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    logIn: async (operatorKey = OPERATOR_KEY) => {
      await page.getByLabel('Operator key', { exact: true }).fill(operatorKey);
      await page.getByRole('button', { name: 'Log in' }).click();
    },
    [Symbol.asyncDispose]: () => {
      endTelling();
      return context.close();
    },
  };
}

/** A stuck page does not say what it waits for. Streams are meant to last. */
function tellSlowRequests(page: Page): () => void {
  const begun = new Map<Request, number>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') begun.set(request, performance.now());
  });
  page.on('requestfinished', (request) => begun.delete(request));
  page.on('requestfailed', (request) => begun.delete(request));
  const timer = setInterval(() => {
    for (const [request, at] of begun) {
      if (performance.now() - at < SLOW_MS) continue;
      begun.delete(request);
      process.stderr.write(`waiting for ${SLOW_MS / 1000} s: ${request.method()} ${request.url()}\n`);
    }
  }, 1000).unref();
  return () => clearInterval(timer);
}
