/** Who writes: the agent's logo, or its first letter, and what it says of itself. */
import type { Identity } from '@model/identity.ts';
import { useState } from 'react';
import { texts } from '../texts/texts.ts';
import css from './identity.module.css';
import { shownAt } from './picture.tsx';

export function AgentLogo({ name, identity }: { name: string; identity: Identity | undefined }) {
  const { logoUri, color } = identity ?? {};
  const [failed, setFailed] = useState('');
  return (
    <span className={css['logo']} style={color === undefined ? {} : { background: color }} aria-hidden="true">
      {logoUri !== undefined && failed !== logoUri ? (
        <img src={shownAt(logoUri)} alt="" onError={() => setFailed(logoUri)} />
      ) : (
        name.slice(0, 1).toUpperCase()
      )}
    </span>
  );
}

/** Nothing where the agent says nothing of itself. */
export function AgentInfo({ identity }: { identity: Identity | undefined }) {
  const { description, heroUri, websites = [] } = identity ?? {};
  const [failed, setFailed] = useState('');
  if (description === undefined && websites.length === 0 && heroUri === undefined) return null;
  return (
    <details className={css['info']}>
      <summary>{texts.rcs.aboutAgent}</summary>
      {heroUri !== undefined && failed !== heroUri && (
        <img className={css['hero']} src={shownAt(heroUri)} alt="" onError={() => setFailed(heroUri)} />
      )}
      {description !== undefined && <p>{description}</p>}
      {websites.length > 0 && (
        <ul>
          {websites.map(({ uri, label }) => (
            <li key={`${label} ${uri}`}>
              <a href={uri} target="_blank" rel="noreferrer">
                {label}
              </a>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
