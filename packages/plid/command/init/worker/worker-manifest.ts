import type { Manifest } from '../manifest.ts';
import { signInTestOf, type WorkerProject } from './worker-project.ts';

/** The version of wrangler with which this release was tested. */
const wrangler = '4.164.0';

/** The newest version of Cloudflare's Vite plugin with which this release was tested. */
const vitePlugin = '^1.64.0';

/**
 * The entries of package.json that every project needs.
 * @param plid where npm finds this package, such as `file:vendor/plid-0.1.0.tgz`.
 */
export function manifestOf(project: WorkerProject, plid: string): Manifest {
  const { usesVite } = project;
  const { script, command } = signInTestOf(project);
  return {
    scripts: {
      dev: usesVite ? 'vite' : 'wrangler dev',
      sandbox: 'plid sandbox',
      [script]: command,
      deploy: usesVite ? 'vite build && wrangler deploy' : 'wrangler deploy',
    },
    dependencies: { plid },
    devDependencies: { wrangler, ...(usesVite && { '@cloudflare/vite-plugin': vitePlugin }) },
  };
}

/** The entries that only a new project needs. `cloudflare` describes the secrets to the deploy button. */
export const newEntries: Manifest = {
  scripts: {
    types: 'wrangler types',
    check: 'wrangler types && tsc && wrangler deploy --dry-run',
  },
  devDependencies: { typescript: '^7.0.2' },
  engines: { node: '>=22.12' },
  cloudflare: {
    bindings: {
      KEYS: { description: 'k1: followed by the output of: openssl rand -base64 32' },
      CLIENT_SECRET: { description: 'The client secret that the login service issued' },
      CLIENT_ID: { description: 'The client ID that the login service issued' },
      SERVICE_URL: { description: 'The origin of the login service, such as https://login.example.com' },
    },
  },
};
