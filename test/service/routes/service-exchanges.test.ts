import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import applications from '../../../workers/service/operator/applications/index.ts';
import people from '../../../workers/service/operator/people/index.ts';
import carriers from '../../../workers/service/routes/carriers/index.ts';
import token from '../../../workers/service/routes/token/index.ts';
import user from '../../../workers/service/routes/user/index.ts';
import { issueCode } from '../../../workers/service/tokens/codes.ts';
import { createIdentityKey, encryptGrantIdentity } from '../../../workers/service/tokens/grant-identity.ts';
import { type Exchange, Exchanges } from '../../effects/support/exchanges.ts';
import { serviceEnv } from '../../effects/support/numbered-bindings.ts';
import {
  phoneNo,
  type StoredPerson,
  storeRefusedEvent,
  storeUser,
} from '../../effects/support/stored-user.ts';
import { agreement, fromBrowser } from '../../support/fixtures/agreement.ts';
import { consentTerms } from '../../support/requests/operator-requests.ts';
import { basic } from '../../support/requests/service-requests.ts';
import {
  origins,
  applications as registered,
  serviceKeys,
  serviceSecrets,
} from '../../support/world/test-settings.ts';

const { shop, bank } = registered;
const { client_id, redirect_uri } = shop;
const Authorization = `Bearer ${serviceSecrets.ADMIN_TOKEN}`;
const reason = 'ticket 1';
const books = {
  ...{ name: '책방', redirect_uris: ['https://books.example/in'], attributes: ['name', 'ci'] },
  ...consentTerms,
};

let exchanges: Exchanges;
let person: StoredPerson;
beforeEach(async () => {
  exchanges = new Exchanges((world) => ({ ...serviceEnv(world), CARRIER_TOKEN: undefined }));
  person = await storeUser(exchanges.world);
  vi.setSystemTime(exchanges.world.now * 1000);
});
afterEach(() => exchanges.close());

const workers = { applications, carriers, people, token, user };
type Worker = keyof typeof workers;
const play = (name: string, worker: Worker, exchange: Omit<Exchange, 'worker'>): Promise<Response> =>
  exchanges.play(name, {
    worker: workers[worker],
    origin: origins.service,
    headers: { Authorization },
    ...exchange,
  });
const compare = (name: string) => expect(exchanges.describe()).toMatchFileSnapshot(`exchanges/${name}.txt`);

test('the exchanges of an operator about applications', async () => {
  const ask = (name: string, path = '', more: Omit<Exchange, 'worker' | 'path'> = {}) =>
    play(name, 'applications', { path: `/admin/applications${path}`, ...more });
  const one = `/${client_id}`;
  const answer = await ask('a registration', '', { json: books });
  const created = (await answer.json()) as { client_id: string };
  const its = `/${created.client_id}`;
  await ask('a registration with a taken name', '', { json: books });
  await ask('a registration with a taken name on purpose', '', { json: { ...books, same_name: true } });
  await ask('a registration with a loopback address', '', {
    json: { ...books, name: '둘', redirect_uris: ['http://127.0.0.1/in'] },
  });
  await ask('a registration without a purpose', '', { json: { ...books, name: '둘', purpose: undefined } });
  await ask('a registration with an address that has parameters', '', {
    json: { ...books, redirect_uris: ['https://books.example/in?iss=1'] },
  });
  await ask('a registration with an unknown field', '', { json: { ...books, other: 1 } });
  await ask('a registration with an optional attribute that it does not request', '', {
    json: { ...books, optional: ['gender'] },
  });
  await ask('a registration for events without a key', '', {
    json: { ...books, name: '셋', events: 'https://books.example/events' },
    settings: { EVENT_KEYS: { publicKeys: async () => ({ keys: [] }) } },
  });
  await ask('a registration without a token', '', { json: books, headers: {} });
  await ask('a registration with the token of another scope', '', {
    json: books,
    settings: { ADMIN_TOKEN: `lee@people:${serviceSecrets.ADMIN_TOKEN}` },
  });
  await ask('the list', '');
  await ask('the list after an invalid cursor', '?cursor=x');
  await ask('the export', '-export');
  const exported = (await exchanges
    .prepare({
      worker: workers.applications,
      origin: origins.service,
      path: '/admin/applications-export',
      headers: { Authorization },
    })
    .then((response) => response.json())) as { applications: { client_id: string }[] };
  const ofBooks = exported.applications.find((application) => application.client_id === created.client_id);
  await ask('an import that exists', '-import', { json: { ...ofBooks } });
  await ask('an import that replaces it', '-import', {
    json: { ...ofBooks, name: '새 책방', replace: true },
  });
  await ask('an import with keys of another service', '-import', {
    json: {
      ...ofBooks,
      secrets: [{ id: 's', sha256: '0'.repeat(64), field_key: 'x', created: 1 }],
      replace: true,
    },
  });
  await ask('an application', its);
  await ask('an unknown application', '/unknown0000000000000');
  await ask('a malformed client_id', '/x');
  await ask('a change', its, {
    method: 'PATCH',
    json: { retention: '1년', attributes: ['ci'] },
    headers: { Authorization, 'If-Match': '"2"' },
  });
  await ask('a change of another version', its, {
    method: 'PATCH',
    json: { retention: '2년' },
    headers: { Authorization, 'If-Match': '"2"' },
  });
  await ask('a change of any version', its, {
    method: 'PATCH',
    json: {},
    headers: { Authorization, 'If-Match': '*' },
  });
  await ask('a change of a malformed version', its, {
    method: 'PATCH',
    json: {},
    headers: { Authorization, 'If-Match': '2' },
  });
  await ask('the history', `${its}/history`);
  await ask('the history before a version', `${its}/history?before=3`);
  await ask('the texts for users', `${its}/terms`);
  const added = (await (await ask('another secret', `${its}/secrets`, { method: 'POST' })).json()) as {
    secrets: { id: string }[];
  };
  await ask('a third secret', `${its}/secrets`, { method: 'POST' });
  await ask('the end of the current secret', `${its}/secrets/${added.secrets[0]?.id}`, { method: 'DELETE' });
  await ask('the end of the former secret', `${its}/secrets/${added.secrets[1]?.id}`, { method: 'DELETE' });
  await ask('the end of an unknown secret', `${its}/secrets/x`, { method: 'DELETE' });

  const { now } = exchanges.world;
  const added2 = await ask('a reviewer', `${its}/reviewers`, { json: { ends: now + 90 * 86_400 } });
  const { id } = (await added2.json()) as { id: string };
  await ask('a reviewer for too long', `${its}/reviewers`, { json: { ends: now + 90 * 86_400 + 1 } });
  await ask('a reviewer who has ended', `${its}/reviewers`, { json: { ends: now } });
  await ask('the reviewers', `${its}/reviewers`);
  await ask('the end of a reviewer', `${its}/reviewers/${id}`, { method: 'DELETE' });
  await ask('the end of an unknown reviewer', `${its}/reviewers/${id}`, { method: 'DELETE' });
  await ask('a deletion', its, { method: 'DELETE' });
  await ask('a deletion, for the second time', its, { method: 'DELETE' });
  await ask('an import of a deleted application', '-import', { json: { ...ofBooks, replace: true } });

  const jti = await storeRefusedEvent(exchanges.world, person);
  await ask('the undelivered events', `${one}/events?reason=ticket%201`);
  await ask('the undelivered events for an invalid reason', `${one}/events?reason=a@b`);
  await ask('one event, again', `${one}/events/resend`, { json: { jti, reason } });
  await ask('an unknown event, again', `${one}/events/resend`, {
    json: { jti: '00000000-0000-4000-8000-0000000000ff' },
  });
  await exchanges.world.advance(1);
  await ask('all events, again', `${one}/events/resend`, { json: {} });
  await compare('applications');
});

test('the exchanges of an operator about people', async () => {
  const ask = (name: string, path: string, json: object, more: object = {}) =>
    play(name, 'people', { path: `/admin/people/${path}`, json, ...more });
  const { plid } = person;
  const { now } = exchanges.world;
  await ask('the user of a plid', 'show', { plid, reason });
  await ask('the user of a number', 'show', { phoneNo, reason });
  await ask('a number without a user', 'show', { phoneNo: '01099999999', reason });
  await ask('a user without a reason', 'show', { plid });
  await ask('a user by two names', 'show', { plid, phoneNo, reason });
  await ask('a user by no name', 'show', { reason });
  await ask(
    'a user with the token of an auditor',
    'show',
    { plid, reason },
    { settings: { ADMIN_TOKEN: `lee@audit:${serviceSecrets.ADMIN_TOKEN}` } },
  );
  const period = { client_id, since: now - 10, until: now, reason };
  await ask('the affected users', 'affected', period);
  await ask('the affected users until the first disclosure', 'affected', { ...period, until: now - 1 });
  await ask('the affected users before the first disclosure', 'affected', { ...period, until: now - 2 });
  await ask('the affected users of a fraction of a second', 'affected', { ...period, until: 0.5 });
  await ask('the affected users after an invalid cursor', 'affected', { ...period, cursor: 'x' });
  await ask('the re-encryption of the index', 'affected/reseal', {});
  await exchanges.world.objects.ask('Account', plid, 'disconnect', bank.client_id, now);
  await ask('a user who has disconnected one application', 'show', { plid, reason });
  await ask('an erasure by plid', 'erase', { plid, reason });
  await ask('an erasure by plid, for the second time', 'erase', { plid, reason });
  await ask('an erasure by number, after that', 'erase', { phoneNo, reason });
  await ask('the user after that', 'show', { plid, reason });
  await play('the access records', 'people', { path: '/admin/audit?for=export&after=1&to=4' });
  await play('the access records of a time', 'people', {
    path: `/admin/audit?since=${now}&until=${now + 1}`,
  });
  await play('the access records for an unknown purpose', 'people', { path: '/admin/audit?for=fun' });
  await compare('people');
});

test('the exchanges of an application with a code', async () => {
  const { plid } = person;
  const identityKey = createIdentityKey();
  const identity = await encryptGrantIdentity(identityKey, {
    ci: 'the-ci',
    name: '김하나',
    phoneNo,
    gender: 'F',
    telcoCd: 'S',
  });
  const verifier = 'v'.repeat(43);
  const code_challenge = createHash('sha256').update(verifier).digest('base64url');
  const codeOf = async (grant: string, more: object = {}) => {
    const asked = ['ci', 'name', 'phoneNo', 'gender', 'telcoCd'];
    const request = { id: grant, client_id, asked, agreement, ...fromBrowser, identity };
    await exchanges.world.objects.ask('Account', plid, 'grant', request, exchanges.world.now);
    const value = { plid, grant, identityKey, client_id, redirect_uri, code_challenge, ...more };
    return issueCode(serviceKeys, value, exchanges.world.now);
  };
  const usual = { grant_type: 'authorization_code', code_verifier: verifier, redirect_uri, state: 's' };
  const exchange = (
    name: string,
    form: Record<string, string>,
    headers: Record<string, string> = { Authorization: basic(shop) },
  ) => play(name, 'token', { path: '/oauth2/token', form: { ...usual, ...form }, headers });
  const code = await codeOf('first', { facts: { auth_time: 1_799_999_999, amr: ['pin'] } });
  await exchange(
    'a code of another secret',
    { code },
    { Authorization: basic({ ...shop, client_secret: 'x' }) },
  );
  await exchange('a code of another application', { code }, { Authorization: basic(bank) });
  await exchange('a code with another verifier', { code, code_verifier: 'w'.repeat(43) });
  await exchange('a code with another address', { code, redirect_uri: 'https://evil.example/' });
  await exchange('a code with another grant_type', { code, grant_type: 'password' });
  await exchange('a forged code', { code: 'forged-code' });
  const tokens = (await (await exchange('a code', { code })).json()) as Record<string, string>;
  const read = (name: string, token: string | undefined, more: object = {}) =>
    play(name, 'user', {
      path: '/v1/user/me',
      headers: { Authorization: `Bearer ${token}`, 'Accept-Language': 'ko' },
      ...more,
    });
  await read('the user of a token', tokens.access_token);
  await read('the user of a forged token', 'x');
  await exchange('a code, for the second time', { code });
  await read('the user of a token whose code was used twice', tokens.access_token);
  const preferring = { Authorization: basic(shop), Prefer: 'automatic_login' };
  await exchange(
    'a code of an application that asks for the kind of its login',
    { code: await codeOf('second') },
    preferring,
  );
  const late = await codeOf('third');
  await exchanges.advance(600);
  await exchange('a late code', { code: late });
  await compare('codes');
});

test('the exchanges of an operator with a carrier', async () => {
  const connected = {
    CARRIER_S: 'https://s.example',
    CARRIER_S_TOKEN: 't'.repeat(32),
    CARRIER_K: 'https://k.example',
    CARRIER_K_TOKEN: 'u'.repeat(32),
    CARRIER_K_OFF: 'Y',
    CARRIER_L_TOKEN: undefined,
  };
  const answers = [
    { status: 'unconfirmed' },
    { status: 'started', requestId: 'r1', link: 'https://s.example/start' },
    { status: 'done' },
  ];
  exchanges.world.elsewhere = () => Response.json(answers.shift() ?? {});
  const check = (name: string, settings: object = {}) =>
    play(name, 'carriers', {
      path: '/admin/carriers/check',
      method: 'POST',
      settings: { ...connected, ...settings },
    });
  await check('carriers of which one is connected and one is off');
  exchanges.world.elsewhere = () => Response.json({ status: 'requested', requestId: 'r2' });
  await check('a carrier that asks an unassigned number');
  exchanges.world.elsewhere = () => new Response('', { status: 403 });
  await check('a carrier that rejects the credentials');
  exchanges.world.elsewhere = () =>
    new Response('{', { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
  await check('a carrier with malformed JSON');
  await check('a check with the token of another scope', {
    ADMIN_TOKEN: `lee@people:${serviceSecrets.ADMIN_TOKEN}`,
  });
  await compare('carriers');
});
