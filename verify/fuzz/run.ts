/** `npm run fuzz`: docs/security.md, "How it is proved". */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { setup } from '../../test/support/world/global-setup.ts';
import type { Finding } from './explain.ts';
import type { Found } from './judge.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } });
const seed = Number(values.seed ?? randomInt(2 ** 31));
const seconds = Number(values.seconds ?? 60);

const tell = ({ oracle, says, steps, isSeenOnce }: Finding) =>
  console.log(
    `FOUND by "${oracle}"${isSeenOnce ? ', once, and not when it was sent again' : ''}: ${says}\n  ${steps.join('\n  ')}\n`,
  );

const begun = Date.now();
const notice = ({ oracle, template = 'a batch', says }: Found) =>
  console.log(
    `After ${Math.round((Date.now() - begun) / 1000)} s "${oracle}" notices at ${template}: ${says.slice(0, 200)}`,
  );

const tidy = await setup();
console.log(`${seconds} s, --seed ${seed}`);
try {
  // The module looks for the folder of this run when it is loaded.
  const { fuzz } = await import('./fuzz.ts');
  const { statistics, findings } = await fuzz({ seconds, seed, notice, tell });
  console.log(`${statistics}\n${findings.length} findings, --seed ${seed}`);
  if (findings.length > 0) process.exitCode = 1;
} finally {
  await tidy();
}
