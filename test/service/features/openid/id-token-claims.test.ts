import { describe, expect, test } from 'vitest';
import { BrowserSession } from '../../../support/fixtures/browser-session.ts';
import {
  openIdUrl,
  readToken,
  registerRelyingParty,
  requestUserinfo,
  signInAt,
  tokensOf,
} from '../../../support/fixtures/openid.ts';
import { newSubscriber } from '../../../support/fixtures/phones.ts';
import {
  administer,
  type ShownApplication,
  shownApplication,
} from '../../../support/requests/operator-requests.ts';
import type { Credentials } from '../../../support/requests/service-requests.ts';
import { useWorld } from '../../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const personal = [
  'name',
  'gender',
  'birthdate',
  'phone_number',
  'phone_number_verified',
  'email',
  'email_verified',
];

/** The personal claims in the id_token of a new sign-in, and those at userinfo. */
async function claimsAt(application: Credentials) {
  const end = await signInAt(world, application, await newSubscriber(world));
  const { id_token, access_token } = await tokensOf(world, application, end);
  const told = (await (await requestUserinfo(world, access_token)).json()) as object;
  const of = (claims: object) => Object.keys(claims).filter((name) => personal.includes(name));
  return { inIdToken: of(readToken(id_token).claims), atUserinfo: of(told) };
}

const show = async ({ client_id }: Credentials): Promise<ShownApplication> =>
  shownApplication(await administer(world, 'GET', `/${client_id}`));
const change = async ({ client_id }: Credentials, body: object) => {
  expect((await administer(world, 'PATCH', `/${client_id}`, { body })).status).toBe(200);
  await world.clock.advance(90);
};
const everywhere = { inIdToken: personal, atUserinfo: personal };
const atUserinfo = { inIdToken: [], atUserinfo: personal };

describe('the claims of a user', () => {
  test('are only at userinfo for a new registration', async () => {
    const application = await registerRelyingParty(world);
    expect(await show(application)).toMatchObject({ id_token_claims: false });
    expect(await claimsAt(application)).toEqual(atUserinfo);
  });

  test('are in the id_token too with id_token_claims', async () => {
    const application = await registerRelyingParty(world, { id_token_claims: true });
    expect(await claimsAt(application)).toEqual(everywhere);
    await change(application, { id_token_claims: false });
    expect(await claimsAt(application)).toEqual(atUserinfo);
  });
});

test('an id_token_hint appears in no redirect and on no page', async () => {
  const application = await registerRelyingParty(world, { id_token_claims: true });
  const person = await newSubscriber(world);
  const { id_token } = await tokensOf(world, application, await signInAt(world, application, person));
  const answers: string[] = [];
  const fetch: typeof world.fetch = async (...asked) => {
    const answer = await world.fetch(...asked);
    answers.push(decodeURIComponent(answer.headers.get('Location') ?? ''), await answer.clone().text());
    return answer;
  };
  const browser = new BrowserSession({ ...world, fetch });
  const form = await browser.get(openIdUrl(world, application, { id_token_hint: id_token }));
  expect((await browser.submit(form, person)).url.searchParams.has('code')).toBe(true);
  expect(answers.length).toBeGreaterThanOrEqual(4);
  const [, payload = ''] = id_token.split('.');
  for (const text of answers) expect(text).not.toContain(payload.slice(20, 60));
});
