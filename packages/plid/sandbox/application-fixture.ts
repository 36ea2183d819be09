import path from 'node:path';
import { type ServerProcess, startServer } from './application-process.ts';
import { claimPort } from './claim-port.ts';
import {
  resetSandbox,
  type SandboxFixtures,
  type SandboxTest,
  type SandboxWorker,
  type Use,
} from './fixtures.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from './index.ts';
import type { SandboxApplication } from './types.ts';

/** What an application needs to know about the sandbox before it starts. */
export interface ApplicationSettings {
  sandbox: Sandbox;
  /** The application's registration in the sandbox: the first one of the seed, or the demo shop. */
  application: SandboxApplication;
  /** The application's own address, such as `http://localhost:12345`. */
  origin: string;
  /** The port of that address. */
  port: string;
  /** The address of the callback at that origin. */
  redirectUri: string;
}

export interface ApplicationOptions {
  /** The command that starts your application, such as `node server.js`. */
  command: string;
  /** The environment variables with which it starts, in addition to those of the test runner. */
  env: (settings: ApplicationSettings) => Record<string, string>;
  /** Path of your application's callback; default: `/callback`. The sandbox accepts it at each worker's origin. */
  callback?: string;
  /** Path that answers as soon as your application is ready, with any status; default: `/`. */
  ready?: string;
  /** The folder in which the command runs; default: the current one. */
  cwd?: string;
  /** Time limit for the start of your application, in milliseconds; default: one minute. */
  timeout?: number;
  /** Options of the sandbox, such as a seed. */
  sandbox?: SandboxOptions;
}

/** Your application, started for the tests of one worker. */
export interface RunningApplication {
  /** Its address, such as `http://localhost:12345`. */
  origin: string;
  /** Its latest output. */
  output(): string;
}

/** The fixtures of a test. */
export interface ApplicationTest extends SandboxTest {
  application: RunningApplication;
  /** The address of the application, at which Playwright opens paths such as `/orders`. */
  baseURL: string;
}

/** The fixtures that the tests of one worker of the test runner share. */
export interface ApplicationWorker extends SandboxWorker {
  applicationOfWorker: ApplicationOfWorker;
}

interface ApplicationOfWorker extends RunningApplication, Omit<ServerProcess, 'output'> {
  sandbox: Sandbox;
}

/** The fixtures for `test.extend` of Playwright and Vitest. */
export interface ApplicationFixtures extends Pick<SandboxFixtures, 'sandbox'> {
  /** The application of a worker, with its sandbox. */
  applicationOfWorker: [
    (given: object, use: Use<ApplicationOfWorker>) => Promise<void>,
    { scope: 'worker'; timeout: number },
  ];
  sandboxOfWorker: [
    (given: Pick<ApplicationWorker, 'applicationOfWorker'>, use: Use<Sandbox>) => Promise<void>,
    { scope: 'worker'; timeout: number },
  ];
  /** The worker's application. Its sandbox is reset before each test. */
  application: (
    given: Pick<ApplicationWorker, 'applicationOfWorker'> & SandboxTest,
    use: Use<RunningApplication>,
  ) => Promise<void>;
  baseURL: (given: { application: RunningApplication }, use: Use<string>) => Promise<void>;
}

const minute = 60_000;

/**
 * Returns the fixtures for your own application, in front of which the tests sign in. Each worker of the test runner
 * starts one sandbox and one server at a free port. In Playwright: `const test = base.extend<ApplicationTest,
 * ApplicationWorker>(applicationFixture({ command: 'node server.js', env: ({ sandbox, port }) => ({ … }) }))`. In
 * Vitest: `const test = base.extend<ApplicationTest & ApplicationWorker>(applicationFixture({ … }))`.
 */
export function applicationFixture(options: ApplicationOptions): ApplicationFixtures {
  const timeout = (options.timeout ?? minute) + minute;
  return {
    applicationOfWorker: [
      // The test runner reads a fixture's dependencies from this pattern.
      // biome-ignore lint/correctness/noEmptyPattern: the test runner requires a pattern, and this fixture needs nothing
      async ({}, use) => {
        const started = await startWithSandbox(options);
        await use(started);
        await started.stop();
      },
      { scope: 'worker', timeout },
    ],
    sandboxOfWorker: [
      ({ applicationOfWorker }, use) => use(applicationOfWorker.sandbox),
      { scope: 'worker', timeout },
    ],
    sandbox: resetSandbox,
    // With `sandbox`, which is reset even for a test that doesn't use it.
    application: async ({ applicationOfWorker, sandbox: _ }, use) => {
      applicationOfWorker.requireRunning();
      await use(applicationOfWorker);
      applicationOfWorker.requireRunning();
    },
    baseURL: ({ application }, use) => use(application.origin),
  };
}

/** Starts a sandbox that knows the application's callback, and the application that knows the sandbox. */
async function startWithSandbox({
  command,
  env,
  callback = '/callback',
  ready = '/',
  cwd = '.',
  timeout = minute,
  sandbox: asked = {},
}: ApplicationOptions): Promise<ApplicationOfWorker> {
  const port = String(await claimPort(0, '127.0.0.1'));
  const origin = `http://localhost:${port}`;
  const redirectUri = origin + callback;
  const sandbox = await startSandbox({
    ...asked,
    redirectUris: [redirectUri, ...(asked.redirectUris ?? [])],
  });
  try {
    const settings = { sandbox, application: sandbox.application, origin, port, redirectUri };
    const server = await startServer({
      ...{ command, cwd: path.resolve(cwd), env: env(settings), address: origin + ready, timeout },
    });
    const stop = async () => {
      await server.stop();
      await sandbox.stop();
    };
    return { ...server, origin, sandbox, stop };
  } catch (failure) {
    await sandbox.stop();
    throw failure;
  }
}
