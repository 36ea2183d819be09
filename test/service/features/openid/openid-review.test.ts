import { expect, test } from 'vitest';
import { eventsIn, linesWith } from '../../../support/assertions/log-lines.ts';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import {
  openIdUrl,
  readToken,
  registerRelyingParty,
  requestUserinfo,
  signInAt,
  tokensOf,
} from '../../../support/fixtures/openid.ts';
import { addReviewer, enterCode } from '../../../support/fixtures/reviewers.ts';
import { people, returned, steps } from '../../../support/fixtures/sign-in.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

test('a store reviewer can’t finish a sign-in whose id_token_hint names another user', async () => {
  const application = await registerRelyingParty(world);
  const reviewer = await addReviewer(world, application.client_id);
  const hana = await tokensOf(world, application, await signInAt(world, application, people.hana));
  const signIn = async (id_token_hint: string) => {
    const browser = new BrowserSession(world);
    const form = await browser.get(openIdUrl(world, application, { id_token_hint }));
    const page = await browser.submit(form, { name: 'APP REVIEW', phoneNo: reviewer.phoneNo, telcoCd: 'S' });
    const next = await enterCode(browser, page, reviewer.code);
    return next.url.pathname === steps.consent ? browser.submit(next) : next;
  };
  const refused = returned(await signIn(hana.id_token));
  expect(refused).toMatchObject({ error: 'login_required' });
  expect(refused).not.toHaveProperty('code');
  const own = await tokensOf(world, application, await signIn(''));
  expect(returned(await signIn(own.id_token))).toHaveProperty('code');
});

test('an id_token of a store reviewer is marked, its acr names no phone, and its access token ends with the period', async () => {
  const application = await registerRelyingParty(world, { id_token_claims: true });
  const reviewer = await addReviewer(world, application.client_id, 300);
  const browser = new BrowserSession(world);
  const form = await browser.get(openIdUrl(world, application));
  const page = await browser.submit(form, { name: 'APP REVIEW', phoneNo: reviewer.phoneNo, telcoCd: 'S' });
  const end = await browser.submit(await enterCode(browser, page, reviewer.code));
  const { id_token, access_token } = await tokensOf(world, application, end);
  expect(readToken(id_token).claims).toMatchObject({
    ...{ sub: reviewer.plid, acr: '0', amr: ['review'], birthdate: '1970-01-01' },
    ...{ name: '심사 계정 (App Review)', phone_number: `+82${reviewer.phoneNo.slice(1)}` },
  });
  expect((await requestUserinfo(world, access_token)).status).toBe(200);
  // An exchange of a code has an event, and the reading of the claims has none.
  const marked = async () =>
    (await linesWith(world, { worker: 'service-openid', review: true })).map(eventsIn);
  await expect.poll(marked).toContainEqual([]);
  await world.clock.advance(300);
  expect((await requestUserinfo(world, access_token)).status).toBe(401);
});
