import { readFileSync, writeFileSync } from 'node:fs';
import { type LogSettings, mergeLogSettings } from '../settings/log-settings.ts';
import { isOperatorsOwn, type Target } from './build-workers.ts';

/**
 * Returns a worker with a changed copy of its configuration. The fingerprint in its tag remains that of the
 * configuration that the settings file describes.
 */
function withConfiguration(target: Target, change: (configuration: object) => object): Target {
  const changed = change(JSON.parse(readFileSync(target.config, 'utf8')));
  const config = target.config.replace(/(\.changed)?\.json$/, '.changed.json');
  writeFileSync(config, JSON.stringify(changed, null, 2));
  return { ...target, config };
}

/**
 * Adds the log settings at Cloudflare that have no desired value, because wrangler would reset them. The operator's
 * own carrier worker keeps the configuration that the operator wrote.
 */
export const withExistingLogSettings = (target: Target, existing: LogSettings | undefined): Target =>
  existing === undefined || isOperatorsOwn(target)
    ? target
    : withConfiguration(target, (configuration) => ({
        ...configuration,
        ...mergeLogSettings(existing, target.logSettings),
      }));
