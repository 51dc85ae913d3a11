/** Any JSON value, laid out and coloured. Everything in it is shown as text, whatever it contains. */
import type { ReactNode } from 'react';
import { texts } from '../texts/texts.ts';

/** Larger values are cut: the browser would stall over them, and nobody reads them here. */
const MAX_LENGTH = 100_000;

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

export function Json({ value, label = 'JSON' }: { value: unknown; label?: string }) {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable with the keyboard
    <section className="json" tabIndex={0} aria-label={label}>
      {coloured(text.slice(0, MAX_LENGTH))}
      {text.length > MAX_LENGTH && `\n${texts.pieces.moreCharacters(text.length - MAX_LENGTH)}`}
    </section>
  );
}

function coloured(text: string): ReactNode[] {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token, string, colon = ''] = match;
    pieces.push(text.slice(end, match.index));
    const kind = string === undefined ? 'literal' : colon ? 'key' : 'string';
    pieces.push(
      <span key={match.index} className={`json-${kind}`}>
        {string ?? token}
      </span>,
      colon,
    );
    end = match.index + token.length;
  }
  return [...pieces, text.slice(end)];
}
