/** `npm run model`, `npm run histories`, `npm run memory`, `npm run schedules`: docs/security.md, "How it is proved". */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { setup } from '../test/support/world/global-setup.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' }, seed: { type: 'string' } },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));

/** Each imports a module that looks for the folder of this run when it is loaded. */
const kinds: Record<string, { runs: string; run: (runs: number) => Promise<unknown> }> = {
  lives: {
    runs: '500',
    run: async (runs) => ({ steps: await (await import('./model/run.ts')).liveLives({ runs, seed }) }),
  },
  histories: {
    runs: '10000',
    run: async (runs) => (await import('./linearizability/run.ts')).tryHistories({ runs, seed }),
  },
  memory: {
    runs: '2000',
    run: async (runs) => (await import('./memory/run.ts')).holdMemory({ runs }),
  },
  schedules: {
    runs: '100000',
    run: async (runs) => (await import('./schedules/run.ts')).trySchedules({ runs, seed }),
  },
};

const [name = ''] = positionals;
const kind = kinds[name];
if (kind === undefined) throw new Error(`One of ${Object.keys(kinds).join(', ')}`);
const runs = Number(values.runs ?? kind.runs);
const begun = Date.now();
const tidy = await setup();
console.log(`${runs} ${name}, --seed ${seed}`);
try {
  console.log('As promised, each of them:', await kind.run(runs));
} catch (failure) {
  console.error(failure);
  process.exitCode = 1;
} finally {
  await tidy();
  console.log(`${Math.round((Date.now() - begun) / 1000)} s`);
}
