/** `npm run verify -- KIND`: verify/README.md. Without a kind, lists them. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Figures, kinds, type Options } from './kinds.ts';

const [name, ...words] = process.argv.slice(2);
const { values } = parseArgs({
  args: words,
  // Stryker and Vitest read the rest.
  strict: false,
  options: {
    runs: { type: 'string' },
    seconds: { type: 'string' },
    seed: { type: 'string' },
    install: { type: 'boolean' },
  },
});

/** @throws {TypeError} if it isn't a positive number. */
function numberOf(option: 'runs' | 'seconds'): number | undefined {
  const { [option]: text } = values;
  if (text === undefined) return undefined;
  if (!(Number(text) > 0)) throw new TypeError(`--${option} is a positive number`);
  return Number(text);
}

const listed = (figures: Figures | undefined): string =>
  Object.entries(figures ?? {})
    .map(([what, figure]) => `, ${what}: ${figure.toLocaleString('en')}`)
    .join('');

function list(): void {
  console.log('Usage: npm run verify -- KIND [--seed N] [--runs N] [--seconds N]\n');
  for (const [kind, { proves }] of Object.entries(kinds)) console.log(`  ${kind.padEnd(18)}${proves}`);
}

async function verify(kindName: string): Promise<void> {
  const kind = kinds[kindName];
  if (kind === undefined) {
    console.error(`There is no kind ${kindName}.\n`);
    process.exitCode = 2;
    return list();
  }
  const options: Options = {
    seed: Number(values.seed ?? randomInt(2 ** 31)),
    runs: numberOf('runs'),
    seconds: numberOf('seconds'),
    install: values.install === true,
    words,
  };
  const seed = kind.isDrawn ? ` --seed ${options.seed}` : '';
  console.log(`${kindName}:${seed} ${kind.proves}`);
  const begun = Date.now();
  const seconds = () => `${Math.round((Date.now() - begun) / 1000)} s`;
  try {
    const figures = await kind.verify(options);
    console.log(`${kindName}: passed in ${seconds()}${listed(figures)}`);
  } catch (failure) {
    console.error(failure);
    console.error(`${kindName}: FAILED after ${seconds()}`);
    if (kind.isDrawn) console.error(`Try the same again: npm run verify -- ${kindName}${seed}`);
    process.exitCode = 1;
  }
}

if (name === undefined) list();
else await verify(name);
