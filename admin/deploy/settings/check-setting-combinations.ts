import * as v from 'valibot';
import { settingsOf } from '../../../tools/configuration/settings-of.ts';
import { Failure } from '../../../tools/terminal/failure.ts';
import { carrierCodes } from '../../../workers/core/protocol/user-record.ts';
import { matchingAt } from '../../../workers/service/carriers/carriers-settings.ts';
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
  checkMatching(values);
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

/** A page must not promise a choice of numbers that the phones of an adapter can't offer. */
function checkMatching({ NUMBER_MATCHING = '', ...values }: Record<string, string>): void {
  const stated = NUMBER_MATCHING.split(',');
  for (const code of carrierCodes) {
    const matching = matchingAt(values[`CARRIER_${code}`] ?? '');
    if (matching === undefined || stated.includes(`${code}=${matching}`)) continue;
    throw new Failure(
      `NUMBER_MATCHING needs ${code}=${matching}, because CARRIER_${code} is ${values[`CARRIER_${code}`]}, whose phones can't ask for the number (docs/operate/carriers.md).`,
    );
  }
}
