import { decodeJwt, type JSONWebKeySet, type JWTPayload } from 'jose';
import * as v from 'valibot';
import { afterAll, beforeEach, expect, onTestFinished, vi } from 'vitest';
import { eventKeySetting, publicKeysOf } from '../../../workers/service/settings/event-keys.ts';
import { person, userAnswer } from '../../support/fakes/service-stand-in.ts';
import { books, issuerOf, logInAt, type papers, tokensAt } from '../../support/fixtures/gateway-openid.ts';
import { startLogoutReceiver, validateLogoutToken } from '../../support/fixtures/logout-receiver.ts';
import { type GatewayWorld, useGatewayWorld, Visitor } from '../../support/world/gateway-world.ts';
import { openIdClients, origins, serviceSecrets } from '../../support/world/test-settings.ts';

type Party = typeof books | typeof papers;
type Receiver = Awaited<ReturnType<typeof startLogoutReceiver>>;

/** The setting OPENID_CLIENTS, in which each relying party receives logout_tokens. */
export const clientsWithLogout = ({ addressOf }: Pick<Receiver, 'addressOf'>): string =>
  JSON.stringify(
    (JSON.parse(openIdClients) as { id: string }[]).map((entry) => ({
      ...entry,
      backchannel_logout_uri: addressOf(entry.id),
    })),
  );

/** A gateway whose relying parties receive logout_tokens, for all tests of a file. */
export async function useLogoutWorld() {
  const receiver = await startLogoutReceiver();
  const vars = { OPENID_CLIENTS: clientsWithLogout(receiver), EVENT_ISSUER: origins.service };
  const world = useGatewayWorld({ vars });
  afterAll(() => receiver.close());
  beforeEach(() => {
    world.standIn.reset();
    receiver.reset();
  });
  return { world, receiver, ...actionsIn(world, receiver) };
}

/** Publishes the service's keys for events until the test ends, instead of the stand-in. */
export async function publishEventKeys(): Promise<void> {
  const original = globalThis.fetch;
  onTestFinished(() => {
    globalThis.fetch = original;
  });
  const published = await publicKeysOf(v.parse(eventKeySetting, serviceSecrets.EVENT_KEY) ?? []);
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input));
    return pathname === '/.well-known/jwks.json' ? Response.json(published) : original(input, init);
  };
}

/** What the tests do in such a world. */
function actionsIn(world: GatewayWorld, receiver: Receiver) {
  /** Lets the next sign-in be one of a new user. */
  function newPerson(): string {
    const plid = crypto.randomUUID();
    world.standIn.answer({ user: () => userAnswer({ ...person, plid, ci: `ci-of-${plid}` }) });
    return plid;
  }
  /** Signs a browser in at a relying party. @returns the claims of its id_token. */
  async function signInAt(visitor: Visitor, party: Party = books, query: Record<string, string> = {}) {
    const { id_token } = await tokensAt(world, await logInAt(world, { visitor, party, query }), party);
    return { id_token, ...(decodeJwt(id_token) as JWTPayload & { sub: string; sid: string }) };
  }
  const keys = async (): Promise<JSONWebKeySet> => (await world.fetch(`${issuerOf(world)}/jwks.json`)).json();
  /** Validates the tokens that a relying party received. */
  async function logoutsAt({ client_id }: Party = books): Promise<JWTPayload[]> {
    const provider = { issuer: issuerOf(world), client_id, keys: await keys(), now: await world.clock.now() };
    const tokens = receiver.tokensOf(client_id);
    return Promise.all(tokens.map((token) => validateLogoutToken(token, provider, new Set())));
  }
  /** Waits until a relying party has received a number of logout_tokens. */
  const arrived = (count: number, { client_id }: Party = books) =>
    vi.waitFor(() => expect(receiver.tokensOf(client_id)).toHaveLength(count), {
      timeout: 15_000,
      interval: 50,
    });
  return {
    newPerson,
    signInAt,
    logoutsAt,
    arrived,
    keys,
    /** A user who is signed in at relying parties, in a new browser. */
    async signedIn(...parties: Party[]) {
      const plid = newPerson();
      const visitor = new Visitor(world);
      const claims = [];
      for (const party of parties) claims.push(await signInAt(visitor, party));
      return { plid, visitor, claims };
    },
  };
}
