import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readSettings } from '../../../../workers/core/worker/settings.ts';
import { schema } from '../../../../workers/gateway/features/openid/party-settings.ts';
import { relyingPartiesSetting } from '../../../../workers/gateway/settings/relying-parties.ts';
import { goodSettings, workers } from '../../../attacks/support/faulty-settings.ts';
import { gatewaySecrets, openIdClients } from '../../../support/world/test-settings.ts';

const [needs] = workers.filter(({ worker }) => worker === 'gateway-openid');
const good = goodSettings(needs ?? { worker: '', needs: [] });
const { OPENID_KEY, OPENID_SUBJECT_KEY } = gatewaySecrets;
const read = (settings: object) => readSettings(schema, { ...good, ...settings });

test('a gateway without relying parties needs no OpenID Connect key', () => {
  expect(read({}).OPENID_CLIENTS).toEqual([]);
});

test.each(['OPENID_KEY', 'OPENID_SUBJECT_KEY'])('a gateway with relying parties requires %s', (name) => {
  const settings = { OPENID_CLIENTS: openIdClients, OPENID_KEY, OPENID_SUBJECT_KEY };
  expect(read(settings).OPENID_CLIENTS).toHaveLength(2);
  expect(() => read({ ...settings, [name]: undefined })).toThrow(
    expect.objectContaining({
      values: {
        settings: `${name} is not set, and OPENID_CLIENTS needs it; \`npx plid-admin deploy\` creates it`,
      },
    }),
  );
});

test.each([
  ['', 'needs a list of relying parties: [{…}, {…}]'],
  [
    '[{"id":"books"}]',
    'needs the fields id, secrets, and redirect_uris; docs/gateway/openid-connect.md lists the optional fields at 0.secrets (entries are counted from 0)',
  ],
  [
    JSON.stringify([{ ...JSON.parse(openIdClients)[0], id_token_claims: 'no' }]),
    'needs true or false at 0.id_token_claims (entries are counted from 0)',
  ],
  [
    JSON.stringify([{ ...JSON.parse(openIdClients)[0], pkce: 'yes' }]),
    'needs optional or required at 0.pkce (entries are counted from 0)',
  ],
  [
    JSON.stringify([{ ...JSON.parse(openIdClients)[0], backchannel_logout_session_required: 'yes' }]),
    'needs true or false at 0.backchannel_logout_session_required (entries are counted from 0)',
  ],
  [JSON.stringify([{ id: 'books', secret: 'x' }]), expect.stringContaining('needs the fields id, secrets')],
])('relying party %j is rejected, with what it needs', (text, message) => {
  const { issues } = v.safeParse(relyingPartiesSetting, text);
  expect(issues?.[0]?.message).toEqual(message);
});

const hash = 'a'.repeat(64);
const smallest = { id: 'books', secrets: [hash], redirect_uris: ['https://books.example/in'] };
const readParties = (...parties: object[]) => v.safeParse(relyingPartiesSetting, JSON.stringify(parties));
const faultOf = (fields: object) => readParties({ ...smallest, ...fields }).issues?.[0].message;
const addressOf = (length: number) => 'https://books.example/'.padEnd(length, 'p');

test('the fields that an entry of a relying party omits have defaults', () => {
  expect(readParties(smallest).output).toEqual([
    {
      ...smallest,
      post_logout_redirect_uris: [],
      backchannel_logout_session_required: false,
      alg: 'RS256',
      scope: 'openid profile',
      id_token_claims: true,
      pkce: 'optional',
    },
  ]);
});

test.each([
  { id: 'a' },
  { id: `B_.-9${'z'.repeat(59)}` },
  { secrets: [hash, '0123456789abcdef'.repeat(4)] },
  { redirect_uris: [addressOf(500)] },
  { redirect_uris: ['http://localhost:3000/in', 'http://localhost:4000/in?a=b'] },
  { post_logout_redirect_uris: ['https://elsewhere.example/out', 'http://127.0.0.1/out'] },
  { backchannel_logout_uri: addressOf(500), backchannel_logout_session_required: true },
  ...['RS256', 'ES256'].map((alg) => ({ alg })),
  ...['openid', 'openid email', 'openid phone', 'openid email profile phone'].map((scope) => ({ scope })),
  ...['optional', 'required'].map((pkce) => ({ pkce })),
  { id_token_claims: false },
])('a relying party may have %j', (fields) => {
  expect(readParties({ ...smallest, ...fields }).output).toMatchObject([fields]);
});

const wrongAddresses = [
  '',
  addressOf(501),
  'books.example/in',
  'http://books.example/in',
  'https://user@books.example/in',
  'https://:word@books.example/in',
  'https://books.example/in#top',
  'https://books.example/#',
  'https://books.example/a b',
  'https://books.example/인',
  'com.example.books:/in',
];

test.each([
  ...['', 'a'.repeat(65), 'a b', 'a/b', '책', 7].map((id) => ({ id })),
  ...[[], [hash, hash, hash], ['a'.repeat(63)], ['a'.repeat(65)], ['A'.repeat(64)], [hash, ''], hash].map(
    (secrets) => ({ secrets }),
  ),
  ...[
    [],
    ['https://a.example/in', 'https://b.example/in'],
    ['https://a.example/', 'https://www.a.example/'],
  ].map((redirect_uris) => ({ redirect_uris })),
  ...wrongAddresses.flatMap((address) => [
    { redirect_uris: [address] },
    { post_logout_redirect_uris: ['https://books.example/out', address] },
    { backchannel_logout_uri: address },
  ]),
  ...['HS256', 'none', 'rs256', ''].map((alg) => ({ alg })),
  ...['', 'profile', 'openid address', 'openid  profile', 'openid profile ', 'profile openid'].map(
    (scope) => ({
      scope,
    }),
  ),
  { pkce: true },
])('a relying party must not have %j', (fields) => {
  expect(faultOf(fields)).toMatch(/^needs .+ at 0\./);
});

test('two relying parties have different ids', () => {
  expect(readParties(smallest, { ...smallest, id: 'Books' }).success).toBe(true);
  expect(readParties(smallest, smallest).issues?.[0].message).toBe('needs a different id in each entry');
});
