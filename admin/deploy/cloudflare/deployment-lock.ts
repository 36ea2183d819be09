import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { Failure } from '../../../tools/terminal/failure.ts';
import type { Deployment } from '../read/deployment.ts';
import type { DeploymentConfig } from '../settings/config.ts';
import { type Cloudflare, CloudflareApiError } from './cloudflare-api.ts';
import { deployerName, formatTime } from './version-metadata.ts';

/** Time without a heartbeat after which a lock counts as abandoned, in milliseconds. */
const silence = 15 * 60_000;
/** Minimum interval between heartbeats, in milliseconds. */
const signsOfLife = 60_000;
/** Maximum time to release the lock when the command is stopped, in milliseconds. */
const parting = 3_000;
/** Cloudflare's error code if the account already has a KV namespace with the requested title. */
const taken = 10014;

const namespace = v.object({ id: v.string(), title: v.string() });
const holderSchema = v.object({
  by: v.string(),
  /** The time when the lock was taken, and the time of its last heartbeat, both in ISO 8601. */
  since: v.string(),
  seen: v.string(),
});
type Holder = v.InferOutput<typeof holderSchema>;
const ownSchema = v.object({ id: v.string(), pid: v.number() });

/** The right to change a deployment. */
export interface Lock {
  /** Sends a heartbeat. @throws {Failure} if another command has taken the lock over. */
  confirm(): Promise<void>;
}

interface LockRequest {
  deployment: Deployment;
  /** Whether to take the lock over from its holder. */
  takeOver: boolean;
  print(line: string): void;
}

/** The locks of this process: functions that release them, by the ID of the lock's namespace. */
const held = new Map<string, () => Promise<void>>();

/** Releases the locks of this process within a short time, when the process is being stopped. */
export async function releaseLocks(): Promise<void> {
  const given = Promise.allSettled([...held.values()].map((releaseLock) => releaseLock()));
  await Promise.race([given, wait(parting)]);
}

/**
 * Runs work while no other command on any machine can change the same deployment. The lock is a KV namespace,
 * because Cloudflare doesn't allow two namespaces with the same title. The namespace contains only the lock's
 * holder and times. @throws {Failure} with the holder, the time, and how to take the lock over.
 */
export async function withLock<Result>(
  wanted: LockRequest,
  work: (lock: Lock) => Promise<Result>,
): Promise<Result> {
  const { config, paths } = wanted.deployment;
  const { cloudflare, account } = await wanted.deployment.connect();
  const namespaces = `/accounts/${account}/storage/kv/namespaces`;
  const id = await acquire(wanted, cloudflare, namespaces);
  const own = paths.lock;
  const since = new Date().toISOString();
  const report = () =>
    cloudflare.put(`${namespaces}/${id}/values/holder`, {
      by: deployerName(),
      since,
      seen: new Date().toISOString(),
    });
  const giveBack = async () => {
    held.delete(id);
    // If the lock stays at Cloudflare, the file lets the next command from this folder take it over.
    const isReleased = await cloudflare
      .delete(`${namespaces}/${id}`)
      .catch(ignoreMissing)
      .then(
        () => true,
        () => false,
      );
    if (isReleased) rmSync(own, { force: true });
  };
  held.set(id, giveBack);
  mkdirSync(path.dirname(own), { recursive: true, mode: 0o700 });
  writeFileSync(own, JSON.stringify({ id, pid: process.pid }));
  let reported = Date.now();
  try {
    await report();
    return await work({
      async confirm() {
        await expectLockHeld(cloudflare, `${namespaces}/${id}`, config);
        if (Date.now() - reported < signsOfLife) return;
        reported = Date.now();
        await report();
      },
    });
  } finally {
    await giveBack();
  }
}

async function expectLockHeld(cloudflare: Cloudflare, address: string, { name, half }: DeploymentConfig) {
  try {
    await cloudflare.get(address, namespace);
  } catch (failure) {
    if (!(failure instanceof CloudflareApiError) || failure.status !== 404) throw failure;
    throw new Failure(
      `Another command has taken over the deployment of ${name}-${half}. Before you run this command again, ask the operator of the other command.`,
    );
  }
}

/** Takes the lock. @returns the ID of the KV namespace that represents the lock. */
async function acquire(
  { deployment, takeOver, print }: LockRequest,
  cloudflare: Cloudflare,
  namespaces: string,
): Promise<string> {
  const { config } = deployment;
  const title = `${config.name}-${config.half}-deploying`;
  const make = async () => (await cloudflare.post(namespaces, { title }, namespace)).id;
  try {
    return await make();
  } catch (failure) {
    if (!(failure instanceof CloudflareApiError) || failure.code !== taken) throw failure;
  }
  const found = (await cloudflare.list(namespaces, namespace)).find((each) => each.title === title);
  if (found !== undefined) {
    const holder = await readHolder(cloudflare, `${namespaces}/${found.id}`);
    const reason = takeOver ? 'as asked' : abandonedReason(holder, found.id, deployment.paths.lock);
    if (reason === undefined) throw new Failure(describeHolder(holder, config));
    print(`  taking over the lock from ${holder?.by ?? 'another command'}: ${reason}`);
    await cloudflare.delete(`${namespaces}/${found.id}`).catch(ignoreMissing);
  }
  try {
    return await make();
  } catch (failure) {
    if (!(failure instanceof CloudflareApiError) || failure.code !== taken) throw failure;
    throw new Failure(describeHolder(undefined, config));
  }
}

async function readHolder(cloudflare: Cloudflare, address: string): Promise<Holder | undefined> {
  const parsed = v.safeParse(holderSchema, await cloudflare.value(`${address}/values/holder`));
  return parsed.success ? parsed.output : undefined;
}

function ignoreMissing(failure: unknown): void {
  if (!(failure instanceof CloudflareApiError) || failure.status !== 404) throw failure;
}

/** @returns the reason why the lock counts as abandoned, or undefined if a command still holds the lock. */
function abandonedReason(holder: Holder | undefined, id: string, file: string): string | undefined {
  const own = readLockFile(file);
  if (own?.id === id && !isInUse(own)) return 'an earlier run from this folder has exited';
  if (holder !== undefined && Date.now() - Date.parse(holder.seen) > silence)
    return `no heartbeat since ${formatTime(holder.seen)}`;
  return undefined;
}

function describeHolder(holder: Holder | undefined, { name, half }: DeploymentConfig): string {
  const who = holder?.by ?? 'Somebody';
  const since = holder === undefined ? 'a moment ago' : formatTime(holder.since);
  return `${who} is already deploying ${name}-${half} (started ${since}). Nothing was changed. Wait until that deployment finishes, and run the same command again. If that deployment has been stopped, add --take-over.`;
}

function readLockFile(file: string) {
  if (!existsSync(file)) return undefined;
  try {
    return v.parse(ownSchema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Whether the command that took a lock still runs. In a container, an earlier command may have had this process's ID. */
const isInUse = ({ id, pid }: v.InferOutput<typeof ownSchema>): boolean =>
  pid === process.pid ? held.has(id) : isAlive(pid);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
