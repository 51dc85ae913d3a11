/** A device that makes passkeys and proves that it has them, in software: as browsers pass its answers on (WebAuthn, §6). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Options = { challenge: string };
/** What a dishonest browser or device would say otherwise. */
type Lies = { origin?: string; counter?: number; userHandle?: string; flags?: number; format?: string };

/** A person was there, and was recognized. */
const PRESENT_AND_VERIFIED = 0x05;
const WITH_KEY = 0x40;

const base64url = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** `origin`: where its browser is. */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, { challenge }: Options, lies: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false }));

  function authenticatorData(flags: number, { flags: lied, counter: told = ++counter }: Lies, key = Buffer.alloc(0)) {
    const head = Buffer.alloc(5);
    head.writeUInt8(lied ?? flags);
    head.writeUInt32BE(told, 1);
    return Buffer.concat([sha256(new URL(origin).hostname), head, key]);
  }

  const credential = { id: base64url(id), rawId: base64url(id), type: 'public-key' as const };
  return {
    create(options: Options & { user: { id: string } }, lies: Lies = {}) {
      userHandle = options.user.id;
      const { x, y } = publicKey.export({ format: 'jwk' });
      const [keyX, keyY] = [x!, y!].map((part) => Buffer.from(part, 'base64url'));
      // COSE: an ES256 key on P-256. Before it the kind of device, which is none, and the id.
      const cose = [Buffer.from('a5010203262001215820', 'hex'), keyX!, Buffer.from('225820', 'hex'), keyY!];
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, ...cose]);
      const data = authenticatorData(PRESENT_AND_VERIFIED | WITH_KEY, lies, key);
      const format = Buffer.from(lies.format ?? 'none');
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x60 + format.length]),
        format,
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      const clientDataJSON = base64url(clientData('webauthn.create', options, lies));
      return { ...credential, response: { clientDataJSON, attestationObject: base64url(attestation) } };
    },

    use(options: Options, lies: Lies = {}) {
      const client = clientData('webauthn.get', options, lies);
      const data = authenticatorData(PRESENT_AND_VERIFIED, lies);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: lies.userHandle ?? userHandle,
      };
      return { ...credential, response };
    },
  };
}
