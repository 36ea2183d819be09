import { parseSetCookie } from 'cookie';
import { parse } from 'node-html-parser';
import { type Sent, send } from '../../test/support/requests/send.ts';
import { origins } from '../../test/support/world/test-settings.ts';
import type { Choices } from './choices.ts';
import type { Corpus } from './corpus.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import type { Mutation } from './mutation.ts';
import { drawMutations, mutated } from './mutations.ts';
import type { Exchange } from './oracles.ts';
import { asCurl, changeFields, type Draft, encode, fieldNames } from './request-draft.ts';

/** A good request of the corpus, by its name, and its changes. */
interface Step {
  request: string;
  mutations: Mutation[];
}

/** Requests of one browser, in turn. */
export interface Case {
  steps: Step[];
  /** Nothing in it is genuine: no cookie, token, code or secret. */
  isStranger: boolean;
}

/** The request with its answer, or with the reason why there is none. */
export type Played = { step: Step; curl: string; template: string } & (
  | { exchange: Exchange; isOfRuntime: boolean }
  | { failure: string }
);

const maxMutations = 3;

/** Draws a case with a good request: by itself, or among others of the corpus in any order. */
export function drawCase(choices: Choices, { requests, values }: Corpus, request: string): Case {
  const isSequence = choices.maybe(0.15);
  const others = isSequence
    ? Array.from({ length: 1 + choices.upTo(4) }, () => choices.pick([...requests.keys()]))
    : [];
  const names = [...others, request].filter((name) => !changesSandbox(name) || !isSequence);
  const steps = names.map((name) => ({
    request: name,
    mutations: drawMutations(
      choices,
      requests.get(name) as Draft,
      Object.keys(values),
      isSequence ? 1 : maxMutations,
    ),
  }));
  return { steps: steps.length > 0 ? steps : [{ request, mutations: [] }], isStranger: false };
}

/** Draws a case of an attacker without any valid value. */
export function drawStranger(choices: Choices, { requests }: Corpus, request: string): Case {
  const mutations = drawMutations(choices, requests.get(request) as Draft, [], maxMutations);
  return { steps: [{ request, mutations }], isStranger: true };
}

/** Whether a request may set faults of the sandbox, for all users. */
export const changesSandbox = (request: string): boolean => / \/sandbox\/faults(?:\/\w+)? \d+$/.test(request);

/** Sends the requests of a case, and stops at one without an answer. */
export async function play(world: FuzzWorld, corpus: Corpus, { steps, isStranger }: Case): Promise<Played[]> {
  const browser = new Remembered();
  const played: Played[] = [];
  for (const step of steps) {
    const good = corpus.requests.get(step.request);
    if (good === undefined) continue;
    const known = isStranger ? madeUp(good) : good;
    const draft = mutated(
      steps.length > 1 ? browser.filledIn(known) : known,
      step.mutations,
      isStranger ? {} : corpus.values,
    );
    const hasAddress = draft.headers.some(([name]) => name === 'CF-Connecting-IP');
    if (!hasAddress) draft.headers.push(['CF-Connecting-IP', world.newAddress()]);
    const one = await playStep(world, step, draft);
    played.push(one);
    if ('failure' in one) break;
    browser.remember(draft, one.exchange);
  }
  return played;
}

async function playStep(world: FuzzWorld, step: Step, draft: Draft): Promise<Played> {
  const { half, template } = draft;
  const origin = origins[half];
  const sent = encode(draft);
  const described = { step, template: `${half} ${draft.method} ${template}`, curl: asCurl(sent, origin) };
  try {
    const url = new URL(origin + sent.target);
    const isOfGuard = world.workerAt(url) === 'plid-gateway-guard';
    // The guard forwards bodies unread. It treats one that ends too early as a failure of the application.
    if (isOfGuard) sent.lengthError = Math.min(sent.lengthError, 0);
    const { isOfRuntime, ...answer } = await send(world, sent, origin);
    const exchange = { half, method: sent.method, url, isOfGuard, sent: textOf(sent), answer };
    return { ...described, exchange, isOfRuntime };
  } catch (failure) {
    return { ...described, failure: String(failure) };
  }
}

const textOf = ({ target, headers, body }: Sent): string =>
  [target, ...headers.flat(), body?.toString() ?? ''].join('\n');

/** The part of an answer that a browser takes into the next request. */
class Remembered {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #values = new Map<string, string>();

  remember({ half }: Draft, { url, answer: { headers, body } }: Exchange): void {
    const jar = this.#cookies.get(half) ?? new Map();
    for (const header of headers.getSetCookie()) {
      const { name, value = '' } = parseSetCookie(header);
      jar.set(name, value);
    }
    this.#cookies.set(half, jar);
    const location = headers.get('Location') ?? '';
    if (URL.canParse(location, url.origin))
      for (const [name, value] of new URL(location, url.origin).searchParams) this.#values.set(name, value);
    if (!headers.get('Content-Type')?.startsWith('text/html')) return;
    for (const input of parse(body).querySelectorAll('input[type=hidden]'))
      this.#values.set(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '');
  }

  filledIn(good: Draft): Draft {
    const draft = structuredClone(good);
    const jar = this.#cookies.get(draft.half);
    if (jar !== undefined && jar.size > 0) {
      const cookies = [...jar].map((pair) => pair.join('=')).join('; ');
      draft.headers = [...draft.headers.filter(([name]) => name !== 'Cookie'), ['Cookie', cookies]];
    }
    for (const name of fieldNames(draft)) {
      const value = this.#values.get(name);
      if (value !== undefined) changeFields(draft, name, () => [{ name, value }]);
    }
    return draft;
  }
}

const isPublic = (text: string) =>
  text.length < 16 || /^https?:|^[\w.]+:\/|\//.test(text) || text.startsWith('demo');

/** Changes one letter in the middle: neither a secret nor a signature survives that. */
function forged(text: string): string {
  const middle = Math.floor(text.length / 2);
  const letter = text[middle] === 'A' ? 'B' : 'A';
  return text.slice(0, middle) + letter + text.slice(middle + 1);
}

/** The same request without any genuine value. */
function madeUp(good: Draft): Draft {
  const draft = structuredClone(good);
  draft.path = draft.path
    .split('/')
    .map((part) => (part.length < 16 || draft.template.includes(part) ? part : forged(part)))
    .join('/');
  draft.headers = draft.headers.map(([name, value]) => [
    name,
    /^(?:cookie|authorization)$/i.test(name) ? value.split('; ').map(forged).join('; ') : value,
  ]);
  for (const name of fieldNames(draft))
    changeFields(draft, name, (field) => [
      isPublic(field.value) ? field : { ...field, value: forged(field.value) },
    ]);
  if (draft.body?.type === 'text') draft.body.text = forged(draft.body.text);
  return draft;
}
