import path from 'node:path';
import { Failure } from '../cli/failure.ts';
import { adminOf } from '../deploy/admin.ts';
import { type Described, filesOf } from '../deploy/config.ts';
import { changesToConfirm } from '../deploy/confirm-changes.ts';
import { deploy, type Say } from '../deploy/deploy.ts';
import { type Lock, withLock } from '../deploy/lock.ts';
import { changesOf, makePlan } from '../deploy/plan.ts';
import { isInCi, isInEnvironment, variableOf } from '../deploy/secret-sources.ts';
import { readSecrets, replaceSecret } from '../deploy/secrets.ts';
import { afterPass, type Pass, rotatable, splitSecret } from './entries.ts';
import { writeBegun } from './local-state.ts';
import { afterwards, minuteOf, nextStep, whatIsDone } from './messages.ts';
import type { Rotation } from './progress.ts';
import { readState, type State } from './state.ts';

interface Options {
  /** The name of the value that goes, where the secret holds several. */
  name?: string | undefined;
  /** Whether the old value must not be used any longer: all passes at once. */
  leaked: boolean;
  /** Whether the lock is taken from whoever holds it. */
  takeOver: boolean;
  /** Whether the operator agreed to what the deployment of a pass asks. */
  yes: boolean;
}

/** One rotation of one secret of a deployment. */
interface Work {
  described: Described;
  secret: string;
  leaked: boolean;
  yes: boolean;
  say: Say;
}

/**
 * Does the next pass of rotating a secret, or begins to rotate it. A pass that broke off is done again. Progress stands
 * at Cloudflare (progress.ts): any machine that has the file of the secrets can go on.
 * @param say takes a line for each step. @throws {Failure} in a sentence, with what to do.
 */
export async function rotate(described: Described, secret: string, options: Options, say: Say) {
  const { name, leaked, takeOver, yes } = options;
  const work = { described, secret, leaked, yes, say };
  refuseElsewhere(described, secret);
  const value = readSecret(described, secret);
  const state = await readState(described);
  const underWay = state.rotationOf(secret);
  if (underWay !== undefined && name !== undefined && name !== underWay.from)
    throw new Failure(`${underWay.from} of ${secret} is being replaced. Finish that first.`);
  const rotation = underWay ?? begin(work, name);
  if (rotation.begun) expectBegun(work, rotation, state, value);
  if (!leaked && isEarly(rotation)) return await waitFor(work, rotation);
  const { cloudflare, place } = state;
  const left = await withLock({ cloudflare, place, described, takeOver, say }, (lock) =>
    doPasses(work, rotation, lock),
  );
  say(left === undefined ? `${secret} is rotated. ${afterwards(secret)}` : nextStep(secret, left));
}

const isEarly = ({ passes: [pass], notBefore }: Rotation): boolean =>
  pass !== undefined && Date.parse(notBefore[pass] ?? '') > Date.now();

/** Does what is possible while the next pass has to wait. @throws {Failure} if that is nothing. */
async function waitFor(work: Work, rotation: Rotation): Promise<void> {
  const { secret, say } = work;
  const [pass = 'drop'] = rotation.passes;
  const time = minuteOf(rotation.notBefore[pass] ?? '');
  if (!rotation.reseals)
    throw new Failure(`${secret}: ${whatIsDone(pass, rotation)} from ${time} on. Run this again then.`);
  await expectDeployed(work);
  await reseal(work);
  say(nextStep(secret, { ...rotation, reseals: false }));
}

/** Does the next pass; all of them if the old value has leaked. @returns the rest of the rotation; undefined at its end. */
async function doPasses(work: Work, begun: Rotation, lock: Lock): Promise<Rotation | undefined> {
  let rotation: Rotation | undefined = begun;
  do {
    rotation = await doPass(work, rotation, lock);
    // The last pass seals anew once more: the list may miss an application that has just been registered.
    if (work.leaked && rotation?.reseals) await reseal(work);
  } while (work.leaked && rotation !== undefined);
  return rotation;
}

/** A pass that somebody has begun is finished with the file that it was begun with: another one would bring another new value. */
function expectBegun({ described, secret }: Work, rotation: Rotation, state: State, value: string): void {
  if (state.fingerprintOf(secret, value) === rotation.fingerprint) return;
  const file = path.basename(filesOf(described).secrets);
  throw new Failure(
    `A rotation of ${secret} broke off, and ${file} does not hold what it has brought. Bring that file from where the rotation was begun.`,
  );
}

/** Names the values that go and come in a new rotation. @throws {Failure} if the file leaves that open. */
function begin({ described, secret, leaked }: Work, name: string | undefined): Rotation {
  const { secrets: file } = filesOf(described);
  const kind = kindOf(described, secret);
  const names = splitSecret(kind, readSecret(described, secret)).map((entry) => entry.name);
  const passes = leaked ? kind.leakedPasses : kind.passes;
  if (passes === undefined)
    throw new Failure(
      `With another ${secret} everybody gets a new plid. If it must be: --leaked (docs/secrets.md, Replacing PHONE_KEY).`,
    );
  if (!kind.isShared && names.length > 1)
    throw new Failure(
      `${secret} in ${file} holds ${names.length} keys already, and this command has not put them there. Take out the one that should go, and deploy with --replace-secret ${secret}.`,
    );
  const from = name ?? (names.length === 1 ? names[0] : undefined);
  if (from === undefined || !names.includes(from))
    throw new Failure(`Say which one is replaced: ${names.map((each) => `--name ${each}`).join(' or ')}`);
  return {
    from,
    to: kind.nextName(from, names),
    passes: [...passes],
    begun: false,
    reseals: false,
    fingerprint: undefined,
    notBefore: {},
  };
}

/** @returns the rest of the rotation; undefined at its end. */
async function doPass(work: Work, rotation: Rotation, lock: Lock): Promise<Rotation | undefined> {
  const { described, secret, say } = work;
  const [pass] = rotation.passes;
  if (pass === undefined) return undefined;
  if (!rotation.begun) await expectDeployed(work);
  if (rotation.reseals) await reseal(work);
  say(`${described.name}: ${secret}: ${whatIsDone(pass, rotation)}`);
  await change(work, pass, rotation, lock);
  return (await readState(described)).rotationOf(secret);
}

/**
 * @throws {Failure} if a worker that has the secret runs with another value than the file holds, or with other code, or if a
 * deployment would ask the operator.
 */
async function expectDeployed({ described, secret }: Work): Promise<void> {
  const plan = await makePlan(described);
  const holders = plan.targets.filter(({ secrets }) => secret in secrets);
  if (holders.length === 0) throw new Failure(`No worker of this deployment has ${secret}.`);
  const asked = await changesToConfirm(plan);
  const late = changesOf(holders, plan).map(({ target }) => target.name);
  if (late.length + asked.length === 0) return;
  const { secrets: file } = filesOf(described);
  throw new Failure(
    `${[...late, ...asked].join(', ')}: not as this folder and ${file} have it. First: npm run deploy -- ${described.half}`,
  );
}

/** A rotation writes its new value into the file of the secrets. @throws {Failure} if that would not last, or would not be read. */
function refuseElsewhere(described: Described, secret: string): void {
  const reason = isInEnvironment(described, secret)
    ? `${secret} comes from ${variableOf(described, secret)}`
    : isInCi() && 'CI is set';
  if (!reason) return;
  const file = path.basename(filesOf(described).secrets);
  throw new Failure(
    `${reason}, and a rotation writes its new value into ${file}. Rotate on your own machine, with that file, and store the value again.`,
  );
}

/** Writes the secret as it is after a pass, and deploys every worker that has it. */
async function change(work: Work, pass: Pass, { from, to }: Rotation, lock: Lock): Promise<void> {
  const { described, secret, yes, say } = work;
  const { secrets: file, keys } = filesOf(described);
  const before = readSecret(described, secret);
  const after = afterPass(pass, before, kindOf(described, secret), { from, to });
  if (after !== before) {
    const { fingerprintOf } = await readState(described);
    writeBegun(keys, { secret, from, to, pass, fingerprint: fingerprintOf(secret, after) });
    replaceSecret(file, secret, after);
    say(`  changed ${secret} in ${file}: keep a copy elsewhere`);
  }
  await deploy(described, { replaced: [secret], pass: { secret, from, to, pass }, lock, yes }, say);
}

async function reseal({ described, say }: Work): Promise<void> {
  const count = await adminOf(described, 'applications').resealAll();
  say(`  resealed the field keys of ${count} applications`);
}

function kindOf({ half }: Described, secret: string) {
  const kind = rotatable[half][secret];
  if (kind !== undefined) return kind;
  throw new Failure(`Of the ${half} can be rotated: ${Object.keys(rotatable[half]).join(', ')}.`);
}

function readSecret(described: Described, secret: string): string {
  const { secrets: file } = filesOf(described);
  const text = readSecrets(file)[secret];
  if (text !== undefined) return text;
  throw new Failure(`${file} holds no ${secret}. First: npm run deploy -- ${described.half}`);
}
