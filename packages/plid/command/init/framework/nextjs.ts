import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameworkTemplate } from './template.ts';

/** Extensions of pages, route handlers, and modules. */
const extensions = ['js', 'jsx', 'ts', 'tsx', 'mjs', 'mts'];
const examplePages = ['app/layout.js', 'app/page.js', 'app/orders/page.js'];

export const nextjs: FrameworkTemplate = {
  title: 'Next.js',
  framework: 'next',
  dependencies: { next: '^16.4.5', react: '^19.3.1', 'react-dom': '^19.3.1' },
  script: 'dev',
  command: 'next dev --hostname localhost --port 3000',
  address: 'http://localhost:3000',
  page: 'docs/client/nextjs.md',
  ignored: ['.next/'],
  moduleType: 'module',
  ownCodeAdvice: 'Import currentUser from the written lib/sign-in.js.',
  place(files, cwd) {
    const folder = routesFolder(cwd);
    if (folder === undefined) return files;
    const placed = Object.entries(files).map(([file, text]): [string, string] => [
      /^(?:app|lib)\//.test(file) ? `${folder}${file}` : file,
      text,
    ]);
    const isExample = (file: string) => examplePages.includes(file.slice(folder.length));
    return Object.fromEntries(
      placed.filter(([file, text]) => !isExample(file) || isWritten(path.join(cwd, file), text)),
    );
  },
  findExisting(cwd, file) {
    const { dir, name, ext } = path.posix.parse(file);
    // Next.js doesn't accept a page and a route handler at the same path.
    const names = name === 'route' ? ['route', 'page'] : [name];
    const variants =
      ext === '.js' ? names.flatMap((one) => extensions.map((extension) => `${one}.${extension}`)) : [];
    return [file, ...variants.map((variant) => path.posix.join(dir, variant))].find((variant) =>
      existsSync(path.join(cwd, variant)),
    );
  },
  ownCodeFile: 'app/page.js',
  isServer: false,
  ownCode: ({ 'app/page.js': page = '' }) => page.trimEnd(),
};

const isWritten = (file: string, text: string): boolean =>
  existsSync(file) && readFileSync(file, 'utf8') === text;

/** `src/` or nothing if the project has routes there, otherwise undefined. Next.js looks into `src` last. */
const routesFolder = (cwd: string): string | undefined =>
  ['', 'src/'].find((folder) => ['app', 'pages'].some((name) => existsSync(path.join(cwd, folder, name))));
