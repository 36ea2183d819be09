import type { Deployment } from '../deploy/read/deployment.ts';
import { secretLocation } from '../deploy/settings/secret-sources.ts';
import type { Names, Pass } from './key-entries.ts';
import type { Rotation } from './rotation-progress.ts';

export function describePass(pass: Pass, { from, to }: Names): string {
  const lines: Record<Pass, string> = {
    add: `adds ${to} after ${from}`,
    first: `puts ${to} first, before ${from}`,
    drop: `removes ${from}`,
    replace: `replaces ${from} with ${to}`,
  };
  return lines[pass];
}

const again = 'run the same command again';

/** @param time in ISO 8601. @returns the time rounded up to the next full minute, for display. */
export const roundUpToMinute = (time: string): string =>
  `${new Date(Math.ceil(Date.parse(time) / 60_000) * 60_000).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** Describes the next step, and what the operator must do before it. */
export function describeNextStep(secret: string, rotation: Rotation): string {
  const { from, to, notBefore, passes } = rotation;
  const [pass = 'drop'] = passes;
  const time = notBefore[pass];
  const when = time === undefined ? '' : ` after ${roundUpToMinute(time)}`;
  const before: Record<string, string> = {
    'IDENTITY_KEY first': 'give your application this IDENTITY_KEY, which contains both keys, then ',
    'IDENTITY_KEY drop':
      'if a proxy asks /auth/verify, give it the key that npx plid-admin keys proxy prints, then ',
    'ADMIN_TOKEN drop': `replace ${from} with ${to} wherever it is used (the log shows the name of the token used), then `,
    'CARRIER_TOKEN drop': `replace ${from} with ${to} wherever it is used (the log shows the name of the token used), then `,
  };
  const stored = secret === 'DISCLOSURE_KEY' ? 'the index of disclosures' : 'the stored client secrets';
  const sealing = `${again} to re-encrypt ${stored} with ${to}. Then `;
  const first = rotation.needsReencryption ? sealing : (before[`${secret} ${pass}`] ?? '');
  return `Next: ${first}${again}${when}. The command ${describePass(pass, rotation)}.`;
}

/** Explains why a rotation can't continue with the stored value. */
export const describeMissingValue = (deployment: Deployment, secret: string): string =>
  `A rotation of ${secret} is under way, and ${secretLocation(deployment, secret)} doesn't contain the new value. Use the value from the machine on which the rotation was started. If it is lost, see docs/operate/keys.md, A machine is lost.`;

/** Describes the remaining manual work after a rotation. @param isInFile whether the secrets file has the value. */
export function describeFollowUp(secret: string, isInFile: boolean): string {
  if (secret === 'IDENTITY_KEY')
    return ' Give your application the remaining IDENTITY_KEY. If a proxy asks /auth/verify, give it the key that npx plid-admin keys proxy prints.';
  return isInFile ? ' Keep a copy of the secrets file elsewhere.' : '';
}

/** Warns that a rotation for a leak has completed an earlier rotation, so that its new value may have leaked too. */
export const describeEarlierValue = ({ to }: Names): string =>
  `The rotation was already under way. ${to} was created before this command. If ${to} may have leaked too, run the same command again.`;
