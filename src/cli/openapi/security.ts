/** Security schemes of the document as credentials of a connector: their types and fields, never their secrets. */
import type { Schemas } from '#client';
import type { JsonObject, JsonValue } from '../../model/json.ts';
import { fieldsOf, resolved, Unresolved } from './document.ts';

type NewAuthentication = Schemas['NewAuthentication'];

/** A credential without what only its owner knows. */
export type Scheme = {
  /** As the document calls it; the credential's name. */
  name: string;
  type: NewAuthentication['type'];
  /** What the document says. */
  given: Record<string, string>;
  /** What is asked for, in this order. */
  asked: string[];
};

export type Need =
  /** One of them is enough; `none` when the operation may be called without. */
  { schemes: Scheme[]; isOptional: boolean; problem: string | null };

/** What an operation needs: `security` of its own, else that of the document. */
export function needOf(root: JsonObject, security: JsonValue | undefined): Need {
  const alternatives = Array.isArray(security) ? security.map(fieldsOf) : [];
  const isOptional = alternatives.length === 0 || alternatives.some((each) => Object.keys(each).length === 0);
  const schemes: Scheme[] = [];
  const problems: string[] = [];
  for (const alternative of alternatives) {
    const names = Object.keys(alternative);
    if (names.length > 1) problems.push(`${names.join(' and ')} together, and a connector sends one credential`);
    if (names.length !== 1) continue;
    const [name] = names as [string];
    const scheme = schemeOf(root, name, alternative[name]);
    if (typeof scheme === 'string') problems.push(`${name}, ${scheme}`);
    else schemes.push(scheme);
  }
  const problem = isOptional || schemes.length > 0 || problems.length === 0 ? null : `needs ${problems.join('; or ')}`;
  return { schemes, isOptional, problem };
}

/** The scheme as a credential, or why it cannot be one. */
function schemeOf(root: JsonObject, name: string, scopes: JsonValue | undefined): Scheme | string {
  const { securitySchemes } = fieldsOf(root['components']);
  const schemes = fieldsOf(securitySchemes);
  if (!Object.hasOwn(schemes, name)) return 'which the document does not describe';
  try {
    return credentialOf(name, resolved(root, schemes[name]), scopes);
  } catch (error) {
    if (!(error instanceof Unresolved)) throw error;
    return `which ${error.message}`;
  }
}

function credentialOf(name: string, scheme: JsonObject, scopes: JsonValue | undefined): Scheme | string {
  const { type, scheme: http, in: place, name: parameter } = scheme;
  if (type === 'http' && String(http).toLowerCase() === 'basic') {
    return { name, type: 'basic', given: {}, asked: ['username', 'password'] };
  }
  if (type === 'http' && String(http).toLowerCase() === 'bearer') {
    return { name, type: 'bearer', given: {}, asked: ['token'] };
  }
  if (type === 'apiKey' && (place === 'header' || place === 'query')) {
    return { name, type: 'apiKey', given: { in: place, parameter: String(parameter) }, asked: ['key'] };
  }
  if (type === 'oauth2') return oauth2Of(name, scheme, scopes);
  const what = type === 'http' ? `http ${http}` : type === 'apiKey' ? `a key in a ${place}` : String(type);
  return `which is ${what}, and no credential is`;
}

function oauth2Of(name: string, { flows }: JsonObject, scopes: JsonValue | undefined): Scheme | string {
  const { clientCredentials } = fieldsOf(flows);
  const { tokenUrl } = fieldsOf(clientCredentials);
  if (typeof tokenUrl !== 'string') return 'which is OAuth 2.0 without client credentials: it needs a person';
  const scope = Array.isArray(scopes) ? scopes.map(String).join(' ') : '';
  return {
    name,
    type: 'oauth2ClientCredentials',
    given: { tokenUrl, ...(scope !== '' && { scope }) },
    asked: ['clientId', 'clientSecret'],
  };
}
