import type { Case, Played, Step } from './cases.ts';
import type { Found, Judged } from './judge.ts';
import { fewest } from './shrink.ts';
import { Stage } from './stage.ts';

/** A fault with the fewest requests that show it again. */
export interface Finding {
  oracle: string;
  says: string;
  /** Each step: the changed request, its changes, and a command that sends it. */
  steps: readonly string[];
  /** It was seen once, and not when the same requests were sent again. */
  isSeenOnce: boolean;
}

/** How long one finding may take, in milliseconds. */
const patience = 120_000;
/** How many cases of a batch are played before a look whether one of them shows the fault. */
const chunk = 12;

/**
 * Shows a fault again, in a new world, with as few requests as possible.
 * @param batch all cases since the last login that worked. @returns undefined for an answer that was slow only once.
 */
export async function explain(found: Found, batch: readonly Case[]): Promise<Finding | undefined> {
  const search = new Search(found);
  try {
    const shortest = (await search.among(found.cases)) ?? (await search.among(batch));
    if (shortest !== undefined) return described(found, shortest, search.last);
    return found.oracle === 'slow' ? undefined : described(found, found.cases.slice(0, chunk), undefined);
  } finally {
    await search.close();
  }
}

class Search {
  last: Judged | undefined;
  readonly #oracle: string;
  readonly #until = Date.now() + patience;
  readonly #stage = new Stage();

  constructor({ oracle }: Found) {
    this.#oracle = oracle;
  }

  close = () => this.#stage.close();

  /** The fewest of these cases, and of their changes, that show the fault; undefined if they do not. */
  async among(cases: readonly Case[]): Promise<readonly Case[] | undefined> {
    const culprit = cases.length > 1 ? await this.#culprit(cases) : cases[0];
    if (culprit !== undefined && (await this.#shows([culprit], true)))
      return [await this.#shortened(culprit)];
    if (cases.length === 1 || !(await this.#shows(cases, true))) return undefined;
    return fewest(cases, (fewer) => this.#shows(fewer, true), this.#until);
  }

  /** Whether these cases show the fault. @param isNew whether to play them in a new world. */
  async #shows(cases: readonly Case[], isNew: boolean): Promise<boolean> {
    if (cases.length === 0) return false;
    const judged = await this.#stage.judge(cases, this.#oracle, isNew);
    const isShown = judged.found.some(({ oracle }) => oracle === this.#oracle);
    if (isShown) this.last = judged;
    return isShown;
  }

  /** The first case after which the fault shows, if they are played in their order. */
  async #culprit(cases: readonly Case[], size = chunk): Promise<Case | undefined> {
    for (let at = 0; at < cases.length; at += size) {
      const played = cases.slice(at, at + size);
      if (!(await this.#shows(played, at === 0))) continue;
      return size === 1 ? played[0] : this.#culprit(played, 1);
    }
    return undefined;
  }

  /** Leaves out steps, then changes. */
  async #shortened(one: Case): Promise<Case> {
    // If a fault outlasts its request, each trial needs a world of its own.
    const isLasting = await this.#shows(
      [{ ...one, steps: one.steps.map((step) => ({ ...step, mutations: [] })) }],
      false,
    );
    const shows = (steps: readonly Step[]) =>
      steps.length === 0 ? Promise.resolve(false) : this.#shows([{ ...one, steps: [...steps] }], isLasting);
    let steps = await fewest(one.steps, shows, this.#until);
    for (const [place, step] of steps.entries()) {
      const having = (mutations: Step['mutations']) => steps.with(place, { ...step, mutations });
      const mutations = await fewest(step.mutations, (fewer) => shows(having([...fewer])), this.#until);
      steps = having([...mutations]);
    }
    const shortest = { ...one, steps: [...steps] };
    return (await this.#shows([shortest], true)) ? shortest : one;
  }
}

function described({ oracle, says }: Found, cases: readonly Case[], last: Judged | undefined): Finding {
  const steps = cases.flatMap((one) =>
    one.steps.map((step) => {
      const changes = step.mutations.map((mutation) => mutation.says).join(', then ');
      const sent = last?.played.find((played) => played.step.request === step.request);
      return `${step.request}${changes && `, where ${changes}`}${sent ? `\n    ${shown(sent)}` : ''}`;
    }),
  );
  const fault = last?.found.find((found) => found.oracle === oracle);
  return { oracle, says: fault?.says ?? says, steps, isSeenOnce: last === undefined };
}

function shown(played: Played): string {
  const answered =
    'exchange' in played
      ? `${played.exchange.answer.status} ${played.exchange.answer.body.slice(0, 200)}`
      : played.failure;
  return `${played.curl}\n    → ${answered}`;
}
