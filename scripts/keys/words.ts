import type { Names, Pass } from './entries.ts';
import type { Rotation } from './progress.ts';

/** What a pass does, in a line. */
export function whatIsDone(pass: Pass, secret: string, { from, to }: Names): string {
  const lines: Record<Pass, string> = {
    add: `${to} is put beside ${from} in ${secret}`,
    first: `${to} is put first in ${secret}, before ${from}`,
    reseal: `what is kept of the client secrets is sealed under ${to}`,
    drop: `${from} is taken out of ${secret}`,
    replace: `${to} takes the place of ${from} in ${secret}`,
  };
  return lines[pass];
}

const same = 'run the same command again';

/** @param time ISO 8601. @returns the minute after it, to be read by a person. */
export const minuteOf = (time: string): string =>
  `${new Date(Math.ceil(Date.parse(time) / 60_000) * 60_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** What comes next, and what somebody has to do before. */
export function nextStep(secret: string, rotation: Rotation): string {
  const { from, to, dropFrom } = rotation;
  const [pass = 'drop'] = rotation.passes;
  if (pass === 'drop' && dropFrom === undefined)
    return `Next: have ${to} used in the place of ${from} (the log says which: token), then ${same}: ${from} is taken out.`;
  const time = pass === 'drop' && dropFrom !== undefined ? ` from ${minuteOf(dropFrom)} on` : '';
  const isForApplication = secret === 'IDENTITY_KEY' && pass === 'first';
  const before = isForApplication ? 'give your application this IDENTITY_KEY, both keys, then ' : '';
  return `Next: ${before}${same}${time}: ${whatIsDone(pass, secret, rotation)}.`;
}

/** What is left to do by hand once a secret is rotated. */
export function afterwards(secret: string): string {
  if (secret === 'IDENTITY_KEY') return 'Give your application the IDENTITY_KEY that is left.';
  return 'Keep a copy of the file of the secrets elsewhere.';
}
