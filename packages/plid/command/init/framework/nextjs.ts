import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { existingVariant, type FrameworkTemplate } from './template.ts';

export const nextjs: FrameworkTemplate = {
  title: 'Next.js',
  framework: 'next',
  dependencies: { next: '^16.4.5', react: '^19.3.1', 'react-dom': '^19.3.1' },
  script: 'dev',
  command: 'next dev --hostname localhost --port 3000',
  address: 'http://localhost:3000',
  page: 'docs/client/web.md#nextjs',
  ignored: ['.next/'],
  ownCodeAdvice: 'Import currentUser from the written lib/sign-in.',
  typeScript: {
    ownCodeFile: 'app/page.tsx',
    devDependencies: { '@types/node': '^24.19.2', '@types/react': '^19.3.3' },
  },
  place(files, cwd) {
    const folder = routesFolder(cwd);
    if (folder === undefined) return files;
    const placed = Object.entries(files).map(([file, text]): [string, string] => [
      /^(?:app|lib)\//.test(file) ? `${folder}${file}` : file,
      text,
    ]);
    const isExample = (file: string) => /\b(?:layout|page)\.\w+$/.test(file);
    return Object.fromEntries(
      placed.filter(([file, text]) => !isExample(file) || isWritten(path.join(cwd, file), text)),
    );
  },
  findExisting(cwd, file) {
    // Next.js doesn't accept a page and a route handler at the same path.
    const page = file.replace(/\broute\.\w+$/, 'page.js');
    return existingVariant(cwd, [file, page]);
  },
  ownCodeFile: 'app/page.js',
  isServer: false,
  ownCode: (page) => page.trimEnd(),
};

const isWritten = (file: string, text: string): boolean =>
  existsSync(file) && readFileSync(file, 'utf8') === text;

/** `src/` or nothing if the project has routes there, otherwise undefined. Next.js looks into `src` last. */
const routesFolder = (cwd: string): string | undefined =>
  ['', 'src/'].find((folder) => ['app', 'pages'].some((name) => existsSync(path.join(cwd, folder, name))));
