import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { authorizeUrl, codeOf, people, signIn } from '../../test/support/fixtures/sign-in.ts';
import { askSandbox } from '../../test/support/requests/sandbox-requests.ts';
import {
  accessTokenFor,
  encryptField,
  jsonOf,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../../test/support/requests/service-requests.ts';
import { useWorld } from '../../test/support/world/use-world.ts';
import type { Fault } from '../fault.ts';

const world = useWorld({ local: true });
let browser: BrowserSession;
beforeAll(async () => {
  browser = new BrowserSession(world);
  await signIn(browser, world, people.hana, { autoLogin: true });
});
afterEach(() => askSandbox(world, 'DELETE', '/faults'));

const setFaults = (...faults: (Partial<Fault> & Record<string, unknown>)[]) =>
  askSandbox(world, 'PUT', '/faults', { faults });

async function faultsLeft(): Promise<Fault[]> {
  return ((await (await askSandbox(world, 'GET', '/faults')).json()) as { faults: Fault[] }).faults;
}

/** A code of an automatic login that is not the first. */
const freshCode = async () => codeOf(await browser.get(authorizeUrl(world)));
const freshToken = async () => accessTokenFor(world, { code: await freshCode() });

describe('a sandbox fault', () => {
  test('returns any error of §7 on the token endpoint, without a request to the service', async () => {
    const code = await freshCode();
    const error = { kind: 'error', status: 503, error: 'server_error', message: 'Come back later' } as const;
    await setFaults({ endpoint: '/oauth2/token', ...error });
    const refused = await requestToken(world, { code });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toEqual({ error: 'server_error', message: 'Come back later' });
    expect((await requestToken(world, { code })).status).toBe(200);
  });

  test('has a default message', async () => {
    await setFaults({ endpoint: '/v1/user/me', kind: 'error', status: 401, error: 'authentication_failed' });
    const refused = await requestUser(world, 'any');
    expect(refused.status).toBe(401);
    expect((await jsonOf(refused)).message).not.toBe('');
  });

  test('is available for authorize and disconnect', async () => {
    const error = { kind: 'error', status: 500, error: 'server_error' } as const;
    await setFaults(
      { endpoint: '/oauth2/authorize', ...error },
      { endpoint: '/v1/user/disconnect', ...error },
    );
    expect((await world.fetch(authorizeUrl(world))).status).toBe(500);
    expect((await requestDisconnect(world, { plid: 'any' })).status).toBe(500);
    expect((await world.fetch(authorizeUrl(world))).status).toBe(200);
  });

  test('returns HTML instead of JSON', async () => {
    await setFaults({ endpoint: '/oauth2/token', kind: 'html', status: 200 });
    const answer = await requestToken(world, { code: 'any' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Type')).toContain('text/html');
    expect(await answer.text()).toContain('<!doctype html>');
  });

  test('delays the response', async () => {
    await setFaults({ endpoint: '/v1/user/me', kind: 'delay', milliseconds: 700 });
    const started = Date.now();
    const answer = await requestUser(world, 'any');
    expect(answer.status).toBe(401);
    expect(Date.now() - started).toBeGreaterThanOrEqual(700);
  });

  test('cuts the response: the code is used and the token lost', async () => {
    const code = await freshCode();
    await setFaults({ endpoint: '/oauth2/token', kind: 'cut' });
    await expect(requestToken(world, { code }).then((answer) => answer.text())).rejects.toThrow();
    expect((await requestToken(world, { code })).status).toBe(500);
  });

  test('cuts a redirect, which then leads nowhere', async () => {
    await setFaults({ endpoint: '/oauth2/authorize', kind: 'cut' });
    // The connection may be cut before or after the headers have left.
    const answer = await browser.fetch(authorizeUrl(world), { redirect: 'manual' }).catch(() => undefined);
    expect(answer?.headers.has('Location') ?? false).toBe(false);
    await expect(answer?.text() ?? Promise.reject(new Error('cut'))).rejects.toThrow();
  });

  test('returns expires_in as a string', async () => {
    await setFaults({ endpoint: '/oauth2/token', kind: 'string-expires_in' });
    const answer = await jsonOf(await requestToken(world, { code: await freshCode() }));
    expect(answer).toMatchObject({ access_token: expect.any(String), expires_in: '600' });
  });

  test('returns error as "" on success', async () => {
    const token = await freshToken();
    await setFaults({ endpoint: '/v1/user/me', kind: 'empty-error' });
    expect(await jsonOf(await requestUser(world, token))).toMatchObject({ code: '0000', error: '' });
    expect(await jsonOf(await requestUser(world, token))).toMatchObject({ code: '0000', error: 'success' });
  });
});

describe('the empty record of an automatic login', () => {
  const encryptedEmpty = () => encryptField('', world.applications.shop.client_secret);
  const userWith = async (...faults: Fault['kind'][]) => {
    const token = await freshToken();
    await setFaults(...faults.map((kind) => ({ endpoint: '/v1/user/me', kind }) as Partial<Fault>));
    return (await jsonOf(await requestUser(world, token))).user;
  };

  test('from the service has encrypted fields and a plain agegroup', async () => {
    expect(await userWith()).toMatchObject({ ci: encryptedEmpty(), name: encryptedEmpty(), agegroup: '' });
  });

  test('has an encrypted agegroup with that fault', async () => {
    expect(await userWith('encrypted-agegroup')).toMatchObject({
      ci: encryptedEmpty(),
      agegroup: encryptedEmpty(),
    });
  });

  test('has plain fields instead of encrypted ones with that fault', async () => {
    expect(await userWith('plain-fields')).toMatchObject({
      ci: '',
      phoneNo: '',
      name: '',
      birthday: '',
      birthdate: '',
      agegroup: '',
    });
  });

  test('can have both faults', async () => {
    expect(await userWith('plain-fields', 'encrypted-agegroup')).toMatchObject({
      ci: '',
      agegroup: encryptedEmpty(),
    });
  });

  test('has no effect on a full record', async () => {
    const other = new BrowserSession(world);
    const token = await accessTokenFor(world, { code: codeOf(await signIn(other, world, people.duri)) });
    await setFaults({ endpoint: '/v1/user/me', kind: 'plain-fields' });
    const { user } = await jsonOf(await requestUser(world, token));
    expect(user).toMatchObject({ name: encryptField('이두리', world.applications.shop.client_secret) });
  });
});

describe("the number of a fault's uses", () => {
  test('is counted only at its endpoint', async () => {
    const error = { kind: 'error', status: 500, error: 'server_error', count: 2 } as const;
    await setFaults({ endpoint: '/v1/user/me', ...error });
    expect((await requestToken(world, { code: await freshCode() })).status).toBe(200);
    expect((await requestUser(world, 'any')).status).toBe(500);
    expect(await faultsLeft()).toMatchObject([{ endpoint: '/v1/user/me', count: 1 }]);
    expect((await requestUser(world, 'any')).status).toBe(500);
    expect(await faultsLeft()).toEqual([]);
    expect((await requestUser(world, 'any')).status).toBe(401);
  });

  test('is deleted with all faults by DELETE', async () => {
    await setFaults({ endpoint: '/v1/user/me', kind: 'cut', count: 1000 });
    await askSandbox(world, 'DELETE', '/faults');
    expect(await faultsLeft()).toEqual([]);
    expect((await requestUser(world, 'any')).status).toBe(401);
  });

  test('is added by POST to the existing faults', async () => {
    await setFaults({ endpoint: '/v1/user/me', kind: 'cut' });
    await askSandbox(world, 'POST', '/faults', { endpoint: '/oauth2/token', kind: 'delay', milliseconds: 1 });
    expect(await faultsLeft()).toMatchObject([{ kind: 'cut' }, { kind: 'delay', milliseconds: 1 }]);
  });

  test.each([
    ['endpoint', { endpoint: '/admin/applications', kind: 'cut' }],
    ['kind', { endpoint: '/oauth2/token', kind: 'sulk' }],
    ['count', { endpoint: '/oauth2/token', kind: 'cut', count: 0 }],
    ['milliseconds', { endpoint: '/oauth2/token', kind: 'delay', milliseconds: 60_001 }],
    ['status', { endpoint: '/oauth2/token', kind: 'error', error: 'server_error', status: 200 }],
    ['error', { endpoint: '/oauth2/token', kind: 'error', error: 'teapot', status: 418 }],
  ])('is rejected with a wrong %s', async (field, fault) => {
    const answer = await setFaults(fault as Partial<Fault>);
    expect(answer.status).toBe(400);
    expect((await jsonOf(answer)).message).toContain(field);
  });
});
