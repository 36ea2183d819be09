import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeBlocksOf } from '../../../test/support/assertions/code-blocks.ts';
import { root } from '../../../test/support/world/test-workers.ts';
import { templateFilesOf } from '../../../tools/package/template-files.ts';

/** A program that readers copy from the documents. */
export interface Kind {
  name: string;
  /** Packages of verify/clients by the name that the program imports. */
  packages: Record<string, string>;
  /** A page of the program that shows the name of the signed-in user. By default, `/`. */
  page?: string;
  /** Writes the program into a folder. @returns its main file. */
  write(folder: string): string;
}

function firstBlock(document: string, language: string): string {
  const block = codeBlocksOf(document).find((one) => one.language === language);
  if (block === undefined) throw new Error(`${document} has no block of ${language}.`);
  return block.text;
}

const readme = 'packages/plid/README.md';

/** The server of the package's README. */
export const snippets: Kind[] = [
  {
    name: `the first snippet of ${readme}`,
    packages: {},
    write(folder) {
      writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(path.join(folder, 'server.mjs'), firstBlock(readme, 'js'));
      return 'server.mjs';
    },
  },
];

/** The program of the README, which names the sandbox's address and client. */
export const firstProgram: Kind = {
  name: 'the program of README.md',
  packages: { express: 'express' },
  write(folder) {
    const settings = {
      "'http://localhost:8787'": 'process.env.PLID_SERVICE',
      "'demoshop000000000001'": 'process.env.PLID_CLIENT_ID',
      "'http://localhost:3000/callback'": 'process.env.PLID_REDIRECT_URI',
      'listen(3000)': 'listen(process.env.PORT)',
    };
    let program = firstBlock('README.md', 'js');
    for (const [sample, own] of Object.entries(settings)) {
      if (!program.includes(sample)) throw new Error(`The program of README.md has no ${sample}.`);
      program = program.replace(sample, own);
    }
    writeFileSync(path.join(folder, 'server.mjs'), program);
    return 'server.mjs';
  },
};

export const expressServers: Kind[] = ['express4', 'express'].flatMap((version) => {
  const packages = { express: version, 'express-session': 'express-session' };
  return [
    {
      name: `docs/examples/express with ${version}`,
      packages,
      write(folder) {
        for (const file of ['package.json', 'pages.js', 'server.js'])
          cpSync(path.join(root, 'docs/examples/express', file), path.join(folder, file));
        return 'server.js';
      },
    },
  ];
});

const guide = 'docs/client/express.md';
const { 'sign-in.js': signIn = '', 'server.js': server = '' } = templateFilesOf('express', 'javascript');
const [, onFastify = '', failures = ''] = codeBlocksOf(guide)
  .filter(({ language }) => language === 'js')
  .map(({ text }) => text);

const fromGuide = (name: string, packages: Record<string, string>, files: Record<string, string>) => ({
  name: `${name} of ${guide}`,
  packages,
  page: '/orders',
  write(folder: string) {
    for (const [file, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files }))
      writeFileSync(path.join(folder, file), text);
    return 'server.js';
  },
});

/** The server of the site's front page, next to the file that `plid init express` writes. */
export const frontPage: Kind = {
  name: 'the program of docs/README.md',
  packages: { express: 'express' },
  write(folder) {
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(path.join(folder, 'sign-in.js'), signIn);
    const program = firstBlock('docs/README.md', 'js');
    writeFileSync(
      path.join(folder, 'server.js'),
      program.replace('listen(3000)', 'listen(process.env.PORT)'),
    );
    return 'server.js';
  },
};

const withFailures = signIn.replace('  outcomes: {', `${failures}\n  outcomes: {`);
const withFastify = `import fastify from 'fastify';
import { plid, userOf } from './sign-in.js';
const app = fastify();
${onFastify}
app.listen({ port: Number(process.env.PORT) });`;

/** What two blocks of the guide make of its whole files. pages/pages.test.ts runs those and the other blocks. */
export const guides: Kind[] = [
  ...['express4', 'express'].map((version) =>
    fromGuide(
      `the pages for failures with ${version}`,
      { express: version },
      { 'sign-in.js': withFailures, 'server.js': server },
    ),
  ),
  fromGuide(
    'the routes for Fastify',
    { fastify: 'fastify' },
    { 'sign-in.js': signIn, 'server.js': withFastify },
  ),
];
