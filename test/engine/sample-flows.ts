/** The flows that we show to others, as flow documents. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Flow } from '../../src/model/flow.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The first example of docs/flows.md. */
export function documentedFlow(): Flow {
  const page = readFileSync(join(ROOT, 'docs/flows.md'), 'utf8');
  return JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '') as Flow;
}

/** A folder of `<stateId>.json` files, which has neither keywords nor a default state. */
function folderFlow(folder: string): Flow {
  const files = readdirSync(join(ROOT, folder)).filter((name) => name.endsWith('.json'));
  const states = files.map((file) => [
    basename(file, '.json'),
    JSON.parse(readFileSync(join(ROOT, folder, file), 'utf8')),
  ]);
  return { states: Object.fromEntries(states) };
}

export const SAMPLES: Record<string, Flow> = {
  'docs/flows.md': documentedFlow(),
  'demo/flow': {
    ...folderFlow('demo/flow'),
    defaultState: 'lost',
    keywords: [
      { keyword: 'hours', stateId: 'hours' },
      { keyword: 'stop', stateId: 'goodbye' },
      { keyword: 'start', stateId: 'welcome' },
    ],
  },
  'demo/sample': {
    ...folderFlow('demo/sample'),
    defaultState: 'not-understood',
    keywords: [{ keyword: 'START', stateId: 'welcome' }],
  },
};
