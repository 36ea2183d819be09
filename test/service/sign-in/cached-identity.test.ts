import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  approvalLifetime,
  maxSignInCookieLifetime,
} from '../../../workers/service/settings/service-lifetimes.ts';
import { agreement, fromBrowser } from '../../support/fixtures/agreement.ts';
import { account } from '../../support/fixtures/grants.ts';
import { approveOn, changeSubscriber, newSubscriber } from '../../support/fixtures/phones.ts';
import { beginSignIn, codeOf, flowOf } from '../../support/fixtures/sign-in.ts';
import { accessTokenFor, requestUser } from '../../support/requests/service-requests.ts';
import { useWorld } from '../../support/world/use-world.ts';
import { phoneIn } from '../support/phone-objects.ts';

const world = useWorld({ half: 'service' });

const agree = 'form[action$="/consent"]';

test('a carrier is asked for an identity once, because it may forget the approval before the consent', async () => {
  const person = await newSubscriber(world, 'waits');
  const { browser, page } = await beginSignIn(world);
  const waiting = await browser.submit(page, person);
  await approveOn(world, person.phoneNo);
  const consent = await browser.get(waiting.url);
  const asked = () => world.logs().split('"call":"outcome"').length;
  const before = asked();
  await changeSubscriber(world, person.phoneNo, { behaviour: 'fails' });
  await world.clock.advance(approvalLifetime - 1);
  const code = codeOf(await browser.submit(consent, {}, agree));
  expect(asked()).toBe(before);
  expect((await requestUser(world, await accessTokenFor(world, { code }))).status).toBe(200);
});

test('declining consent deletes the cached identity', async () => {
  const person = await newSubscriber(world);
  const { browser, page } = await beginSignIn(world);
  const consent = await browser.submit(page, person);
  const plid = await (await phoneIn(world, person.phoneNo)).plid();
  const stub = account(world, plid ?? '');
  expect(await stub.cachedIdentity(flowOf(consent), 0)).toMatch(/^[\w.-]{40,}$/);
  await browser.submit(consent, {}, 'form[action$="/cancel"]');
  await expect.poll(() => stub.cachedIdentity(flowOf(consent), 0)).toBeUndefined();
});

/** An account whose person is asked for their consent. */
async function asked() {
  const stub = account(world, randomUUID());
  const at = await world.clock.now();
  const request = {
    id: 'a sign-in',
    client_id: 'shop',
    asked: ['name' as const],
    identity: 'sealed',
    ...fromBrowser,
  };
  expect(await stub.grant(request, at)).toEqual({ outcome: 'unconsented' });
  return { stub, at, request };
}

test('an account caches the encrypted identity until the user agrees', async () => {
  const { stub, at, request } = await asked();
  expect(await stub.cachedIdentity('a sign-in', at)).toBe('sealed');
  expect(await stub.cachedIdentity('another', at)).toBeUndefined();
  expect((await stub.grant({ ...request, agreement }, at)).outcome).toBe('granted');
  expect(await stub.cachedIdentity('a sign-in', at)).toBeUndefined();
});

test('an account deletes the cached identity when the user leaves or can no longer agree', async () => {
  const left = await asked();
  await left.stub.terminate(left.at);
  expect(await left.stub.cachedIdentity('a sign-in', left.at)).toBeUndefined();
  const { stub, at } = await asked();
  await world.clock.advance(maxSignInCookieLifetime - 1);
  expect(await stub.cachedIdentity('a sign-in', at)).toBe('sealed');
  await world.clock.advance(1);
  await expect.poll(() => stub.cachedIdentity('a sign-in', at), { timeout: 10_000 }).toBeUndefined();
});
