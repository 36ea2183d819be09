import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import people from '../../../../workers/service/operator/people/index.ts';
import token from '../../../../workers/service/routes/token/index.ts';
import { issueCode } from '../../../../workers/service/tokens/codes.ts';
import { serviceEnv } from '../../../effects/support/numbered-bindings.ts';
import { NumberedWorld } from '../../../effects/support/numbered-world.ts';
import { type StoredPerson, storeUser } from '../../../effects/support/stored-user.ts';
import { basic } from '../../../support/requests/service-requests.ts';
import { applications, origins, serviceKeys, serviceSecrets } from '../../../support/world/test-settings.ts';

const { shop } = applications;
let world: NumberedWorld;
let person: StoredPerson;
beforeEach(async () => {
  world = new NumberedWorld();
  person = await storeUser(world);
});
afterEach(() => world.close());

/** Redeems a code of a grant. @returns the status, and the events that the request has logged. */
async function redeem(grant: string): Promise<[status: number, events: string[]]> {
  vi.mocked(console.info).mockClear();
  const { client_id, redirect_uri } = shop;
  const code = await issueCode(serviceKeys, { plid: person.plid, grant, client_id, redirect_uri }, world.now);
  const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri }).toString();
  const headers = { Authorization: basic(shop), 'Content-Type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', headers, body };
  const answer = await world.send(token, serviceEnv(world), `${origins.service}/oauth2/token`, init);
  const written = () => vi.mocked(console.info).mock.calls.map(([line]) => JSON.parse(String(line)));
  await vi.waitFor(() => expect(written().some(({ route }) => route !== undefined)).toBe(true));
  return [answer.status, written().flatMap(({ events = {} }) => Object.keys(events))];
}

test('a second use of a code is logged, and a code of an unknown grant is not', async () => {
  const grant = crypto.randomUUID();
  const request = { id: grant, client_id: shop.client_id, identity: 'sealed', asked: [] };
  const agreement = { refused: [], terms: 'terms', version: 1, language: 'ko', words: 1 };
  const from = { agent: 'Chrome', from: { known: false }, agreement };
  await world.objects.ask('Account', person.plid, 'grant', { ...request, ...from }, world.now);
  expect(await redeem(grant)).toEqual([200, ['code_redeemed']]);
  expect(await redeem(grant)).toEqual([500, ['code_replayed']]);
  expect(await redeem(crypto.randomUUID())).toEqual([500, []]);
});

test('an erasure counts codes, tokens, and those that have ended', async () => {
  expect((await redeem(person.grants.shop))[0], 'a second use').toBe(500);
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${serviceSecrets.ADMIN_TOKEN}`,
  };
  const body = JSON.stringify({ plid: person.plid, reason: 'ticket 1' });
  const init = { method: 'POST', headers, body };
  const answer = await world.send(people, serviceEnv(world), `${origins.service}/admin/people/erase`, init);
  expect(await answer.json()).toMatchObject({ erased: true, consents: 2, automaticLogins: 2, grants: 3 });
});
