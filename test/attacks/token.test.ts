import { describe, expect, test } from 'vitest';
import { BrowserSession, type Shown } from '../support/fixtures/browser-session.ts';
import { newSubscriber } from '../support/fixtures/phones.ts';
import { authorizeUrl, codeOf, type Person, signIn } from '../support/fixtures/sign-in.ts';
import { reportSubscriber } from '../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  jsonOf,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../support/requests/service-requests.ts';
import { useWorld } from '../support/world/use-world.ts';
import type { World } from '../support/world/world.ts';

const world = useWorld({ half: 'service' });

/** A user who has agreed, and whose browser still shows the consent page. */
async function agree(person?: Person) {
  const browser = new BrowserSession(world);
  const page = await browser.get(authorizeUrl(world));
  const consent = await browser.submit(page, person ?? (await newSubscriber(world)));
  return { browser, consent, code: codeOf(await browser.submit(consent)) };
}

async function disconnect(access_token: string): Promise<void> {
  const { user } = await jsonOf(await requestUser(world, access_token));
  expect((await requestDisconnect(world, { plid: user?.plid ?? '' })).status).toBe(200);
}

function expectFinished(page: Shown) {
  expect([page.status, page.document.querySelector('h1')?.text]).toEqual([400, 'This sign-in is finished']);
}

describe('a disconnect', () => {
  test("isn't undone by repeating the form of the same sign-in: no code, no token", async () => {
    const { browser, consent, code } = await agree();
    const token = await accessTokenFor(world, { code });
    await disconnect(token);
    expectFinished(await browser.submit(consent));
    expect((await requestToken(world, { code })).status).toBe(500);
    expect((await requestUser(world, token)).status).toBe(401);
  });

  test("isn't undone for an unused code", async () => {
    const person = await newSubscriber(world);
    const first = await agree(person);
    const browser = new BrowserSession(world);
    const second = await browser.submit(await browser.get(authorizeUrl(world)), person);
    await disconnect(await accessTokenFor(world, { code: codeOf(second) }));
    expectFinished(await first.browser.submit(first.consent));
    expect((await requestToken(world, { code: first.code })).status).toBe(500);
  });

  test('is followed by a new sign-in that asks for consent and works', async () => {
    const person = await newSubscriber(world);
    const { code } = await agree(person);
    await disconnect(await accessTokenFor(world, { code }));
    const again = await agree(person);
    const { user } = await jsonOf(await requestUser(world, await accessTokenFor(world, again)));
    expect(user).toMatchObject({ gender: 'M', autoLoginYn: 'N' });
  });
});

describe('a disconnect at the same moment', () => {
  const endings: [string, (world: World, granted: Granted) => Promise<Response>][] = [
    ['a disconnect', (world, { plid }) => requestDisconnect(world, { plid })],
    ['leaving', (world, { phoneNo }) => reportSubscriber(world, 'leave', { phoneNo })],
  ];

  test.each(endings)(
    '%s leaves no valid token, in either order',
    {
      timeout: 120_000,
    },
    async (_, end) => {
      for (let round = 0; round < 4; round += 1) {
        const granted = await signInFresh();
        const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
        const [ended, redeemed] = await Promise.all([
          later(round).then(() => end(world, granted)),
          later(round % 3).then(() => requestToken(world, { code: granted.code })),
        ]);
        expect(ended.status).toBe(200);
        const { access_token } = await jsonOf(redeemed);
        if (access_token === undefined) expect(redeemed.status).toBe(500);
        else expect((await requestUser(world, access_token)).status).toBe(401);
        expect((await requestToken(world, { code: granted.code })).status).toBe(500);
      }
    },
  );

  interface Granted {
    plid: string;
    phoneNo: string;
    code: string;
  }

  /** A user who has agreed before, and now has a new code. */
  async function signInFresh(): Promise<Granted> {
    const person = await newSubscriber(world);
    const { code } = await agree(person);
    const { user } = await jsonOf(await requestUser(world, await accessTokenFor(world, { code })));
    const again = codeOf(await signIn(new BrowserSession(world), world, person));
    return { plid: user?.plid ?? '', phoneNo: person.phoneNo, code: again };
  }
});
