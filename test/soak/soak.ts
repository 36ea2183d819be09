import { type Audited, auditAnswers, forEach } from './audit.ts';
import { auditLeft, auditReadable, auditSwept } from './audit-storage.ts';
import { BrowsingLife } from './browsing-life.ts';
import { Connection } from './connection.ts';
import { disturb, whileTimePasses } from './disturb.ts';
import { Draw } from './draw.ts';
import { FaultTimes, outage } from './faults.ts';
import { Figures, Ledger } from './ledger.ts';
import { MemoryWatch } from './memory.ts';
import { Person } from './person.ts';
import { type SoakWorld, startSoakWorld } from './soak-world.ts';

const atOnce = 32;
/** How long a round lasts before its audit, in seconds. */
const longestRound = 25;
/** The runtime is killed in this share of the time; then it lives to the end, so that its memory is meaningful. */
const killingShare = 0.25;

interface Soak {
  world: SoakWorld;
  figures: Figures;
  faults: FaultTimes;
  connection: Connection;
  memory: MemoryWatch;
  draw: Draw;
  people: readonly Person[];
  deck: Parameters<typeof disturb>[0]['deck'];
}

interface SoakOptions {
  seconds: number;
  seed: number;
  /** Called after the audit of each round. */
  tell?: (line: string) => void;
}

/**
 * People log in and do everything else while faults happen; each round ends with an audit of every answer. It takes about the
 * given time, and the last audit.
 * @throws with the violations. @returns the figures, and the memory of the runtime and of the workers over time.
 */
export async function soakFor({ seconds, seed, tell = () => undefined }: SoakOptions) {
  const world = await startSoakWorld();
  const figures = new Figures();
  const faults = new FaultTimes();
  const connection = new Connection(world, faults, figures);
  const memory = new MemoryWatch(world, () => figures.logins);
  const people = Array.from({ length: atOnce }, (_, index) => new Person(world, connection, index));
  const soak = { world, figures, faults, connection, memory, draw: new Draw(seed), people, deck: [outage] };
  try {
    await forEach(people, (person) => person.subscribe());
    const begun = Date.now();
    const end = begun + seconds * 1000;
    do {
      const lasts = Math.min(longestRound * 1000, Math.max(end - Date.now(), 8_000));
      const mayKill = Date.now() - begun <= seconds * 1000 * killingShare;
      await playRound(soak, lasts, mayKill);
      if (!mayKill && !memory.hasLooked) await memory.look();
      tell(`Round ${figures.rounds}: ${figures.logins} logins so far, ${memory.latest} MiB`);
    } while (Date.now() < end && figures.violations.length === 0);
    if (memory.hasLooked) await memory.look();
    const { growth, fifths } = memory;
    if (growth?.holds === false)
      figures.violated(
        `${growth.most.worker} holds ${growth.most.kib} KiB more after ${growth.logins} logins`,
      );
    const found = [...new Set([...figures.violations, ...world.disagreements])];
    if (found.length > 0) throw new Error(`Not as promised, ${found.length} ways:\n${found.join('\n')}`);
    return { figures, growth, fifths, lasted: (Date.now() - begun) / 1000 };
  } finally {
    memory.stop();
    await world.close();
  }
}

/** @param lasts the length of the round, in milliseconds. */
async function playRound(soak: Soak, lasts: number, mayKill: boolean): Promise<void> {
  const { world, figures, faults, connection, draw, people } = soak;
  const ledger = new Ledger();
  const logFrom = world.harness.logs().length;
  const now = () => world.time.now();
  const lives = people.map((person) => {
    person.forget();
    const own = { connection, faults, figures, ledger, draw: new Draw(draw.between(0, 2 ** 31)), now };
    return new BrowsingLife(person, own);
  });
  let isOver = false;
  const disturbing = disturb(soak, { mayKill, until: Date.now() + lasts }).finally(() => {
    isOver = true;
  });
  const living = Promise.all(
    lives.map(async (life) => {
      while (!isOver) await life.act();
    }),
  );
  // A person who tries again may have to wait: the clock advances for them.
  await Promise.all([disturbing.then(() => whileTimePasses(world, living)), living]);
  const [person] = people;
  if (person === undefined) return;
  const audited: Audited = { world, connection, ledger, figures, lives, person };
  await auditAnswers(audited);
  await auditLeft(audited);
  auditReadable(audited, logFrom);
  await auditSwept(audited);
  figures.rounds += 1;
}
