/** Tells the story on the terminal as it happens, in 80 columns. The chapters supply the text. */
import { accent, bad, bold, dim, good, plain } from '../src/cli/output.ts';

const COLUMNS = 80;
const MARGIN = 4;
/** Width of the speaker's name: the widest is a phone number's owner. */
const WHO = 9;

export function chapter(title: string): void {
  console.log(`\n${bold(`  ${title}`)}`);
}

export function aside(text: string): void {
  for (const line of wrap(text, COLUMNS - MARGIN)) console.log(dim(`${' '.repeat(MARGIN)}${line}`));
}

/** Somebody does or says something. Preformatted lines are not wrapped again. */
export function says(who: string, lines: readonly string[]): void {
  const label = accent(who.padEnd(WHO));
  const broken = lines.flatMap((line) =>
    visible(line) > COLUMNS - MARGIN - WHO ? wrap(line, COLUMNS - MARGIN - WHO) : [line],
  );
  for (const [index, line] of broken.entries()) {
    console.log(`${' '.repeat(MARGIN)}${index === 0 ? label : ' '.repeat(WHO)}${line}`);
  }
}

/** An event arrives at the client's webhook, and the webhook's response. */
export function arrives(what: string, status: number): void {
  const answer = (status < 300 ? good : bad)(String(status));
  const room = COLUMNS - MARGIN - WHO - ' → 200'.length;
  console.log(`${' '.repeat(MARGIN)}${'webhook'.padEnd(WHO)}${cut(plain(what), room)} → ${answer}`);
}

/** A claim of the specification that held. */
export function holds(sentence: string): void {
  for (const [index, line] of wrap(sentence, COLUMNS - MARGIN - 2).entries()) {
    console.log(`${' '.repeat(MARGIN)}${index === 0 ? good('✓ ') : '  '}${line}`);
  }
}

export function ends(text: string, isGood: boolean): void {
  console.log(`\n${(isGood ? good : bad)(text)}`);
}

function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line === '') lines[lines.length - 1] = word;
    else if (visible(line) + 1 + visible(word) <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The text without its colour codes. */
function visible(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that starts a colour
  return text.replace(/\u001b\[\d+m/g, '').length;
}

function cut(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}
