import type { Batch, DrawnCase } from './batch.ts';
import { type Case, changesSandbox, drawCase, drawStranger } from './cases.ts';
import { Choices } from './choices.ts';
import type { Corpus } from './corpus.ts';
import { type FuzzWorld, startFuzzWorld } from './fuzz-world.ts';
import { type Judged, judge, judgeNext, judgeOneByOne, judgeStrangers, together } from './judge.ts';
import { judgeRudeLogins } from './malformed-carrier-sign-ins.ts';

/** Recorded requests age: a code is spent, a session ends. */
const batchesPerCorpus = 4;

/** The world in which batches are played. After a fault a new world replaces it, since the fault may have left something behind. */
export class Stage {
  #world: FuzzWorld | undefined;
  #corpus: Corpus | undefined;
  #batches = 0;
  #isSpoilt = false;

  /** The names of all good requests. A few of them may be missing in the next world. */
  async names(): Promise<string[]> {
    const { corpus } = await this.#ready();
    return [...corpus.requests.keys()];
  }

  /** Plays a batch and then a login, and finds the faults. `suspects`: the request that shows one by itself, or else the whole batch. */
  async play(batch: Batch): Promise<Judged & { suspects: Batch }> {
    if (this.#isSpoilt) await this.close();
    const { world, corpus } = await this.#ready();
    world.newLines();
    const drawnOf = new Map<Case, DrawnCase>();
    const draw = (how: typeof drawCase, drawn: DrawnCase[]) =>
      drawn
        .filter(({ request }) => corpus.requests.has(request))
        .map((one) => {
          const made = how(new Choices(one.choices), corpus, one.request);
          drawnOf.set(made, one);
          return made;
        });
    const [usual, unknown] = [draw(drawCase, batch.cases), draw(drawStranger, batch.strangers)];
    const isSpecial = ({ steps }: Case) => steps.some(({ request }) => changesSandbox(request));
    const others = usual.filter((one) => !isSpecial(one));
    const judged = [
      await judge(world, corpus, others),
      await judgeOneByOne(world, corpus, usual.filter(isSpecial)),
      await judgeStrangers(world, corpus, unknown),
      { played: [], found: await judgeRudeLogins(world, batch.rudeSignIns) },
      { played: [], found: await judgeNext(world, [...usual, ...unknown]) },
    ];
    const all = together(judged);
    this.#isSpoilt = all.found.length > 0;
    const culprits = all.found
      .find((fault) => fault.cases.length === 1)
      ?.cases.map((one) => drawnOf.get(one));
    const isCulprit = (one: DrawnCase) => culprits === undefined || culprits.includes(one);
    const suspects = {
      cases: batch.cases.filter(isCulprit),
      strangers: batch.strangers.filter(isCulprit),
      rudeSignIns: culprits === undefined ? batch.rudeSignIns : [],
    };
    return { ...all, suspects };
  }

  async close(): Promise<void> {
    const world = this.#world;
    this.#world = undefined;
    this.#corpus = undefined;
    this.#isSpoilt = false;
    await world?.close();
  }

  async #ready(): Promise<{ world: FuzzWorld; corpus: Corpus }> {
    this.#world ??= await startFuzzWorld();
    if (this.#corpus === undefined || this.#batches % batchesPerCorpus === 0)
      this.#corpus = await this.#world.record();
    this.#batches += 1;
    return { world: this.#world, corpus: this.#corpus };
  }
}
