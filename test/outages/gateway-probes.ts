import { parse } from 'node-html-parser';
import { grantSignIn } from '../support/fixtures/grants.ts';
import { App } from '../support/fixtures/native-app.ts';
import { accessTokenFor } from '../support/requests/service-requests.ts';
import { callbackOf, Visitor } from '../support/world/gateway-world.ts';
import { type Answer, type Question, shownToPerson, told } from './probes.ts';
import type { OutagesWorld } from './support/outages-world.ts';
import type { gateway } from './table.ts';

/** The code with which the service redirects a user back to the gateway. */
async function codeFor(world: OutagesWorld, code_challenge: string): Promise<string> {
  const request = { redirect_uri: `${world.gateway}/auth/callback`, code_challenge };
  return (await grantSignIn(world, request)).code;
}

/** A browser that returns from the service. */
async function comingBack(world: OutagesWorld) {
  const visitor = new Visitor(world);
  const { url } = await visitor.get(`${world.gateway}/auth/login`);
  const state = url.searchParams.get('state') ?? '';
  const code = await codeFor(world, url.searchParams.get('code_challenge') ?? '');
  return { visitor, callback: callbackOf(world.gateway, { code, state }) };
}

async function signedIn(world: OutagesWorld): Promise<Visitor> {
  const { visitor, callback } = await comingBack(world);
  const { status, text } = await visitor.get(callback);
  if (status !== 303) throw new Error(`Not signed in: ${status} ${text}`);
  return visitor;
}

/** An app with the code of its sign-in. */
async function appWithCode(world: OutagesWorld) {
  const app = new App(world);
  const { state } = await app.start();
  return { app, state, code: await codeFor(world, app.challenge) };
}

/** A form of the application's own page, sent by a user. */
async function submitted(visitor: Visitor, route: string): Promise<Answer> {
  const answer = await visitor.post(route, {}, { Accept: 'text/html,*/*;q=0.8' });
  const text = await answer.text();
  const { status, headers } = answer;
  return shownToPerson({ status, headers, text, document: parse(text) }, status === 303);
}

export const gatewayQuestions: Record<keyof typeof gateway, Question> = {
  login: {
    prepare: async (world) => async () => {
      const shown = await new Visitor(world).get(`${world.gateway}/auth/login`);
      return shownToPerson(shown, shown.url.origin === world.service);
    },
  },

  callback: {
    async prepare(world) {
      const { visitor, callback } = await comingBack(world);
      return async () => {
        const shown = await visitor.get(callback);
        return shownToPerson(shown, shown.status === 303 && visitor.secret !== undefined);
      };
    },
  },

  'callback in another browser: the page': {
    async prepare(world) {
      const { callback } = await comingBack(world);
      return async () => {
        const shown = await new Visitor(world).get(callback);
        return shownToPerson(shown, shown.status === 400 && shown.text.includes('Sign in again'));
      };
    },
  },

  'an app’s session': {
    async prepare(world) {
      const { app, state, code } = await appWithCode(world);
      const body = { code, state, code_verifier: app.verifier };
      return async () => told(await app.post('/auth/session', body));
    },
  },

  session: {
    good: 'hours',
    async prepare(world) {
      const visitor = await signedIn(world);
      return async () => {
        const answer = await visitor.fetch(`${world.gateway}/auth/session`);
        const { stale = false } = (await answer.clone().json()) as { stale?: boolean };
        return { ...told(answer), stale };
      };
    },
  },

  'list of sessions': {
    good: 'hours',
    async prepare(world) {
      const visitor = await signedIn(world);
      return async () => told(await visitor.fetch(`${world.gateway}/auth/sessions`));
    },
  },

  'sign-out': {
    good: 'hours',
    async prepare(world) {
      const visitor = await signedIn(world);
      return () => submitted(visitor, '/auth/logout');
    },
  },

  disconnect: {
    good: 'hours',
    async prepare(world) {
      const visitor = await signedIn(world);
      return () => submitted(visitor, '/auth/disconnect');
    },
  },

  'token proxy': {
    async prepare(world) {
      const { app, state, code } = await appWithCode(world);
      return async () => told(await app.token({ code, state }));
    },
  },

  'user proxy': {
    async prepare(world) {
      const token = await accessTokenFor(world, await grantSignIn(world));
      const headers = { Authorization: `Bearer ${token}` };
      return async () => told(await world.fetch(`${world.gateway}/auth/user`, { headers }));
    },
  },

  'guard: a public path': {
    good: 'hours',
    async prepare(world) {
      const visitor = await signedIn(world);
      return async () => told(await visitor.fetch(`${world.gateway}/public/page`));
    },
  },

  'guard: any other path': {
    good: 'hours',
    async prepare(world) {
      const visitor = await signedIn(world);
      return async () => {
        const shown = await visitor.get(`${world.gateway}/orders`);
        return shownToPerson(shown, shown.status === 200);
      };
    },
  },
};
