/** A kind of project into which people copy files, as its generator writes it. */
export interface Kind {
  /** Its row in docs/client/libraries.md. */
  name: string;
  type?: 'module';
  /** The compilers in use there: this project's (7), or the last one before its rewrite (5). */
  typescript: (5 | 7)[];
  /** `compilerOptions`; without them `tsc --init` writes its own. */
  compilerOptions?: object;
  /** The command that runs the compiled `src/main.ts`: words for Node. Next.js has a test of its own. */
  run?: string[];
  /** The command that bundles it before. */
  bundle?: string[];
}

/** create-next-app 16.4.3, `templates/app/ts`. */
const next = {
  target: 'ES2017',
  lib: ['dom', 'dom.iterable', 'esnext'],
  allowJs: true,
  skipLibCheck: true,
  strict: true,
  noEmit: true,
  esModuleInterop: true,
  module: 'esnext',
  moduleResolution: 'bundler',
  resolveJsonModule: true,
  isolatedModules: true,
  jsx: 'react-jsx',
  incremental: true,
  plugins: [{ name: 'next' }],
  paths: { '@/*': ['./*'] },
};

/** create-vite 9.3.0, `template-react-ts/tsconfig.app.json`, without the path of its build information. */
const vite = {
  target: 'es2023',
  lib: ['ES2023', 'DOM'],
  module: 'esnext',
  types: ['vite/client'],
  allowArbitraryExtensions: true,
  skipLibCheck: true,
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  moduleDetection: 'force',
  noEmit: true,
  jsx: 'react-jsx',
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  noFallthroughCasesInSwitch: true,
};

/** @nestjs/schematics 10.2.3, `application/files/ts`, with the defaults of `nest new`, which are not strict. */
const nest10 = {
  module: 'commonjs',
  declaration: true,
  removeComments: true,
  emitDecoratorMetadata: true,
  experimentalDecorators: true,
  allowSyntheticDefaultImports: true,
  target: 'ES2021',
  sourceMap: true,
  outDir: './dist',
  baseUrl: './',
  incremental: true,
  skipLibCheck: true,
  strictNullChecks: false,
  noImplicitAny: false,
  strictBindCallApply: false,
  forceConsistentCasingInFileNames: false,
  noFallthroughCasesInSwitch: false,
};

/** @nestjs/schematics 11.1.0, the same. */
const nest11 = {
  ...nest10,
  module: 'nodenext',
  moduleResolution: 'nodenext',
  resolvePackageJsonExports: true,
  esModuleInterop: true,
  isolatedModules: true,
  target: 'ES2023',
  strictNullChecks: true,
  forceConsistentCasingInFileNames: true,
};

const viteBin = 'node_modules/vite/bin/vite.js';

export const kinds: Kind[] = [
  { name: 'Next.js', typescript: [5, 7], compilerOptions: next },
  {
    name: 'Vite',
    type: 'module',
    typescript: [7],
    compilerOptions: vite,
    bundle: [viteBin, 'build', '--ssr', 'src/main.ts', '--logLevel', 'warn'],
    run: ['dist/main.js'],
  },
  { name: 'NestJS 10', typescript: [5], compilerOptions: nest10, run: ['dist/main.js'] },
  { name: 'NestJS 11', typescript: [5], compilerOptions: nest11, run: ['dist/main.js'] },
  { name: '`tsc --init`', type: 'module', typescript: [5, 7], run: ['src/main.js'] },
];
