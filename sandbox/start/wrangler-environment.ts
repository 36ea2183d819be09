import path from 'node:path';
import { io } from '../../tools/terminal/io.ts';

/** Variables for deployments or other uses of wrangler, which must not affect a local environment. */
const foreign = /^(CLOUDFLARE|CF|WRANGLER|WORKERS_CI|X_LOCAL|X_BROWSER|PLID)_/i;

/**
 * Returns wrangler's environment variables. No telemetry, update check, or location request leaves this machine.
 * Nothing is written outside the folder, so the home directory may be read-only. @param folder the folder for
 * wrangler's logs, preferences, and registry of running workers.
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
    // Each local environment has its own registry, so that it doesn't find another environment's carrier.
    WRANGLER_REGISTRY_PATH: path.join(folder, 'registry'),
    WRANGLER_LOG_PATH: path.join(folder, 'logs'),
    XDG_CONFIG_HOME: path.join(folder, 'preferences'),
  };
}
