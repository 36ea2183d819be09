import * as v from 'valibot';
import { describe, expect, onTestFinished, test } from 'vitest';
import events from '../../workers/gateway/features/events/index.ts';
import openid from '../../workers/gateway/features/openid/index.ts';
import people from '../../workers/gateway/features/people/index.ts';
import disconnect from '../../workers/gateway/routes/disconnect/index.ts';
import logout from '../../workers/gateway/routes/logout/index.ts';
import { handleLength } from '../../workers/gateway/sessions/session-handle.ts';
import { type SecurityEventType, signEvent } from '../../workers/service/protocol/security-event.ts';
import { eventKeySetting, publicKeysOf } from '../../workers/service/settings/event-keys.ts';
import { applications, gatewaySecrets, origins, serviceSecrets } from '../support/world/test-settings.ts';
import { forgotten, type LeftAtGateway, leftAtGateway, signedIn, without } from './support/gateway-left.ts';
import { gatewayEnv } from './support/numbered-bindings.ts';
import { NumberedWorld } from './support/numbered-world.ts';
import { type Command, playWithEachFault } from './support/play-command.ts';
import {
  answeringService,
  comeBack,
  phoneNo,
  type SignedIn,
  storeSessions,
} from './support/stored-session.ts';

const eventKeys = v.parse(eventKeySetting, serviceSecrets.EVENT_KEY) ?? [];

type Worker = Parameters<NumberedWorld['send']>[0];

async function post(
  world: NumberedWorld,
  worker: Worker,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<number> {
  const init = {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
  };
  return (await world.send(worker, gatewayEnv(world), `${origins.gateway}${path}`, init)).status;
}

const about = (run: Command<SignedIn>['run']): Command<SignedIn> => ({
  prepare: storeSessions,
  run,
});

/** A form of the application's own page, in the browser of the first session. */
const inBrowser = (
  worker: Worker,
  path: string,
  form: (user: SignedIn) => Record<string, string> = () => ({}),
) =>
  about(async (world, user) => {
    const body = new URLSearchParams(form(user)).toString();
    const status = await post(world, worker, path, body, {
      Origin: origins.gateway,
      Cookie: user.cookies.first,
    });
    // The command had taken effect: the browser's session is over.
    return status === 401 ? 200 : status;
  });

const byOperator = (what: 'plid' | 'phoneNo') =>
  about((world, { plid }) => {
    const named = what === 'plid' ? { plid } : { phoneNo };
    return post(world, people, '/auth/admin/people/erase', JSON.stringify({ ...named, reason: 'leaves' }), {
      ...{ Authorization: `Bearer ${gatewaySecrets.ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
    });
  });

const byService = (type: SecurityEventType) =>
  about(async (world, { plid }) => {
    const usual = world.elsewhere;
    world.elsewhere = async (url, init) =>
      url.pathname === '/.well-known/jwks.json'
        ? Response.json(await publicKeysOf(eventKeys))
        : usual(url, init);
    const { client_id } = applications.shop;
    const event = { jti: 'an-event', client_id, type, at: world.now, moment: Date.now() };
    const token = await signEvent(eventKeys, event, plid, origins.service);
    return post(world, events, '/auth/events', token, { 'Content-Type': 'application/secevent+jwt' });
  });

/** A sign-in that comes back. If it fails, the browser comes back once more, and then the user signs in once more. */
const signIn = (isAutomatic: boolean) => {
  let attempts = 0;
  let isDone = false;
  return {
    async prepare(world: NumberedWorld) {
      [attempts, isDone] = [0, false];
      const user = await storeSessions(world);
      answeringService(world, isAutomatic);
      return user;
    },
    // The session whose secret reached no browser: it lasts until SESSION_LIFETIME.
    leaves: 'User.signIn',
    async run(world: NumberedWorld, { cookies }: SignedIn) {
      attempts += 1;
      const status = isDone ? 303 : await comeBack(world, 'third', cookies.first);
      isDone ||= status === 303;
      if (isDone) return status;
      return attempts === 1 ? 503 : comeBack(world, 'fourth', cookies.first);
    },
  };
};

const commands: Record<string, Command<SignedIn>> = {
  'POST /auth/logout of this session': inBrowser(logout, '/auth/logout'),
  'POST /auth/logout of another session': inBrowser(logout, '/auth/logout', ({ ids }) => ({
    session: ids.second.slice(0, handleLength),
  })),
  'POST /auth/logout everywhere': inBrowser(logout, '/auth/logout', () => ({ everywhere: 'Y' })),
  'POST /auth/oidc/logout/confirm': inBrowser(openid, '/auth/oidc/logout/confirm'),
  'POST /auth/disconnect': inBrowser(disconnect, '/auth/disconnect'),
  'POST /auth/admin/people/erase by plid': byOperator('plid'),
  'POST /auth/admin/people/erase by number': byOperator('phoneNo'),
  'POST /auth/events of a purged account': byService('account-purged'),
  'POST /auth/events of revoked tokens': byService('tokens-revoked'),
  'GET /auth/callback of a full sign-in': signIn(false),
  'GET /auth/callback of an automatic login': signIn(true),
};

/** What each command leaves of the user at once. */
const left: Record<string, LeftAtGateway> = {
  'POST /auth/logout of this session': without('first'),
  'POST /auth/logout of another session': without('second'),
  'POST /auth/logout everywhere': { ...without('first', 'second'), needsFullSignIn: true },
  'POST /auth/oidc/logout/confirm': without('first'),
  'POST /auth/disconnect': forgotten,
  'POST /auth/admin/people/erase by plid': forgotten,
  'POST /auth/admin/people/erase by number': forgotten,
  'POST /auth/events of a purged account': forgotten,
  'POST /auth/events of revoked tokens': forgotten,
  // The new session takes over the relying parties of the one that it replaces.
  'GET /auth/callback of a full sign-in': {
    ...signedIn,
    sessions: ['second', 'third'],
    copies: ['second', 'third'],
  },
  'GET /auth/callback of an automatic login': {
    ...signedIn,
    sessions: ['second', 'third'],
    copies: ['second', 'third'],
  },
};

describe('a command of the gateway leaves the expected data of a user, without a failure:', () => {
  test.each(Object.entries(commands))('%s', async (name, command) => {
    const world = new NumberedWorld();
    onTestFinished(() => world.close());
    const user = await command.prepare(world);
    expect(await leftAtGateway(world, user)).toEqual(signedIn);
    await world.during(() => command.run(world, user));
    expect(await leftAtGateway(world, user)).toEqual(left[name]);
  });
});

describe('a command of the gateway whose n-th call fails, and that is run again, leaves the same data as without a failure:', () => {
  test.each(Object.entries(commands))('%s', { timeout: 60_000 }, async (_, command) => {
    expect((await playWithEachFault(command)).length).toBeGreaterThan(1);
  });
});
