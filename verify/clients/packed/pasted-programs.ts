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

export const snippets: Kind[] = ['docs/client.md', 'packages/plid/README.md'].map((document) => ({
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

export const guide = 'docs/client/express.md';
const [whole = '', onFastify = '', failures = '', imports = '', session = ''] = codeBlocksOf(guide)
  .filter(({ language }) => language === 'js')
  .map(({ text }) => text);
const [plidImport = ''] = whole.match(/^import .*plid\/express';$/m) ?? [];
const start4 = /const app = express\(\);\n/;

/** What the other blocks of the guide make of its whole file, which pages/pages.test.ts runs. */
const guided: Record<string, string> = {
  'the file with pages for failures': whole.replace('  outcomes: {', `${failures}\n  outcomes: {`),
  'the file with express-session': whole
    .replace(plidImport, imports)
    .replace('  outcomes: {', '  session: expressSession,\n  outcomes: {')
    .replace(start4, (line) => `${line}${session}\n`),
};

const fromGuide = (name: string, packages: Record<string, string>, program: string) => ({
  program,
  name: `${name} of ${guide}`,
  packages,
  page: '/orders',
  write(folder: string) {
    writeFileSync(path.join(folder, 'server.mjs'), program);
    return 'server.mjs';
  },
});

export const guides: (Kind & { program: string })[] = [
  ...['express4', 'express'].flatMap((version) =>
    Object.entries(guided).map(([name, program]) =>
      fromGuide(
        `${name} with ${version}`,
        { express: version, 'express-session': 'express-session' },
        program,
      ),
    ),
  ),
  fromGuide(
    'the routes for Fastify',
    { fastify: 'fastify' },
    `import fastify from 'fastify';\n${plidImport}\n${whole.slice(whole.indexOf('const {'), whole.search(start4))}
const app = fastify();\n${onFastify}\nawait app.listen({ port: Number(process.env.PORT) });`,
  ),
];
