import { type Case, changesSandbox, drawCase, drawStranger } from './cases.ts';
import { Choices } from './choices.ts';
import type { Corpus } from './corpus.ts';
import { explain, type Finding } from './explain.ts';
import { type FuzzWorld, startFuzzWorld } from './fuzz-world.ts';
import {
  type Found,
  type Judged,
  judge,
  judgeNext,
  judgeOneByOne,
  judgeStrangers,
  together,
} from './judge.ts';
import { judgeRudeLogins } from './rude-logins.ts';
import { Statistics } from './statistics.ts';

interface FuzzOptions {
  /** The longest run, without the start of the first world and without the time for findings. */
  seconds?: number;
  batches?: number;
  /** The same seed draws the same requests. */
  seed: number;
  /** After so many findings the rest is of little use. */
  maxFindings?: number;
  /** Called with a fault before the search for the shortest way to show it. */
  notice?: (found: Found) => void;
  tell?: (finding: Finding) => void;
}

export interface Report {
  statistics: Statistics;
  findings: readonly Finding[];
}

const casesPerBatch = 96;
const strangersPerBatch = 48;
const rudeLoginsPerBatch = 8;
const batchesPerCorpus = 4;
/** A world remembers every line of its log: after so many batches it is replaced. */
const batchesPerWorld = 64;

/** Sends drawn and changed requests to all routes until the time is over, and reports the faults of the answers. */
export async function fuzz(options: FuzzOptions): Promise<Report> {
  const run = new Run(options);
  await run.all();
  return { statistics: run.statistics, findings: run.findings };
}

class Run {
  readonly statistics = new Statistics();
  readonly findings: Finding[] = [];
  readonly #known = new Set<string>();
  readonly #choices: Choices;
  readonly #notice: (found: Found) => void;
  readonly #tell: (finding: Finding) => void;
  readonly #milliseconds: number;
  #batchesLeft: number;
  readonly #maxFindings: number;
  #until = 0;
  /** The requests of the corpus that are still to be tried before all begin again. */
  readonly #waiting = { anybody: [] as string[], stranger: [] as string[] };

  constructor(options: FuzzOptions) {
    const { seconds, batches, seed, maxFindings = 10, notice, tell } = options;
    this.#maxFindings = maxFindings;
    this.#choices = new Choices(seed);
    this.#milliseconds = (seconds ?? Number.POSITIVE_INFINITY) * 1000;
    this.#batchesLeft = batches ?? Number.POSITIVE_INFINITY;
    this.#notice = notice ?? (() => undefined);
    this.#tell = tell ?? (() => undefined);
  }

  async all(): Promise<void> {
    let isFirst = true;
    do {
      const world = await startFuzzWorld();
      if (isFirst) this.#until = Date.now() + this.#milliseconds;
      isFirst = false;
      let trouble: Trouble | undefined;
      try {
        trouble = await this.#untilTrouble(world);
      } finally {
        await world.close();
      }
      if (trouble !== undefined) await this.#explain(trouble);
    } while (this.#goesOn());
  }

  #goesOn = () =>
    Date.now() < this.#until && this.#batchesLeft > 0 && this.findings.length < this.#maxFindings;

  /** Sends batch after batch to a world, until a fault shows or the world has done enough. */
  async #untilTrouble(world: FuzzWorld): Promise<Trouble | undefined> {
    let corpus = await world.record();
    for (let batch = 0; batch < batchesPerWorld && (batch === 0 || this.#goesOn()); batch += 1) {
      world.newLines();
      this.#batchesLeft -= 1;
      const { cases, judged } = await this.#tryBatch(world, corpus);
      this.statistics.add(judged.played);
      const found = judged.found.filter((each) => !this.#known.has(kindOf(each)));
      if (found.length > 0) return { found, cases };
      if (batch % batchesPerCorpus === 0) corpus = await world.record();
    }
    return undefined;
  }

  async #tryBatch(world: FuzzWorld, corpus: Corpus): Promise<{ cases: readonly Case[]; judged: Judged }> {
    const usual = this.#nextOf('anybody', casesPerBatch, [...corpus.requests.keys()]).map((name) =>
      drawCase(this.#choices, corpus, name),
    );
    const isSpecial = ({ steps }: Case) => steps.some(({ request }) => changesSandbox(request));
    const special = usual.filter(isSpecial);
    const others = usual.filter((one) => !isSpecial(one));
    // The sandbox's storage is not counted: the sandbox is never deployed.
    const names = [...corpus.requests.keys()].filter((name) => !name.startsWith('sandbox '));
    const strangers = this.#nextOf('stranger', strangersPerBatch, names).map((name) =>
      drawStranger(this.#choices, corpus, name),
    );
    const judged = [
      await judge(world, corpus, others),
      await judgeOneByOne(world, corpus, special),
      await judgeStrangers(world, corpus, strangers),
    ];
    const cases = [...usual, ...strangers];
    judged.push({ played: [], found: await judgeRudeLogins(world, this.#choices, rudeLoginsPerBatch) });
    judged.push({ played: [], found: await judgeNext(world, cases) });
    return { cases, judged: together(judged) };
  }

  /** The next requests to try: each comes once before any comes again. */
  #nextOf(who: 'anybody' | 'stranger', count: number, names: readonly string[]): string[] {
    const waiting = this.#waiting[who];
    return Array.from({ length: count }, () => {
      if (waiting.length === 0) waiting.push(...names);
      const [name = ''] = waiting.splice(this.#choices.upTo(waiting.length - 1), 1);
      return name;
    }).filter((name) => names.includes(name));
  }

  async #explain({ found, cases }: Trouble): Promise<void> {
    const begun = Date.now();
    for (const each of found) {
      if (this.#known.has(kindOf(each)) || this.findings.length === this.#maxFindings) continue;
      this.#known.add(kindOf(each));
      this.#notice(each);
      const finding = each.oracle === 'carrier' ? unexplained(each) : await explain(each, cases);
      if (finding === undefined) continue;
      this.findings.push(finding);
      this.#tell(finding);
    }
    this.#until += Date.now() - begun;
  }
}

interface Trouble {
  found: readonly Found[];
  /** Everything since the last login that worked. */
  cases: readonly Case[];
}

/** A fault of a carrier's answers is reported with the seed that draws them. */
const unexplained = ({ oracle, says }: Found): Finding => ({ oracle, says, steps: [], isSeenOnce: false });

/** The kind of a fault: each kind is reported once. */
const kindOf = ({ oracle, template = '' }: Found): string => `${oracle} ${template}`;
