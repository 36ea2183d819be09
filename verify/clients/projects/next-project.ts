import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from '../../../docs/clients/user.ts';
import { freePort } from '../../../test/support/world/example-process.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import { root } from '../../../test/support/world/test-workers.ts';
import { folderOnDisk } from '../folder-on-disk.ts';
import { packAndInstall } from '../packed/pack.ts';
import { kinds } from './kinds.ts';
import { copyFiles, writeJson } from './project.ts';

const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/**
 * A project of Next.js with packages of its own, since its bundler follows no link out of the folder: built, and serving `POST
 * /step`, and the routes of `plid/web` at `/login` and `/callback`. @param register the application with that callback. @returns its address.
 */
export async function startNext(
  register: (redirectUri: string) => Promise<Settings>,
): Promise<{ address: string; stop(): void }> {
  const project = folderOnDisk();
  const port = await freePort();
  const address = `http://localhost:${port}`;
  try {
    await writeProject(project.path);
    await project.run('npm install\nnpx --no next build', { NEXT_TELEMETRY_DISABLED: '1' });
    const { service, client_id, client_secret, redirect_uri } = await register(`${address}/callback`);
    await project.run(
      `npx --no next start --port ${port} &
      curl -s --retry 60 --retry-connrefused --retry-delay 1 -o /dev/null ${address}/`,
      {
        SERVICE: service,
        CLIENT_ID: client_id,
        CLIENT_SECRET: client_secret,
        REDIRECT_URI: redirect_uri,
        COOKIE_KEY: '0123456789abcdef'.repeat(2),
      },
    );
  } catch (failure) {
    project.remove();
    throw failure;
  }
  return { address, stop: () => project.remove() };
}

async function writeProject(folder: string): Promise<void> {
  const packed = await packAndInstall();
  writeFileSync(path.join(folder, 'plid.tgz'), packed.tarball);
  packed.remove();
  const { next, react, 'react-dom': dom } = read('docs/examples/nextjs/package.json').dependencies;
  const { arctic, '@types/node': node } = read('verify/clients/package.json').devDependencies;
  writeJson(folder, 'package.json', {
    name: 'shop',
    dependencies: { next, react, 'react-dom': dom, arctic, plid: 'file:plid.tgz' },
    devDependencies: { '@types/node': node, '@types/react': '^19', typescript: '^5' },
  });
  writeJson(folder, 'tsconfig.json', {
    compilerOptions: kinds.find(({ name }) => name === 'Next.js')?.compilerOptions,
    include: ['next-env.d.ts', '**/*.ts', '.next/types/**/*.ts', '**/*.mts'],
    exclude: ['node_modules'],
  });
  const step = path.join(folder, 'app/step');
  mkdirSync(step, { recursive: true });
  const copied = mkdtempSync(path.join(testFolder(), 'copied-'));
  copyFiles(copied, 'Next.js');
  for (const file of ['arctic.ts', 'user.ts', 'program.ts', 'route.ts'])
    cpSync(path.join(copied, file), path.join(step, file));
  cpSync(path.join(import.meta.dirname, 'programs/sign-in.ts'), path.join(folder, 'app/sign-in.ts'));
  for (const route of ['login', 'callback']) {
    mkdirSync(path.join(folder, 'app', route));
    writeFileSync(
      path.join(folder, 'app', route, 'route.ts'),
      "export { handle as GET } from '../sign-in';\n",
    );
  }
}
