import { type Case, changesSandbox } from './cases.ts';
import { type FuzzWorld, startFuzzWorld } from './fuzz-world.ts';
import { type Judged, judge, judgeNext, judgeOneByOne, judgeStrangers, together } from './judge.ts';

/** A world in which cases are played again. */
export class Stage {
  #world: FuzzWorld | undefined;

  /** Plays cases with a corpus of their own. @param isNew whether to play them in a new world. */
  async judge(cases: readonly Case[], oracle: string, isNew: boolean): Promise<Judged> {
    if (isNew) await this.close();
    this.#world ??= await startFuzzWorld();
    const world = this.#world;
    try {
      const corpus = await world.record();
      world.newLines();
      if (oracle === 'storage') return await judgeStrangers(world, corpus, cases);
      const isSpecial = ({ steps }: Case) => steps.some(({ request }) => changesSandbox(request));
      const judged = [
        await judge(
          world,
          corpus,
          cases.filter((one) => !isSpecial(one)),
        ),
        await judgeOneByOne(world, corpus, cases.filter(isSpecial)),
      ];
      if (oracle === 'next') judged.push({ played: [], found: await judgeNext(world, cases) });
      return together(judged);
    } catch (failure) {
      // Good requests get no answer any more, so the next login fails too.
      return { played: [], found: [{ oracle: 'next', says: String(failure), cases }] };
    }
  }

  async close(): Promise<void> {
    await this.#world?.close();
    this.#world = undefined;
  }
}
