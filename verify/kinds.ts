import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setup } from '../test/support/world/global-setup.ts';
import { formVariable } from '../test/support/world/single-gateway.ts';
import { runVitest } from './run-vitest.ts';

/** The options of `npm run verify` that a kind reads. */
export interface Options {
  seed: number;
  /** How many times the kind draws something to try; each kind has its own default. */
  runs: number | undefined;
  /** How long `fuzz` and `soak` send requests. */
  seconds: number | undefined;
  /** Whether `clients` only installs its packages and checks its types. */
  install: boolean;
  /** All words behind the kind, as they were given. */
  words: readonly string[];
}

/** Counts that a report lists, by their names. */
export type Figures = Readonly<Record<string, number | string>>;

/** One kind of verification. */
interface Kind {
  /** The property, as the list of kinds shows it. */
  proves: string;
  /** Whether the kind draws its inputs by `--seed`. */
  isDrawn: boolean;
  /** @throws with the shortest way to show what is wrong. */
  verify(options: Options): Promise<Figures | undefined>;
}

const root = path.resolve(import.meta.dirname, '..');

/** Test files whose text matches a pattern. @param glob of the files. */
const testsWith = (glob: string, pattern: RegExp): string[] =>
  globSync(glob, { cwd: root }).filter((file) => pattern.test(readFileSync(path.join(root, file), 'utf8')));

/**
 * What both forms of the gateway must pass. Files without a world have one form, and so do attacks that meet only the service.
 */
const singleWorkerTests = (): string[] => [
  ...testsWith('test/gateway/**/*.test.ts', /\b(?:use|start)\w*World\(/),
  ...testsWith('test/attacks/*.test.ts', /gateway/i),
  'test/browser/login.test.ts',
  'verify/neighboring-builds/skew.test.ts',
];

/** Runs work in the folder and environment that tests have. The modules of worlds look for both when they are loaded. */
async function inTestFolder<Result>(work: () => Promise<Result>): Promise<Result> {
  const tidy = await setup();
  return work().finally(tidy);
}

export const kinds: Readonly<Record<string, Kind>> = {
  model: {
    proves:
      'lives of one user agree with a model of accounts, tokens and sessions, step by step (500 --runs)',
    isDrawn: true,
    verify: ({ runs = 500, seed }) =>
      inTestFolder(async () => {
        const { runModel } = await import('./model/run.ts');
        return { lives: runs, steps: await runModel({ runs, seed }) };
      }),
  },
  schedules: {
    proves:
      'steps across several objects keep their promises in every order and with lost calls (100000 --runs)',
    isDrawn: true,
    verify: ({ runs = 100_000, seed }) =>
      inTestFolder(async () => (await import('./schedules/run.ts')).runSchedules({ runs, seed })),
  },
  linearizability: {
    proves: 'concurrent requests are answered as if one came after the other (10000 --runs)',
    isDrawn: true,
    verify: ({ runs = 10_000, seed }) =>
      inTestFolder(async () => ({
        ...(await (await import('./linearizability/run.ts')).checkHistories({ runs, seed })),
      })),
  },
  protocol: {
    proves: 'no order of two sign-ins gives a relay or an app more than the user approved (all states)',
    isDrawn: false,
    verify: () =>
      inTestFolder(async () => {
        const { loadSearch } = await import('./protocol/load.ts');
        return (await loadSearch()).searchWorlds();
      }),
  },
  fuzz: {
    proves: 'changed requests to any route show no fault, leak or stored trace (60 --seconds)',
    isDrawn: true,
    verify: ({ seconds = 60, seed }) =>
      inTestFolder(async () => {
        const statistics = await (await import('./fuzz/fuzz.ts')).fuzz({ seconds, seed });
        console.log(String(statistics));
        return { requests: statistics.requests, 'slowest answer (ms)': statistics.slowest.milliseconds };
      }),
  },
  soak: {
    proves: 'sign-ins at npm start leave no memory behind (600 --seconds)',
    isDrawn: false,
    verify: ({ seconds = 600 }) =>
      inTestFolder(async () => (await import('./soak/run.ts')).soak({ seconds })),
  },
  mutation: {
    proves:
      "the tests notice Stryker's mutants: of modules in Node, of workers, of scripts, or of a --sample",
    isDrawn: false,
    verify: async ({ words, seed }) => (await import('./mutation/run.ts')).mutate(words, seed),
  },
  'single-worker': {
    proves:
      "the gateway as one Worker passes the gateway's tests, attacks, and sign-in in a browser, also with objects of the neighboring build",
    isDrawn: false,
    verify: ({ words }) =>
      runVitest(['--project', 'everyday', ...(words.length > 0 ? words : singleWorkerTests())], {
        ...process.env,
        [formVariable]: 'single',
      }),
  },
  engines: {
    proves: 'sign-ins and their pages work in Firefox and WebKit, if they are installed, as in Chromium',
    isDrawn: false,
    verify: ({ words }) => runVitest(['--project', 'engines', ...words]),
  },
  clients: {
    proves: 'OAuth clients, frameworks and examples sign in with the packages that npm installs',
    isDrawn: false,
    async verify({ words, install }) {
      await (await import('./clients/install.ts')).installClients();
      return install ? undefined : runVitest(['--project', 'clients', ...words]);
    },
  },
  'neighboring-builds': {
    proves: 'stored data and workers of the neighboring build work with this one, in both directions',
    isDrawn: false,
    verify: async ({ words }) => runVitest(['--project', 'thorough', 'verify/neighboring-builds', ...words]),
  },
};
