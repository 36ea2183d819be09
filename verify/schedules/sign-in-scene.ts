import assert from 'node:assert/strict';
import * as v from 'valibot';
import { agreement, fromBrowser } from '../../test/support/fixtures/agreement.ts';
import { consentTerms } from '../../test/support/requests/operator-requests.ts';
import type { Identity } from '../../workers/core/protocol/user-record.ts';
import { keyRingSetting, numberedKeySetting } from '../../workers/core/worker/key-settings.ts';
import { phoneObjectName, pseudonymOf } from '../../workers/service/objects/phones.ts';
import subscribers from '../../workers/service/operator/subscribers/index.ts';
import { redirectUriDigest } from '../../workers/service/protocol/redirect-digest.ts';
import { defaultFields } from '../../workers/service/registry/application-fields.ts';
import { toStoredSecret } from '../../workers/service/registry/application-secrets.ts';
import { type Application, applicationKvKey } from '../../workers/service/registry/applications.ts';
import { digestTerms } from '../../workers/service/registry/consents.ts';
import authorize from '../../workers/service/routes/authorize/index.ts';
import token from '../../workers/service/routes/token/index.ts';
import user from '../../workers/service/routes/user/index.ts';
import { grantLifetime } from '../../workers/service/settings/service-lifetimes.ts';
import { createSignInId, storeSignIn } from '../../workers/service/sign-in/cookies/sign-in-cookie.ts';
import { createIdentityKey } from '../../workers/service/tokens/grant-identity.ts';
import { isIndexed } from './indexed-disclosures.ts';
import { persist, type Scene } from './scene.ts';
import { boundTo, kv, type SimulatedWorld, start, unlimited } from './simulated-world.ts';

const origin = 'https://login.example.com';
const KEYS = `k1:${btoa('0123456789abcdef'.repeat(2))}`;
const PHONE_KEY = btoa('0123456789abcdef'.repeat(2));
const CARRIER_TOKEN = 'fedcba9876543210'.repeat(2);
const keys = v.parse(keyRingSetting, KEYS);
const phones = { PHONE_KEY: v.parse(numberedKeySetting, PHONE_KEY) };
const phoneNo = '01012345678';
const client = { client_id: 'demoshop000000000001', client_secret: 'a'.repeat(64) };
const redirect_uri = 'https://shop.example.com/callback';
const now = start / 1000;

type Person = 'former' | 'latter';
/** Two users who own the same number, one after the other. */
const identities: Record<Person, Identity> = {
  former: { ci: 'A'.repeat(88), name: '먼저', phoneNo },
  latter: { ci: 'B'.repeat(88), name: '나중', phoneNo },
};
/** The time of the request to the phone, in seconds since 1970. */
const sent = now - 10;
/** Time after which the alarm of a grant has repeated a lost write to the index of disclosures, in milliseconds. */
const untilIndexed = 2 * grantLifetime * 1000;

const CARRIER = {
  outcome: async (person: Person) => {
    await world.schedule.gate('Carrier.outcome');
    return { status: 'approved', identity: identities[person] };
  },
};
let world: SimulatedWorld;

const bindings = {
  ...{ KEYS, PHONE_KEY, CARRIER_TOKEN, CARRIER, BASE_URL: origin, APPLICATIONS: kv.APPLICATIONS },
  ...{ ACCOUNT: boundTo('Account'), PHONE: boundTo('Phone'), WAITING: {}, PUSHED_REQUEST: {}, SIGNER: {} },
  ACCESS_RECORDS: boundTo('AccessRecords'),
  REVIEWERS: {},
  ...{ SIGN_IN_LIMIT: unlimited, NETWORK_LIMIT: unlimited, APPLICATION_LIMIT: unlimited },
  ...{ KNOWN_LIMIT: unlimited, APPLICATION_KNOWN_LIMIT: unlimited },
  ...{ SIGN_IN_CHALLENGE: unlimited, NETWORK_CHALLENGE: unlimited, APPLICATION_CHALLENGE: unlimited },
  ...{ OUTCOME_LIMIT: unlimited, OUTCOME_ADDRESS_LIMIT: unlimited },
};

let application: Application;

/**
 * Two users whose phones have approved sign in with one number at the same time.
 * @param isKnown whether the former owner has signed in before. @param isLeft whether the carrier reports meanwhile that the
 * number has no owner.
 */
export const signInScene = ({ isKnown, isLeft }: { isKnown: boolean; isLeft: boolean }): Scene => ({
  name: `two people with one number, ${isKnown ? '' : 'not '}known before, and ${isLeft ? '' : 'not '}left`,
  async prepare() {
    application = {
      ...{ client_id: client.client_id, version: 1, name: 'Shop', redirect_uris: [redirect_uri] },
      ...{ ...defaultFields(), ...consentTerms, attributes: ['name'], created: now },
      secrets: [await toStoredSecret(keys, 's1', client.client_secret, now)],
    };
  },
  async play(played) {
    world = played;
    kv.APPLICATIONS.values.set(applicationKvKey(client.client_id), JSON.stringify(application));
    const number = await phoneObjectName(phones, phoneNo);
    if (isKnown) await world.runCalmly(() => register(number));
    const ends = { left: 0 };
    let moment = 0;
    const results = await world.run(async () => {
      const leaving = async () => {
        const begun = ++moment;
        const answer = await persist(leave);
        if (answer.status === 200) ends.left = begun;
      };
      const signing = (person: Person) => async () => {
        const read = await logIn(person);
        return { ...read, person, ended: ++moment };
      };
      const [former, latter] = await Promise.all([
        signing('former')(),
        signing('latter')(),
        ...(isLeft ? [leaving()] : []),
      ]);
      return [former, latter].filter(({ access_token }) => access_token !== undefined);
    });
    assert.ok(isLeft || world.schedule.hasFailed || results.length > 0, 'without a failure, a user signs in');
    await world.runCalmly(async () => {
      const plid = await world.objects.ask('Phone', number, 'plid');
      for (const { person, access_token, ended, plid: theirs } of results) {
        const answer = await world.fetch(user, bindings, `${origin}/v1/user/me`, bearer(access_token));
        const works = answer.status === 200;
        assert.equal(works, theirs === plid, `a token works where its plid is the number's: ${person}`);
        // Every request was sent before: the phone's approval must not restore a deleted registration.
        assert.ok(
          !works || !isKnown || !isLeft,
          `no user is registered at a number that was left: ${person}`,
        );
        assert.ok(!works || ended > ends.left, `a sign-in that ended before the number was left: ${person}`);
      }
    });
    assert.equal(new Set(results.map((result) => result.plid)).size, results.length, 'no plid is shared');
    await world.wakeAll(untilIndexed);
    for (const { person, plid = '' } of results)
      assert.ok(await isIndexed(world, plid, client.client_id), `a read is in the index: ${person}`);
  },
});

/** The former owner's earlier sign-in, with consent. */
async function register(number: string): Promise<void> {
  const at = now - 86_400;
  const env = { PHONE_KEY: phones.PHONE_KEY };
  const owner = await pseudonymOf(env, 'owner of a number', identities.former.ci ?? '');
  const { objects } = world;
  const registered = await objects.ask(
    'Phone',
    number,
    'approve',
    { owner, carrier: 'S', sent: at, signIn: 'before' },
    at,
  );
  const { plid } = registered as { plid: string };
  const grant = {
    id: 'before',
    client_id: client.client_id,
    asked: ['name'],
    identity: 'x',
    agreement,
    ...fromBrowser,
  };
  await objects.ask('Account', plid, 'grant', grant, at);
}

/** From the phone's approval to the application's read. Empty if the sign-in ends without a code. */
async function logIn(person: Person): Promise<{ access_token?: string; plid?: string }> {
  const code = await codeOf(person);
  if (code === undefined) return {};
  const body = new URLSearchParams({ grant_type: 'authorization_code', code }).toString();
  const Authorization = `Basic ${btoa(`${client.client_id}:${client.client_secret}`)}`;
  const headers = { Authorization, 'Content-Type': 'application/x-www-form-urlencoded' };
  // A code whose request was lost may be used up. §4.2 then returns 500, as for an expired code.
  const answer = await world.fetch(token, bindings, `${origin}/oauth2/token`, {
    ...{ method: 'POST', headers, body },
  });
  const { access_token } = (await answer.json()) as { access_token?: string };
  if (access_token === undefined) return {};
  const ask = () => world.fetch(user, bindings, `${origin}/v1/user/me`, bearer(access_token));
  const read = await persist(ask);
  if (read.status !== 200) return {};
  const { user: record } = (await read.json()) as { user: { plid: string } };
  return { access_token, plid: record.plid };
}

const bearer = (access_token = '') => ({ headers: { Authorization: `Bearer ${access_token}` } });

async function codeOf(person: Person): Promise<string | undefined> {
  const id = createSignInId(now + 600, client.client_id);
  const asked = { requestId: person, match: '11', admission: 'a', sent, automatic: false };
  const request = { phoneNo, telcoCd: 'S' as const, ...asked };
  const value = {
    ...{ id, identityKey: createIdentityKey(), client_id: client.client_id, state: 's' },
    ...{
      redirect_uri_digest: await redirectUriDigest(redirect_uri),
      asked: ['name' as const],
      optional: [],
      expires: now + 600,
      stage: { at: 'asked' as const, method: 'phone' as const, request },
    },
  };
  const name = `__Host-plid-sign-in-${id}`;
  const stored = await storeSignIn({ url: new URL(origin), env: { KEYS: keys } as never, now }, value);
  let [cookie = ''] = stored.split(';');
  const ask = (step: string, init: RequestInit) =>
    persist(() =>
      world.fetch(authorize, bindings, `${origin}/oauth2/authorize/${step}`, {
        ...init,
        headers: { ...init.headers, Cookie: cookie, Accept: 'text/html' },
      }),
    );
  const waited = await ask(`wait?flow=${id}`, {});
  cookie = newest(waited, name) ?? cookie;
  if (!isConsent(waited)) return codeIn(waited);
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origin };
  const terms = await digestTerms(application);
  const agreed = await ask('consent', { method: 'POST', headers, body: `flow=${id}&terms=${terms?.ko}` });
  return codeIn(agreed);
}

const leave = () => {
  const headers = { Authorization: `Bearer ${CARRIER_TOKEN}`, 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify({ phoneNo }) };
  return world.fetch(subscribers, bindings, `${origin}/admin/subscribers/leave`, init);
};

const locationOf = (answer: Response) => answer.headers.get('Location') ?? '';
const isConsent = (answer: Response) => locationOf(answer).includes('/consent');
const codeIn = (answer: Response) => /[?&]code=([^&]+)/.exec(locationOf(answer))?.[1];
const newest = (answer: Response, name: string) =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(name))
    ?.split(';')[0];
