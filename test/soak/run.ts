/** `npm run soak`: docs/security.md, "How it is proved". */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { setup } from '../support/world/global-setup.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string' }, seed: { type: 'string' } } });
const seconds = Number(values.seconds ?? 600);
const seed = Number(values.seed ?? randomInt(2 ** 31));

const tidy = await setup();
// V8 keeps hundreds of megabytes of garbage before it collects: with heaps that begin small the memory shows what is held.
process.env.MINIFLARE_WORKERD_V8_FLAGS = '--initial-old-space-size=4 --max-semi-space-size=1';
console.log(`${seconds} seconds, --seed ${seed}`);
try {
  // The modules look for the folder of this run when they are loaded.
  const [{ soakFor }, { describeSoak }] = await Promise.all([import('./soak.ts'), import('./report.ts')]);
  console.log(describeSoak(await soakFor({ seconds, seed, tell: console.log })));
} catch (failure) {
  console.error(failure);
  process.exitCode = 1;
} finally {
  tidy();
}
