import type { Described } from '../deploy/file.ts';
import { filesOf } from '../deploy/plan.ts';
import { readSecrets } from '../deploy/secrets.ts';
import { rotatable, splitSecret } from './entries.ts';
import { readRotations } from './progress.ts';
import { nextStep } from './words.ts';

/** What each secret that can be rotated holds, by name, and which rotation is under way: a line each. No value is told. */
export function describeKeys(described: Described): string[] {
  const files = filesOf(described);
  const [secrets, rotations] = [readSecrets(files.secrets), readRotations(files.keys)];
  const lines = Object.entries(rotatable[described.half]).flatMap(([secret, kind]) => {
    const text = secrets[secret];
    if (text === undefined) return [];
    const names = splitSecret(kind, text).map(({ name }) => name);
    const rotation = rotations[secret];
    const state = rotation === undefined ? 'no rotation is under way.' : stateOf(secret, rotation);
    return [`${secret} (${names.join(', ')}): ${state}`];
  });
  return lines.length > 0
    ? lines
    : [`${files.secrets} holds no keys. First: npm run deploy -- ${described.half}`];
}

function stateOf(secret: string, rotation: Parameters<typeof nextStep>[1]): string {
  const brokenOff = rotation.begun ? 'The last pass broke off. ' : '';
  return `from ${rotation.from} to ${rotation.to}. ${brokenOff}${nextStep(secret, rotation)}`;
}
