import { beforeAll, describe, expect, test } from 'vitest';
import { challengeOf } from '../../support/fixtures/grants.ts';
import { redirect_uri, registerRelyingParty } from '../../support/fixtures/openid.ts';
import { registerApplication } from '../../support/requests/operator-requests.ts';
import { basic, type Credentials } from '../../support/requests/service-requests.ts';
import { origins } from '../../support/world/test-settings.ts';
import { useWorld } from '../../support/world/use-world.ts';

const world = useWorld({ half: 'service' });

type Sent = [item: string, value: string][];

/** A mistake in an authorization request, and the message of its refusal. */
interface Fault {
  name: string;
  items: string[];
  kind: 'repeated' | 'missing' | 'wrong';
  message: string;
  change(sent: Sent): Sent;
  /** A repeated parameter that is refused first, although its checks follow. */
  after?: string;
}

const invalid = (item: string) => `The value of ${item} is not valid.`;
const without = (sent: Sent, ...items: string[]) => sent.filter(([item]) => !items.includes(item));

const missing = (item: string, message = `The required item ${item} is missing.`): Fault => ({
  ...{ name: `no ${item}`, items: [item], kind: 'missing', message },
  change: (sent) => without(sent, item),
});

const repeated = (item: string, value = 'twice'): Fault => ({
  ...{ name: `a repeated ${item}`, items: [item], kind: 'repeated', message: invalid(item) },
  change(sent) {
    const given = sent.find(([name]) => name === item)?.[1];
    const pair: Sent[number] = [item, given ?? value];
    return [...sent, pair, ...(given === undefined ? [pair] : [])];
  },
});

function wrong(
  item: string,
  value: string,
  { message = invalid(item), beside = {}, after }: { message?: string; beside?: object; after?: string } = {},
): Fault {
  const set: Sent = Object.entries({ ...beside, [item]: value });
  const items = set.map(([name]) => name);
  return {
    ...{ name: `the ${item} ${value.slice(0, 30)}`, items, kind: 'wrong', message },
    ...(after && { after }),
    change: (sent) => [...without(sent, ...items), ...set],
  };
}

const tooLong = (item: string, value: number) =>
  `${invalid(item).replace(/\.$/, '')} because it is too long. Send at most ${value} bytes, counted in encoded form.`;

const unknownClient = wrong('client_id', 'nobody00000000000000', { message: 'Bad client credentials.' });
const unregistered = wrong('redirect_uri', 'https://evil.example/', {
  message: 'The redirect address https://evil.example/ matches none of the registered addresses.',
});

/** The mistakes that are refused before the redirect address is known, in the order in which they are refused. */
const ofClient = [
  repeated('client_id'),
  missing('client_id', 'A client id must be provided.'),
  unknownClient,
  repeated('request_uri'),
  wrong('request_uri', 'urn:ietf:params:oauth:request_uri:forged'),
];
const ofAddress = [missing('redirect_uri'), unregistered];
/** A request by reference, which is redirected to the application if it is one of OpenID Connect. */
const foreign = wrong('request_uri', 'https://rp.example/request', { after: 'scope' });

const ofRest = [
  repeated('response_type'),
  missing('response_type'),
  wrong('response_type', 'token'),
  repeated('state'),
  missing('state'),
  wrong('state', 's'.repeat(2_049), { message: tooLong('state', 2_048) }),
  repeated('prompt'),
  repeated('isHybrid'),
  repeated('code_challenge'),
  repeated('code_challenge_method'),
  repeated('ui_locales'),
];
const ofChallenge = [
  missing('code_challenge'),
  missing('code_challenge_method'),
  wrong('code_challenge_method', 'plain'),
  wrong('code_challenge', 'short'),
];
const ofOpenId = [
  repeated('request'),
  // A repeated response_mode doesn't count for the answer.
  repeated('response_mode', 'form_post'),
  repeated('nonce'),
  repeated('max_age'),
  repeated('id_token_hint'),
  repeated('acr_values'),
  wrong('request', 'e30.e30.'),
  wrong('response_mode', 'fragment'),
  wrong('nonce', 'n'.repeat(513)),
  wrong('max_age', '-1'),
  wrong('id_token_hint', 'no token'),
  wrong('nonce', '가'.repeat(400), {
    message: tooLong('nonce', 2_288 - 1_500),
    beside: { state: 's'.repeat(1_500) },
  }),
];

const plainOrder = [...ofAddress, ...ofRest, ...ofChallenge];
const openIdRest = [
  ...ofRest.filter(({ name }) => name !== 'no state'),
  wrong('prompt', 'none login'),
  ...ofChallenge,
  ...ofOpenId,
];
const openIdOrder = [...ofAddress, repeated('scope'), ...openIdRest];
const atAuthorize = (order: Fault[]) => [...ofClient, repeated('redirect_uri'), foreign, ...order];

const ofCredentials = [
  repeated('client_id'),
  wrong('client_id', 'nobody00000000000000'),
  repeated('request_uri'),
  wrong('request_uri', 'urn:ietf:params:oauth:request_uri:forged'),
  repeated('redirect_uri'),
];

const clients: Record<'plain' | 'openId' | 'pushing', Credentials> = {} as never;
beforeAll(async () => {
  const pkce = 'required';
  clients.plain = await registerApplication(world, { redirect_uris: [redirect_uri], pkce });
  clients.openId = await registerRelyingParty(world, { pkce });
  clients.pushing = await registerApplication(world, { redirect_uris: [redirect_uri], par: 'required' });
});

/** The parameters of a request with one or two mistakes. One that is repeated is so with the other mistake in it. */
function sentWith(client: keyof typeof clients, base: Sent, faults: Fault[]): URLSearchParams {
  const good: Sent = [
    ...base,
    ...Object.entries({ response_type: 'code', redirect_uri, state: 'a state' }),
    ...Object.entries({ code_challenge: challengeOf('v'), code_challenge_method: 'S256' }),
    ...(client === 'openId' ? ([['scope', 'openid phone']] satisfies Sent) : []),
  ];
  const changes = [...faults].sort((a, b) => Number(a.kind === 'repeated') - Number(b.kind === 'repeated'));
  return new URLSearchParams(changes.reduce((sent, { change }) => change(sent), good));
}

/** The errors after one in the order that a request can have at the same time. */
const laterThan = (fault: Fault, order: Fault[]): Fault[] =>
  order.slice(order.indexOf(fault) + 1).filter((other) => {
    const isSameItem = fault.items.some((item) => other.items.includes(item));
    return !isSameItem || [fault.kind, other.kind].sort().join() === 'repeated,wrong';
  });

const winnerOf = (fault: Fault, other: Fault): Fault =>
  other.kind === 'repeated' && other.items[0] === fault.after ? other : fault;

/** Each mistake of an order, and with it each of those that follow. @param count the number of those. */
const pairsIn = (order: Fault[], count?: number) =>
  order.map((fault) => ({
    name: fault.name,
    pairs: [
      [fault],
      ...laterThan(fault, order)
        .slice(0, count)
        .map((other) => [fault, other]),
    ],
  }));

async function authorize(client: keyof typeof clients, faults: Fault[]) {
  const sent = sentWith(client, [['client_id', clients[client].client_id]], faults);
  return world.fetch(`${world.service}/oauth2/authorize?${sent}`, { redirect: 'manual' });
}

const push = (client: keyof typeof clients, faults: Fault[]) =>
  world.fetch(`${world.service}/oauth2/par`, {
    method: 'POST',
    headers: { Authorization: basic(clients[client]) },
    body: sentWith(client, [], faults),
  });

const described = (faults: Fault[]) => faults.map(({ name }) => name).join(', and ');

async function jsonRefusal(answer: Response): Promise<string | undefined> {
  expect(answer.headers.get('Location')).toBeNull();
  return ((await answer.json()) as { message?: string }).message;
}

/** Asks with each pair, and expects the refusal of the first mistake. */
async function expectFirst(
  pairs: Fault[][],
  ask: (faults: Fault[]) => Promise<Response>,
  refusalOf: (answer: Response, faults: Fault[], winner: Fault) => Promise<string | undefined>,
): Promise<void> {
  const results = await Promise.all(
    pairs.map(async ([fault, other]) => {
      const faults = [fault, other].filter((some) => some !== undefined);
      const winner = fault && other ? winnerOf(fault, other) : (fault as Fault);
      return [described(faults), await refusalOf(await ask(faults), faults, winner), winner.message] as const;
    }),
  );
  expect(results.map(([faults, message]) => [faults, message])).toEqual(
    results.map(([faults, , message]) => [faults, message]),
  );
}

describe('of two faults in an authorization request the same one is reported:', () => {
  test.each(pairsIn(atAuthorize(plainOrder)))('$name', async ({ pairs }) => {
    await expectFirst(pairs, (faults) => authorize('plain', faults), jsonRefusal);
  });

  test('another Content-Type before all others', async () => {
    for (const fault of atAuthorize(plainOrder)) {
      const sent = sentWith('plain', [], [fault]);
      const answer = await world.fetch(`${world.service}/oauth2/authorize?${sent}`, {
        ...{ method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: 'x' },
      });
      expect(await jsonRefusal(answer)).toMatch(/^The value of Content-Type/);
    }
  });

  test('a missing request_uri, if one is required, before other faults', async () => {
    const client = { ...missing('request_uri'), name: 'nothing pushed' };
    const pairs = [repeated('redirect_uri'), ...plainOrder].map((fault) => [client, fault]);
    await expectFirst(pairs, (faults) => authorize('pushing', faults), jsonRefusal);
  });
});

describe('of two faults in an OpenID Connect request the same one is reported:', () => {
  const isReturned = (faults: Fault[], winner: Fault) =>
    (openIdRest.includes(winner) || winner === foreign) &&
    !faults.some(({ items }) => items.includes('redirect_uri'));

  /** The message of a refusal; one that is redirected has the state too, unless that is wrong itself. */
  async function refusalOf(answer: Response, faults: Fault[], winner: Fault): Promise<string | undefined> {
    if (!isReturned(faults, winner)) return jsonRefusal(answer);
    const { error_description, state, iss } = Object.fromEntries(
      new URL(answer.headers.get('Location') ?? 'about:blank').searchParams,
    );
    const states = faults.filter(({ items }) => items.includes('state'));
    const isLost = states.some(({ name, kind }) => kind === 'repeated' || name.startsWith('the state'));
    const wanted = isLost ? undefined : states.length > 0 ? 's'.repeat(1_500) : 'a state';
    expect([state, iss]).toEqual([wanted, origins.service]);
    return error_description;
  }

  test.each(pairsIn(atAuthorize(openIdOrder)))('$name', async ({ pairs }) => {
    await expectFirst(pairs, (faults) => authorize('openId', faults), refusalOf);
  });
});

/** Its checks are those of the authorization endpoint: fewer pairs show it. */
describe('of two faults in a pushed request the same one is reported:', () => {
  test.each(pairsIn([...ofCredentials, ...plainOrder], 3))('$name', async ({ pairs }) => {
    await expectFirst(pairs, (faults) => push('plain', faults), jsonRefusal);
  });

  test.each(pairsIn([...ofCredentials, ...openIdOrder], 3))('$name, of OpenID Connect', async ({ pairs }) => {
    await expectFirst(pairs, (faults) => push('openId', faults), jsonRefusal);
  });
});
