import path from 'node:path';
import { root } from '../../../test/support/world/bundles.ts';
import type { FolderOnDisk } from '../folder-on-disk.ts';

const compiler = path.join(root, 'node_modules/typescript/bin/tsc');

/** What `tsc --init` writes, with Node's types. */
export const strict = {
  compilerOptions: {
    module: 'nodenext',
    target: 'esnext',
    types: ['node'],
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    noUncheckedSideEffectImports: true,
    moduleDetection: 'force',
    skipLibCheck: true,
    noEmit: true,
  },
};

/** What `next dev` writes. */
export const next = {
  compilerOptions: {
    target: 'ES2017',
    lib: ['dom', 'dom.iterable', 'esnext'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    esModuleInterop: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    resolveJsonModule: true,
    isolatedModules: true,
    jsx: 'react-jsx',
  },
  include: ['next-env.d.ts', '.next/types/**/*.ts', '**/*.ts', '**/*.tsx'],
};

/** What `npx sv create` writes. */
export const svelteKit = {
  extends: '$app/tsconfig',
  compilerOptions: { strict: true },
  include: ['src', '*'],
};

/** Compiles a project with its own configuration. @returns what the compiler prints: nothing. @throws its errors. */
export const checkTypes = (disk: FolderOnDisk, project = '.'): Promise<string> =>
  disk.run(`node '${compiler}' --noEmit -p ${project}`);
