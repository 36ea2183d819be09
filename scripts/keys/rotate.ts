import { Failure } from '../cli/failure.ts';
import { loadWorkers } from '../configuration/load-workers.ts';
import { deploy } from '../deploy/deploy.ts';
import type { Described } from '../deploy/file.ts';
import { changesOf, filesOf, makePlan } from '../deploy/plan.ts';
import { readSecrets, replaceSecret } from '../deploy/secrets.ts';
import { adminOf } from './admin.ts';
import { afterPass, type Pass, rotatable, splitSecret } from './entries.ts';
import { type Rotation, readRotations, writeRotation } from './progress.ts';
import { waitAfter } from './wait.ts';
import { afterwards, minuteOf, nextStep, whatIsDone } from './words.ts';

export type Say = (line: string) => void;

interface Options {
  /** The name of the value that goes, where the secret holds several. */
  name?: string | undefined;
  /** Whether the old value must not be used any longer: all passes at once. */
  leaked: boolean;
}

/** One rotation of one secret of a deployment. */
interface Work {
  described: Described;
  secret: string;
  leaked: boolean;
  say: Say;
}

/**
 * Does the next pass of rotating a secret, or begins to rotate it. A pass that broke off is done again.
 * @param say takes a line for each step. @throws {Failure} in a sentence, with what to do.
 */
export async function rotate(described: Described, secret: string, { name, leaked }: Options, say: Say) {
  const { keys } = filesOf(described);
  const work = { described, secret, leaked, say };
  const underWay = readRotations(keys)[secret];
  if (underWay !== undefined && name !== undefined && name !== underWay.from)
    throw new Failure(`${underWay.from} of ${secret} is being replaced. Finish that first.`);
  let rotation: Rotation | undefined = underWay ?? begin(work, name);
  do {
    rotation = await doPass(work, rotation);
    writeRotation(keys, secret, rotation);
  } while (leaked && rotation !== undefined);
  say(rotation === undefined ? `${secret} is rotated. ${afterwards(secret)}` : nextStep(secret, rotation));
}

/** What a rotation goes from and to. @throws {Failure} where that is not plain. */
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
      `${secret} in ${file} holds ${names.length} keys already, and this command has not put them there. Take out the one that should go, and deploy.`,
    );
  const from = name ?? (names.length === 1 ? names[0] : undefined);
  if (from === undefined || !names.includes(from))
    throw new Failure(`Say which one is replaced: ${names.map((each) => `--name ${each}`).join(' or ')}`);
  return { from, to: kind.nextName(from, names), passes: [...passes], begun: false, notBefore: {} };
}

/** @returns what is left of the rotation; undefined where it is over. */
async function doPass(work: Work, rotation: Rotation): Promise<Rotation | undefined> {
  const { described, secret, leaked, say } = work;
  const { begun, notBefore, ...names } = rotation;
  const [pass, ...passes] = rotation.passes;
  if (pass === undefined) return undefined;
  const time = notBefore[pass];
  if (!leaked && time !== undefined && Date.parse(time) > Date.now())
    throw new Failure(
      `${secret}: ${whatIsDone(pass, names)} from ${minuteOf(time)} on. Run this again then.`,
    );
  if (!begun) await expectDeployed(work);
  writeRotation(filesOf(described).keys, secret, { ...rotation, begun: true });
  say(`${described.name}: ${secret}: ${whatIsDone(pass, names)}`);
  // Before the old key goes once more: the list may have missed an application that had just been registered.
  const isLastOfFieldKeys = pass === 'drop' && rotatable[described.half][secret]?.passes?.includes('reseal');
  if (pass === 'reseal' || isLastOfFieldKeys) await reseal(work);
  if (pass !== 'reseal') await change(work, pass, names);
  if (passes.length === 0) return undefined;
  const wait = waitAfter(pass, secret, described, await loadWorkers());
  return { ...rotation, passes, begun: false, notBefore: { ...notBefore, ...timesOf(wait) } };
}

/** @param wait until each pass, in seconds. @returns when they may begin. */
const timesOf = (wait: Partial<Record<Pass, number>>) =>
  Object.fromEntries(
    Object.entries(wait).map(([pass, seconds]) => [
      pass,
      new Date(Date.now() + seconds * 1000).toISOString(),
    ]),
  );

/** @throws {Failure} where a worker that has the secret runs with another value than the file holds, or with other code. */
async function expectDeployed({ described, secret }: Work): Promise<void> {
  const plan = await makePlan(described);
  const holders = plan.targets.filter(({ secrets }) => secret in secrets);
  if (holders.length === 0) throw new Failure(`No worker of this deployment has ${secret}.`);
  const late = changesOf(holders, plan).map(({ target }) => target.name);
  if (late.length === 0) return;
  const { secrets: file } = filesOf(described);
  throw new Failure(
    `${late.join(', ')}: not as this folder and ${file} have it. First: npm run deploy -- ${described.half}`,
  );
}

/** Writes the secret as it is after a pass, and deploys every worker that has it. */
async function change(
  { described, secret, say }: Work,
  pass: Pass,
  names: Pick<Rotation, 'from' | 'to'>,
): Promise<void> {
  const { secrets: file } = filesOf(described);
  const before = readSecret(described, secret);
  const after = afterPass(pass, before, kindOf(described, secret), names);
  if (after !== before) {
    replaceSecret(file, secret, after);
    say(`  changed ${secret} in ${file}: keep a copy elsewhere`);
  }
  await deploy(described, false, say);
}

async function reseal({ described, say }: Work): Promise<void> {
  const count = await adminOf(described).resealAll();
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
