import { spawn } from 'node:child_process';
import { io } from '../../tools/terminal/io.ts';
import type { Observation } from './observation.ts';
import { explainError, type Probe, reasonOf, startSignIn } from './probe.ts';

const about = 'code update';

/** Time between two requests, in milliseconds. */
const interval = 1_000;
/** Time to continue after the deployment, in milliseconds. An object may keep its old code for five minutes. */
const watch = 330_000;

/** Reasons of errors that the login service caused, which rejects the made-up code. */
const serviceReasons = ['upstream_invalid', 'client_refused', 'upstream_timeout', 'upstream_unavailable'];

/** Without `--deploy`, nothing shows how objects change their code. */
export const noUpdate: Observation = {
  level: 'not verified',
  about,
  what: 'how Durable Objects change their code during a deployment',
  advice: 'Add the command that deploys, such as: --deploy "npm run deploy --prefix ../shop"',
};

/** Runs a deployment while each request calls a Durable Object. */
export async function observeUpdate(probe: Probe, command: string): Promise<Observation[]> {
  const { now, wait } = probe.timer;
  const from = now();
  const failures: string[] = [];
  let sent = 0;
  let slowest = 0;
  let isEnded = false;
  const deploying = runCommand(command).then(async (status) => {
    if (status === 0) await wait(watch);
    isEnded = true;
    return status;
  });
  while (!isEnded) {
    const began = now();
    sent += 1;
    const failure = await askObject(probe).catch((error: unknown) => explainError(error).what);
    slowest = Math.max(slowest, now() - began);
    if (failure !== undefined) failures.push(`${seconds(began - from)} s: ${failure}`);
    await wait(interval);
  }
  const status = await deploying;
  if (status !== 0) return [{ level: 'fault', about, what: `${command} ended with status ${status}` }];
  const what = `${sent} requests called a Durable Object in ${seconds(now() - from)} s, in at most ${Math.round(slowest)} ms`;
  if (failures.length === 0) return [{ level: 'good', about, what: `${what}, and none failed` }];
  return [{ level: 'fault', about, what: `${what}, and ${failures.length} failed (${failures.join('; ')})` }];
}

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1_000);

/** Calls the User object of the session, or else the Flow object of a new sign-in. @returns what failed. */
async function askObject(probe: Probe): Promise<string | undefined> {
  if (probe.session !== undefined) {
    const { status } = await probe.ask('/auth/sessions', { headers: { Cookie: probe.session } });
    return status === 200 ? undefined : `GET /auth/sessions responds with ${status}`;
  }
  const { callback, cookie } = await startSignIn(probe);
  const answer = await probe.ask(callback, { headers: { Cookie: cookie } });
  const reason = reasonOf(answer) ?? '';
  if (answer.status < 500 || serviceReasons.includes(reason)) return undefined;
  return `GET /auth/callback responds with ${answer.status} ${reason}`;
}

/** Runs a command in the shell, with its output on stderr. @returns its exit status. */
function runCommand(command: string): Promise<number | null> {
  const { cwd, env, stderr } = io();
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(stderr, { end: false });
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
}
