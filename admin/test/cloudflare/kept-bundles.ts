import { cpSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { esbuild } from '../../../tools/configuration/esbuild.ts';

const { build } = esbuild;
type Building = { result: ReturnType<typeof build>; folder: string };
const built = new Map<string, Building>();

/**
 * From now on, this process bundles the same workers of the project once, and later deployments copy the files. Carrier workers, which tests
 * change, are bundled each time.
 */
export function keepBundles(): void {
  esbuild.build = async (options) => {
    const { outdir = '', ...others } = options as { outdir?: string; entryPoints?: Record<string, string> };
    const entries = Object.values(others.entryPoints ?? {});
    const isDeployment =
      outdir.startsWith(testFolder()) && entries.every((entry) => entry.startsWith('workers/'));
    if (!isDeployment) return build(options);
    // A source map names its sources relative to its folder: a copy is right at the same depth.
    const key = JSON.stringify([outdir.split(path.sep).length, others]);
    const kept = built.get(key) ?? buildOnce(options, outdir);
    built.set(key, kept);
    const result = await kept.result;
    cpSync(kept.folder, outdir, { recursive: true });
    return result;
  };
}

function buildOnce(options: object, outdir: string): Building {
  const folder = path.join(mkdtempSync(path.join(testFolder(), 'bundles-')), 'build');
  const result = build({ ...options, outdir }).then((done) => {
    cpSync(outdir, folder, { recursive: true });
    return done;
  });
  return { result, folder };
}
