/** `npm run mutants`: docs/security.md, "How it is proved". */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { randomNumbers } from '../support/seed.ts';
import type { Mutant } from './mutant.ts';
import { parts } from './parts.ts';
import { tryMutants, type Verdict } from './try-mutants.ts';

/** The share of them that has to be noticed. */
const enough = 0.97;

const { values } = parseArgs({
  options: {
    /** IDs, or beginnings of IDs, with commas between them. */
    only: { type: 'string' },
    part: { type: 'string' },
    /** A number of them, drawn by the seed. */
    runs: { type: 'string' },
    seed: { type: 'string' },
    /** How many run at a time. */
    workers: { type: 'string', default: '2' },
  },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));

function chosen(): Mutant[] {
  const { part, only, runs } = values;
  const all = part === undefined ? Object.values(parts).flat() : parts[part];
  if (all === undefined) throw new Error(`--part is one of ${Object.keys(parts).join(', ')}`);
  const named = only?.split(',');
  const some = all.filter(({ id }) => named === undefined || named.some((name) => id.startsWith(name)));
  if (some.length === 0) throw new Error('There is no such mutant.');
  const random = randomNumbers(seed);
  const drawn = some.map((mutant) => ({ mutant, draw: random() })).sort((a, b) => a.draw - b.draw);
  return drawn.slice(0, Number(runs ?? some.length)).map(({ mutant }) => mutant);
}

const tell = ({ mutant, kind, by, seconds }: Verdict) =>
  console.log(`${mutant.id}: ${kind} (${seconds} s)\n    ${kind === 'NOT noticed' ? mutant.breaks : by}`);

const mutants = chosen();
const begun = Date.now();
console.log(`${mutants.length} mutants, --seed ${seed}. First their tests without any.`);
const verdicts = await tryMutants(mutants, { workers: Number(values.workers), tell });

const count = (kind: Verdict['kind']) => verdicts.filter((verdict) => verdict.kind === kind).length;
const noticed = count('noticed') + count('timed out');
const share = noticed / verdicts.length;
console.log(
  `${noticed} of ${verdicts.length} noticed (${(share * 100).toFixed(1)} %; ${count('timed out')} by a time-out), ${count('NOT noticed')} not, ${count('error')} errors, in ${Math.round((Date.now() - begun) / 1000)} s.`,
);
for (const { mutant, kind } of verdicts)
  if (kind === 'NOT noticed' || kind === 'error') console.log(`  ${kind}: ${mutant.id}, ${mutant.breaks}`);
if (share < enough) process.exitCode = 1;
