import { randomInt } from 'node:crypto';
import { connectionsOn, openAccount, signInToAccount } from '../support/fixtures/account-pages.ts';
import { BrowserSession } from '../support/fixtures/browser-session.ts';
import { grantSignIn } from '../support/fixtures/grants.ts';
import {
  authorizeUrl,
  locationOf,
  type Person,
  people,
  postForm,
  signIn,
} from '../support/fixtures/sign-in.ts';
import {
  administer,
  consentTerms,
  registerApplication,
  reportSubscriber,
} from '../support/requests/operator-requests.ts';
import {
  accessTokenFor,
  requestDisconnect,
  requestToken,
  requestUser,
} from '../support/requests/service-requests.ts';
import { type Answer, type Question, shownToPerson, told } from './probes.ts';
import type { OutagesWorld } from './support/outages-world.ts';
import type { service } from './table.ts';

/** How long a phone takes no second request, in seconds, and a little more. */
const betweenRequests = 4;

/** The user of one question: its changes of an account must not change another question's answer. */
const personWith = (phoneNo: string) => ({ ...people.hana, phoneNo });

let others = 0;
/** A user whose phone was not asked before, and does not answer. */
function anotherPerson() {
  others += 1;
  return personWith(`0100001${1_000 + others}`);
}

/** A browser that signs in, and can be stopped before the waiting page. */
async function atSignInPage(world: OutagesWorld) {
  const stops = { atWait: true };
  const visitable = ({ origin, pathname }: URL) =>
    origin === world.service && !(stops.atWait && pathname.endsWith('/wait'));
  const browser = new BrowserSession(world, { visitable });
  await world.clock.advance(betweenRequests);
  return { stops, browser, page: await browser.get(authorizeUrl(world, { prompt: 'login' })) };
}

/** A sign-in after which this browser logs in automatically. */
async function signInForLater(world: OutagesWorld, person: Person) {
  await world.clock.advance(betweenRequests);
  const browser = new BrowserSession(world);
  await signIn(browser, world, { ...person, ...{ autoLogin: 'Y' } });
  return browser;
}

/** A browser in which a user has signed in to the account page, but has not opened it yet. */
async function atAccount(world: OutagesWorld, person: Person) {
  await signInForLater(world, person);
  await world.clock.advance(betweenRequests);
  const stops = { atList: false };
  const visitable = ({ origin, pathname }: URL) =>
    origin === world.service && !(stops.atList && pathname === '/account');
  const browser = new BrowserSession(world, { visitable });
  const start = await openAccount(browser, world);
  stops.atList = true;
  await signInToAccount(browser, world, person, start);
  stops.atList = false;
  return browser;
}

const worked = (answers: readonly Response[], statuses: readonly number[]): Answer => {
  const failed = answers.find(({ status }) => !statuses.includes(status));
  return told(failed ?? (answers[0] as Response), failed === undefined);
};

export const serviceQuestions: Record<keyof typeof service, Question> = {
  'authorize: the sign-in page': {
    prepare: async (world) => async () => {
      const shown = await new BrowserSession(world).get(authorizeUrl(world));
      return shownToPerson(shown, shown.status === 200);
    },
  },

  'authorize: an automatic login': {
    good: 'hours',
    async prepare(world) {
      const browser = await signInForLater(world, personWith('01000000101'));
      return async () => {
        const shown = await browser.get(authorizeUrl(world));
        return shownToPerson(shown, shown.status === 302 && shown.url.searchParams.has('code'));
      };
    },
  },

  'a sign-in is sent': {
    async prepare(world) {
      const { browser, page } = await atSignInPage(world);
      return async () => {
        const shown = await browser.submit(page, anotherPerson());
        return shownToPerson(shown, shown.url.pathname.endsWith('/wait'));
      };
    },
  },

  'waiting for the phone, and the code': {
    async prepare(world) {
      const { stops, browser, page } = await atSignInPage(world);
      const { url } = await browser.submit(page, people.hana);
      await world.clock.advance(betweenRequests);
      stops.atWait = false;
      return async () => {
        let shown = await browser.get(url);
        if (shown.url.pathname.endsWith('/consent')) shown = await browser.submit(shown);
        return shownToPerson(shown, shown.url.searchParams.has('code'));
      };
    },
  },

  token: {
    good: 'a minute',
    async prepare(world) {
      const { code } = await grantSignIn(world);
      return async () => told(await requestToken(world, { code }));
    },
  },

  user: {
    async prepare(world) {
      const token = await accessTokenFor(world, await grantSignIn(world));
      return async () => told(await requestUser(world, token));
    },
  },

  disconnect: {
    async prepare(world) {
      const { plid } = await grantSignIn(world);
      return async () => told(await requestDisconnect(world, { plid }));
    },
  },

  'admin: show, change, rotate, delete': {
    good: 'hours',
    async prepare(world) {
      const registered = await Promise.all(Array.from({ length: 4 }, () => registerApplication(world)));
      const [shown = '', changed = '', rotated = '', deleted = ''] = registered.map(
        ({ client_id }) => `/${client_id}`,
      );
      return async () =>
        worked(
          await Promise.all([
            administer(world, 'GET', shown),
            administer(world, 'PATCH', changed, { body: { reads: 'once' } }),
            administer(world, 'POST', `${rotated}/secrets`),
            administer(world, 'DELETE', deleted),
          ]),
          [200, 201, 204],
        );
    },
  },

  'admin: list': {
    prepare: async (world) => async () => told(await administer(world, 'GET')),
  },

  'admin: register': {
    prepare: async (world) => async () => {
      const name = `서점 ${randomInt(1e9)}`;
      const body = {
        name,
        redirect_uris: ['https://books.example.com/cb'],
        attributes: ['ci'],
        ...consentTerms,
      };
      const answer = await administer(world, 'POST', '', { body });
      return told(answer, answer.status === 201);
    },
  },

  'subscribers: leave': {
    prepare: async (world) => async () =>
      told(await reportSubscriber(world, 'leave', { phoneNo: '01000000099' })),
  },

  'subscribers: automatic logins': {
    good: 'hours',
    async prepare(world) {
      const person = personWith('01000000102');
      await signInForLater(world, person);
      return async () => {
        const answer = await reportSubscriber(world, 'automatic-logins', { phoneNo: person.phoneNo });
        const { automaticLogins } = (await answer.clone().json()) as { automaticLogins?: object[] };
        return told(answer, automaticLogins?.length === 1);
      };
    },
  },

  'account page: connections': {
    async prepare(world) {
      const browser = await atAccount(world, personWith('01000000103'));
      return async () => {
        const shown = await openAccount(browser, world);
        return shownToPerson(shown, connectionsOn(shown).length > 0);
      };
    },
  },

  'account page: disconnecting': {
    async prepare(world) {
      const browser = await atAccount(world, personWith('01000000104'));
      return async () => {
        const answer = await postForm(browser, '/account/disconnect', { all: 'Y' });
        return told(answer, locationOf(answer) === '/account?notice=allDisconnected');
      };
    },
  },
};
