import { createFixtures, type Fixtures } from '../../test/attacks/support/fixtures.ts';
import { contractTargets, sandboxRoutes, type Target, targets } from '../../test/attacks/support/targets.ts';
import { sendEvent, signedEvent } from '../../test/gateway/support/event-requests.ts';
import { signInToAccount } from '../../test/support/fixtures/account-pages.ts';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { signInCompletely } from '../../test/support/fixtures/complete-sign-in-walk.ts';
import { changeSubscriber, newSubscriber } from '../../test/support/fixtures/phones.ts';
import { codeOf, type Person, signIn } from '../../test/support/fixtures/sign-in.ts';
import { administer } from '../../test/support/requests/operator-requests.ts';
import type { World } from '../../test/support/world/world.ts';
import type { Values } from './mutation.ts';
import type { Word } from './oracles.ts';
import { draftOf, draftOfRequest, halfOf } from './recorded.ts';
import type { Draft } from './request-draft.ts';

/** Good requests of a world, and the values in them. */
export interface Corpus {
  /** Requests by a name that is the same in every world: `service POST /oauth2/token 2`. */
  requests: ReadonlyMap<string, Draft>;
  values: Values;
  words: readonly Word[];
}

/** How many recorded requests of one kind are kept. */
const kept = 3;

/** Lets users sign in and do everything else, and records the requests, including those between the workers. */
export async function recordCorpus(world: World): Promise<Corpus> {
  const recorded = new Map<string, Draft>();
  const keep = (draft: Draft, max: number) => {
    const kind = `${draft.half} ${draft.method} ${draft.template}`;
    const count = [...recorded.keys()].filter((name) => name.startsWith(`${kind} `)).length;
    if (count < max) recorded.set(`${kind} ${count}`, draft);
  };
  const people = { asker: await createFixtures(world), other: await createFixtures(world) };
  await whileRecording(
    world,
    (draft) => keep(draft, kept),
    async (watched) => {
      await signInCompletely(watched, { events: 'https://shop.example.com/auth/events' });
      await signInToAccount(new BrowserSession(watched), watched, await newSubscriber(watched));
      await exportAndImport(watched, people.asker.client_id);
      await sendEvent(watched, await signedEvent(people.other.plid, await world.clock.now()));
    },
  );
  // Requests of a sign-in that waits for its next step: the recorded sign-ins have ended.
  const waiting = [...targets(people.asker), ...behindGuard(people.asker)];
  waiting.push(...contractTargets(people.asker, waiting, sandboxRoutes));
  for (const target of waiting) keep(draftOf(target), Number.POSITIVE_INFINITY);
  return {
    requests: recorded,
    values: Object.fromEntries(
      Object.entries(people).flatMap(([owner, fixtures]) =>
        Object.entries(fixtures).map(([name, value]) => [`${owner}.${name}`, value]),
      ),
    ),
    words: Object.entries(people).flatMap(([owner, fixtures]) => wordsOf(owner, fixtures)),
  };
}

/** An operator exports an application, and imports it again. */
async function exportAndImport(world: World, client_id: string): Promise<void> {
  const { applications } = (await (await administer(world, 'GET', '-export')).json()) as {
    applications: { client_id: string }[];
  };
  const exported = applications.find((one) => one.client_id === client_id);
  if (exported !== undefined)
    await administer(world, 'POST', '-import', { body: { ...exported, replace: true } });
}

/** Requests to the application itself, which pass the guard. */
const behindGuard = ({ gatewayCookies, session }: Fixtures): Target[] => [
  {
    half: 'gateway',
    path: '/orders',
    fields: { page: '2' },
    headers: { Cookie: gatewayCookies, Accept: 'text/html' },
  },
  {
    half: 'gateway',
    path: '/orders',
    method: 'POST',
    type: 'form',
    headers: { Authorization: `Bearer ${session}` },
  },
  { half: 'gateway', path: '/robots.txt' },
];

/** Values that only their owner may see, and credentials that prove the owner. */
function wordsOf(owner: string, fixtures: Fixtures): Word[] {
  const { code, access_token, session, plid, flow, state, serviceCookies, gatewayCookies } = fixtures;
  const cookies = `${serviceCookies}; ${gatewayCookies}`
    .split('; ')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  // Short values, such as the language of the pages, do not identify a user.
  const credentials = [code, access_token, session, ...cookies].filter(({ length }) => length >= 16);
  return [
    ...credentials.map((text): Word => ({ text, owner, opens: true })),
    ...[plid, flow, state].map((text): Word => ({ text, owner })),
  ];
}

/** The values of a user that no request contains. */
export async function createVictim(world: World): Promise<Word[]> {
  const person: Person = { name: '독고비밀', phoneNo: '01029384756', telcoCd: 'S' };
  await changeSubscriber(world, person.phoneNo, { ...person, birthdate: '870621' });
  const browser = new BrowserSession(world);
  const page = await browser.get(`${world.gateway}/auth/login?return_to=/auth/session`);
  const end = await browser.submit(await browser.submit(page, person), {});
  const { user } = JSON.parse(end.text);
  const code = codeOf(await signIn(new BrowserSession(world), world, person));
  const session = browser.cookies(world.gateway).get('__Host-plid-session') ?? '';
  const texts = [
    person.name,
    person.phoneNo,
    '010-2938-4756',
    '+821029384756',
    user.plid,
    user.ci,
    code,
    session,
  ];
  return texts.filter(Boolean).map((text) => ({ text, owner: 'victim' }));
}

/** Runs some work with a world that records all its requests. */
async function whileRecording(
  world: World,
  keep: (draft: Draft) => void,
  work: (watched: World) => Promise<unknown>,
): Promise<void> {
  const betweenWorkers = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input));
    if (halfOf(url) === undefined) return betweenWorkers(input, init);
    const request = new Request(input, init);
    const body = await request.text();
    const sent = {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body && { body }),
    };
    keep(draftOfRequest(url, sent));
    return betweenWorkers(url, sent);
  };
  const watched: World = {
    ...world,
    fetch(address, init = {}) {
      keep(draftOfRequest(new URL(address), init));
      return world.fetch(address, init);
    },
  };
  await work(watched).finally(() => {
    globalThis.fetch = betweenWorkers;
  });
}
