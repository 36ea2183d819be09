import path from 'node:path';
import { io } from '../../tools/terminal/io.ts';

/** Variables set for other uses of wrangler, or for a deployment: they must not affect a local world. */
const foreign = /^(CLOUDFLARE|CF|WRANGLER|WORKERS_CI|X_LOCAL|X_BROWSER|PLID)_/i;

/**
 * The environment in which wrangler runs here. Nothing leaves this machine: no telemetry, no check for a newer version, no
 * request for this machine's location. Nothing is written outside the folder, so that a home directory need not be writable.
 * @param folder in which wrangler keeps its logs, its preferences, and the list of the workers that run.
 */
export function wranglerEnvironment(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(io().env).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(kept),
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_SEND_ERROR_REPORTS: 'false',
    WRANGLER_HIDE_BANNER: 'true',
    WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true',
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    // Two local worlds at once must not find each other's carrier.
    WRANGLER_REGISTRY_PATH: path.join(folder, 'registry'),
    WRANGLER_LOG_PATH: path.join(folder, 'logs'),
    XDG_CONFIG_HOME: path.join(folder, 'preferences'),
  };
}
