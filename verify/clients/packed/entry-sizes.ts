import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { esbuild } from '../../../tools/configuration/esbuild.ts';
import type { Consumer } from './pack.ts';

/** The size of each entry point that a project can import, in KiB: bundled on its own, minified, gzip level 9. */
export async function entrySizes(consumer: Consumer): Promise<Map<string, number>> {
  const { exports } = JSON.parse(readFileSync(path.join(consumer.package, 'package.json'), 'utf8')) as {
    exports: object;
  };
  const names = Object.keys(exports).filter((name) => name !== '.' && !name.endsWith('.json'));
  const sizes = names.map(async (name) => {
    const entry = name.replace('.', 'plid');
    const { outputFiles } = await esbuild.build({
      stdin: { contents: `export * from '${entry}';`, resolveDir: consumer.folder },
      bundle: true,
      minify: true,
      write: false,
      format: 'esm',
      platform: name.startsWith('./gateway') ? 'browser' : 'node',
      conditions: name.startsWith('./gateway') ? ['workerd'] : [],
      external: ['cloudflare:*'],
      logLevel: 'silent',
    });
    const size = gzipSync(outputFiles[0]?.text ?? '', { level: 9 }).length / 1024;
    return [entry, size] as const;
  });
  return new Map(await Promise.all(sizes));
}

/** The sizes in a README's table with the rows `` | `plid/client` | 7.1 | ``. */
export const statedSizes = (readme: string): Map<string, number> =>
  new Map(
    [...readme.matchAll(/^\| `(plid\/[\w/-]+)` \| (\d+\.\d) \|$/gm)].map(([, entry = '', size]) => [
      entry,
      Number(size),
    ]),
  );
