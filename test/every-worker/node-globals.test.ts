import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { expect, onTestFinished, test } from 'vitest';
import { configurationOf } from '../../tools/configuration/index.ts';
import { initWorker, newFolder, rawConfigurationIn } from '../support/fixtures/generated-project.ts';
import { deployment, listedWorkers } from '../support/world/configurations.ts';

/** Reports whether a package could read the secrets in `process.env`. */
const script = `export default {
  fetch: () => Response.json([typeof process, typeof Buffer, globalThis.process?.env?.SECRET ?? null]),
};`;

interface Runtime {
  compatibility_date?: string | undefined;
  compatibility_flags?: string[] | undefined;
}

async function globalsIn({ compatibility_date = '', compatibility_flags = [] }: Runtime): Promise<unknown> {
  const options = {
    name: 'globals',
    modules: true,
    script,
    compatibilityDate: compatibility_date,
    compatibilityFlags: compatibility_flags,
    bindings: { SECRET: 'a secret' },
  } as const;
  const runtime = new Miniflare(convertV4MiniflareOptions(options));
  onTestFinished(() => runtime.dispose());
  return (await runtime.dispatchFetch('http://globals')).json();
}

test('without flags, the date of the workers gives each package the secrets', async () => {
  const [{ compatibility_date } = {}] = listedWorkers.map((worker) =>
    configurationOf(worker, listedWorkers, deployment),
  );
  expect(await globalsIn({ compatibility_date })).toEqual(['object', 'function', 'a secret']);
});

test('no deployed worker has the globals of Node.js', async () => {
  const runtimes = listedWorkers
    .map((worker) => configurationOf(worker, listedWorkers, deployment))
    .map(({ compatibility_date, compatibility_flags }) => ({ compatibility_date, compatibility_flags }));
  const different = [...new Set(runtimes.map((runtime) => JSON.stringify(runtime)))];
  expect(different).toHaveLength(2);
  for (const runtime of different)
    expect(await globalsIn(JSON.parse(runtime) as Runtime), runtime).toEqual([
      'undefined',
      'undefined',
      null,
    ]);
});

test('a Worker that plid init worker writes has none either', async () => {
  const folder = newFolder();
  await initWorker(folder);
  const { compatibility_date, compatibility_flags } = rawConfigurationIn(folder);
  expect(await globalsIn({ compatibility_date, compatibility_flags })).toEqual([
    'undefined',
    'undefined',
    null,
  ]);
});
