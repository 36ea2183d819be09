import type { Draw } from './draw.ts';
import { type FaultKind, type FaultTimes, faultKinds } from './faults.ts';
import type { Figures } from './ledger.ts';
import type { MemoryWatch } from './memory.ts';
import type { SoakWorld } from './soak-world.ts';

interface Disturbed {
  world: SoakWorld;
  figures: Figures;
  faults: FaultTimes;
  memory: MemoryWatch;
  draw: Draw;
  /** The coming faults: each kind comes once before any comes again. */
  deck: ('kill' | FaultKind)[];
}

/** The step of the workers' clock, in milliseconds. */
const tick = 500;
/** The length of a pause between two faults, and of a fault, in ticks. */
const calm = [2, 5] as const;
const duration = [3, 8] as const;

/** Lets faults happen in turn, at least one of them. The clock advances as the real one does. */
export async function disturb(
  disturbed: Disturbed,
  { mayKill, until }: { mayKill: boolean; until: number },
): Promise<void> {
  const { draw } = disturbed;
  if (mayKill) await kill(disturbed);
  do {
    await pass(disturbed, draw.between(...calm));
    const next = drawFault(disturbed);
    if (next !== 'kill') await suffer(disturbed, next);
    else if (mayKill) await kill(disturbed);
  } while (Date.now() < until);
}

function drawFault({ deck, draw }: Disturbed): 'kill' | FaultKind {
  if (deck.length === 0) deck.push('kill', 'kill', 'kill', ...faultKinds);
  const [next] = deck.splice(draw.between(0, deck.length - 1), 1);
  return next ?? 'kill';
}

async function suffer(disturbed: Disturbed, kind: FaultKind): Promise<void> {
  const { world, faults, draw, figures } = disturbed;
  figures.count('faults', kind.name);
  faults.begin();
  await kind.begin(world, draw);
  await pass(disturbed, draw.between(...duration));
  await kind.end(world);
  await recover(disturbed, kind.name);
}

async function kill(disturbed: Disturbed): Promise<void> {
  const { world, faults, figures, memory } = disturbed;
  faults.begin();
  await world.killAndStart();
  memory.restart();
  figures.kills += 1;
  await recover(disturbed, 'the runtime is killed');
}

async function recover(disturbed: Disturbed, name: string): Promise<void> {
  const { world, faults, figures } = disturbed;
  const took = await whileTimePasses(world, faults.end());
  if (took === undefined) figures.violated(`No login succeeds after “${name}”`);
  figures.worstRecovery = Math.max(figures.worstRecovery, took ?? 0);
}

/** Advances the clock until some work is done. */
export async function whileTimePasses<Done>(world: SoakWorld, doing: Promise<Done>): Promise<Done> {
  let isOver = false;
  const done = doing.finally(() => {
    isOver = true;
  });
  while (!isOver) await pass({ world }, 1);
  return done;
}

async function pass({ world }: Pick<Disturbed, 'world'>, ticks: number): Promise<void> {
  for (let passed = 0; passed < ticks; passed += 1) {
    await new Promise((resolve) => setTimeout(resolve, tick));
    await world.time.advance(tick / 1000);
  }
}
