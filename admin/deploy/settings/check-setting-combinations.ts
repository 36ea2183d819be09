import * as v from 'valibot';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import type { ListedWorker } from '../../../workers/workers.ts';

/**
 * Checks constraints between the settings and secrets of each worker, as the workers do. @param file the secrets
 * file. @throws {Failure} that names what to fix.
 */
export function checkSettingCombinations(
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
      `${v.getDotPath(issue)} ${issue.message}. Secrets are in ${file}, one per line: NAME="…"`,
    );
  }
}
