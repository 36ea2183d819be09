import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeBlocksOf } from '../../../test/support/assertions/code-blocks.ts';
import { root } from '../../../test/support/world/test-workers.ts';

/** A program that people copy from the documents. */
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

/** Serves the two functions of the first snippet, and who is signed in. */
const serve = `import { createServer } from 'node:http';
import { callback, login, users } from './log-in.ts';
createServer(async ({ headers: { cookie = '' }, url }, response) => {
  const request = new Request(new URL(url, process.env.ORIGIN), { headers: { cookie } });
  const route = url.startsWith('/login') ? login : url.startsWith('/callback') ? callback : undefined;
  const answer = (await route?.(request)) ?? new Response([...users.values()].at(-1)?.name);
  const headers = { ...Object.fromEntries(answer.headers), 'set-cookie': answer.headers.getSetCookie() };
  response.writeHead(answer.status, headers).end(await answer.text());
}).listen(Number(process.env.PORT), 'localhost');
`;

export const snippets: Kind[] = ['docs/client/README.md', 'packages/plid/README.md'].map((document) => ({
  name: `the first snippet of ${document}`,
  packages: {},
  write(folder) {
    writeFileSync(path.join(folder, 'log-in.ts'), firstBlock(document, 'ts'));
    writeFileSync(path.join(folder, 'serve.mjs'), serve);
    return 'serve.mjs';
  },
}));

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
const [signIn = '', server = '', , onFastify = '', failures = ''] = codeBlocksOf(guide)
  .filter(({ language }) => language === 'js')
  .map(({ text }) => text);

const fromGuide = (name: string, packages: Record<string, string>, files: Record<string, string>) => ({
  name: `${name} of ${guide}`,
  packages,
  page: '/orders',
  write(folder: string) {
    for (const [file, text] of Object.entries({ 'package.json': '{}', ...files }))
      writeFileSync(path.join(folder, file), text);
    return 'server.js';
  },
});

const withFailures = signIn.replace('  outcomes: {', `${failures}\n  outcomes: {`);
const withFastify = `const fastify = require('fastify');
const { plid, userOf } = require('./sign-in');
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
