/**
 * An application behind the guard: who sends a request stands in the header Plid-Identity, a JWT signed with the key that
 * it shares with the guard. Any JWT library checks it; here it is done by hand, to show what has to be checked.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const { IDENTITY_KEY = '', GATEWAY_ORIGIN = '', APPLICATION_URL = '', PORT = '3000' } = process.env;

/** As the guard has it: one key, or two separated by a comma while it is rotated. Anybody could sign with an empty one. */
const identityKeys = IDENTITY_KEY.split(',').filter((key) => key.length >= 32);

interface Identity {
  iss: string;
  aud: string;
  /** In seconds since 1970. */
  exp: number;
  sub: string;
  user: { plid: string; name?: string };
}

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString());

/** @returns undefined for whatever this application must not believe. */
function readIdentity(jwt: string): Identity | undefined {
  const [header, payload, signature] = jwt.split('.');
  const sent = Buffer.from(signature ?? '', 'base64url');
  const isSignedWith = (key: string) => {
    const expected = createHmac('sha256', key).update(`${header}.${payload}`).digest();
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  };
  if (!identityKeys.some(isSignedWith)) return undefined;
  if (decode(header).alg !== 'HS256') return undefined;
  const identity: Identity = decode(payload);
  const meant = identity.iss === GATEWAY_ORIGIN && identity.aud === APPLICATION_URL;
  return meant && identity.exp > Date.now() / 1000 ? identity : undefined;
}

createServer((request, response) => {
  const identity = readIdentity(String(request.headers['plid-identity'] ?? ''));
  response.writeHead(identity === undefined ? 403 : 200, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(identity === undefined ? 'Not through the guard.' : `Hello, ${identity.user.name}.`);
}).listen(Number(PORT), 'localhost', () => console.log(`Behind the guard, at port ${PORT}`));
