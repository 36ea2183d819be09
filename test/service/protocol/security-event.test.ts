import { expect, test } from 'vitest';
import { type SecurityEventType, signEvent } from '../../../workers/service/protocol/security-event.ts';

test.each<[SecurityEventType, string]>([
  ['account-purged', 'https://schemas.openid.net/secevent/risc/event-type/account-purged'],
  ['tokens-revoked', 'https://schemas.openid.net/secevent/oauth/event-type/tokens-revoked'],
  ['session-revoked', 'https://schemas.openid.net/secevent/caep/event-type/session-revoked'],
])('the event %s has its time to the millisecond, and its user only in sub_id', async (type, uri) => {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ]);
  const bytes = new Uint8Array(await crypto.subtle.exportKey('pkcs8', privateKey));
  const event = { jti: 'j', client_id: 'shop', type, at: 1_795_825_860, moment: 1_795_825_800_250 };
  const token = await signEvent([{ kid: 'e1', bytes }], event, 'p', 'https://login.example.com');
  const [header = '', claims = ''] = token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString());
  expect(JSON.parse(header)).toEqual({ alg: 'ES256', typ: 'secevent+jwt', kid: 'e1' });
  expect(JSON.parse(claims)).toEqual({
    iss: 'https://login.example.com',
    aud: 'shop',
    iat: 1_795_825_860,
    jti: 'j',
    toe: 1_795_825_800.25,
    sub_id: { format: 'iss_sub', iss: 'https://login.example.com', sub: 'p' },
    events: { [uri]: {} },
  });
});

test('an event without a key is an error', async () => {
  const event = { jti: 'j', client_id: 'shop', type: 'account-purged', at: 1, moment: 1 } as const;
  await expect(signEvent([], event, 'p', 'i')).rejects.toThrow('There is no key for signing events');
});
