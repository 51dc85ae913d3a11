/** A relative time ("3 minutes ago"), exact on hover. It stays current. */
import { useEffect, useState } from 'react';
import { language, texts } from '../texts/texts.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
const RENEW_MS = 15_000;

const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });

export function Time({ at }: { at: string }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), RENEW_MS);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  return (
    <time dateTime={at} title={absolute.format(date)}>
      {fromNow((date.getTime() - nowMs) / 1000)}
    </time>
  );
}

function fromNow(seconds: number): string {
  const unit = UNITS.find(([, length]) => Math.abs(seconds) >= length);
  return unit ? relative.format(Math.trunc(seconds / unit[1]), unit[0]) : texts.pieces.justNow;
}
