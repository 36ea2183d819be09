import * as v from 'valibot';
import type { ListedWorker } from '../../workers/workers.ts';
import { Failure } from '../cli/failure.ts';
import { settingsOf } from '../configuration/settings-of.ts';

/**
 * Checks what has to hold between the settings and secrets of each worker, as the workers check it.
 * @param file of the secrets. @throws {Failure} that names what to fix.
 */
export function checkCombinations(
  workers: readonly ListedWorker[],
  values: Record<string, string>,
  file: string,
) {
  for (const worker of workers) {
    const given = settingsOf(worker).map(({ name, binding }) => {
      const isBound = binding !== undefined && (binding.kind !== 'mtls_certificates' || name in values);
      return [name, isBound ? {} : values[name]];
    });
    const result = v.safeParse(worker.schema, Object.fromEntries(given), { abortPipeEarly: true });
    if (result.success) continue;
    const [issue] = result.issues;
    throw new Failure(
      `${v.getDotPath(issue)} ${issue.message}. Secrets are written into ${file}, a line for each: NAME="…"`,
    );
  }
}
