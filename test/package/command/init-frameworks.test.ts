import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import exampleOfNext from '../../../docs/examples/nextjs/package.json' with { type: 'json' };
import { express } from '../../../packages/plid/command/init/framework/express.ts';
import { hono } from '../../../packages/plid/command/init/framework/hono.ts';
import { nextjs } from '../../../packages/plid/command/init/framework/nextjs.ts';
import { pageOfTab } from '../../../tools/package/page-of-tab.ts';
import { templateFilesOf } from '../../../tools/package/template-files.ts';
import clients from '../../../verify/clients/package.json' with { type: 'json' };
import { codeBlocksIn } from '../../support/assertions/code-blocks.ts';
import { readDocument } from '../../support/assertions/markdown.ts';
import { packageCommand } from '../../support/world/command.ts';
import { testFolder } from '../../support/world/isolation.ts';

const frameworks = { express, hono, nextjs };
const names = Object.keys(frameworks) as (keyof typeof frameworks)[];

/** Writes files into a new folder. @returns the folder. */
function folderWith(files: Record<string, string> = {}): string {
  const folder = mkdtempSync(path.join(testFolder(), 'my shop-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

/** Runs the command with an archive of the package outside the folder. */
async function init(folder: string, template: string): Promise<string> {
  const archive = path.join(folderWith({ 'plid-0.1.0.tgz': 'archive' }), 'plid-0.1.0.tgz');
  const { code, output } = await packageCommand(['init', template, '--package', archive], { cwd: folder });
  expect(code, output).toBe(0);
  return output;
}

const textOf = (folder: string, file: string) => readFileSync(path.join(folder, file), 'utf8');
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
const manifestIn = (folder: string) => JSON.parse(textOf(folder, 'package.json'));
const cookieKeyOf = (text: string) => /^COOKIE_KEY=(.*)$/m.exec(text)?.[1];

describe.each(names)('plid init %s', (name) => {
  const { dependencies, script, command, ignored, page, typeScript } = frameworks[name];
  const [file = '', tab] = page.split('#');
  const text = pageOfTab(readDocument(file), tab);
  const files = templateFilesOf(name, 'javascript');

  test('has the files of its page, and the packages with which the page is tested', () => {
    const shown = codeBlocksIn(text, file).filter(({ heading }) => /^`.+`$/.test(heading));
    const first = new Map(
      shown.map(({ heading, text }) => [heading.slice(1, -1), `${text}\n`]).reverse() as [],
    );
    expect(templateFilesOf(name, 'typescript')).toEqual(Object.fromEntries(first));
    expect(Object.keys(files)).toContain('.env');
    const tested: Record<string, string> = { ...clients.devDependencies, ...exampleOfNext.dependencies };
    const { devDependencies } = typeScript;
    for (const [dependency, version] of Object.entries({ ...dependencies, ...devDependencies }))
      expect(version).toBe(`^${tested[dependency]}`);
    for (const dependency of Object.keys(devDependencies)) expect(text).toContain(dependency);
    const install = codeBlocksIn(text, file).find((block) => block.text.includes('npm install'))?.text ?? '';
    for (const dependency of Object.keys(dependencies)) expect(install).toContain(dependency);
  });

  test('writes a project into an empty folder', async () => {
    const folder = folderWith();
    const output = await init(folder, name);
    const own = ['.gitignore', 'package.json', 'vendor/plid-0.1.0.tgz'];
    expect(filesIn(folder)).toEqual([...Object.keys(files), ...own].sort());
    for (const [file, text] of Object.entries(files))
      expect(textOf(folder, file).replace(/^COOKIE_KEY=.*$/m, ''), file).toBe(
        text.replace(/^COOKIE_KEY=.*$/m, ''),
      );
    expect(manifestIn(folder)).toEqual({
      name: expect.stringMatching(/^my-shop-/),
      private: true,
      type: 'module',
      scripts: { sandbox: 'plid sandbox', [script]: command },
      dependencies: { ...dependencies, plid: 'file:vendor/plid-0.1.0.tgz' },
    });
    expect(textOf(folder, '.gitignore').split('\n')).toEqual(['node_modules/', ...ignored, '.env', '']);
    for (const text of ['npm install', 'npm run sandbox', 'then open http://localhost:3000', page])
      expect(output).toContain(text);
    expect(output).not.toMatch(/Add to|Not changed|undefined/);
  });

  test('makes a new cookie key for each project, which only the developer can read', async () => {
    const folders = [folderWith(), folderWith()];
    const keys = [];
    for (const folder of folders) {
      await init(folder, name);
      keys.push(cookieKeyOf(textOf(folder, '.env')));
      if (process.platform !== 'win32') expect(statSync(path.join(folder, '.env')).mode & 0o077).toBe(0);
    }
    expect(keys[0]).toMatch(/^[\w+/]{44}$/);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test('changes nothing in its own project if it runs again', async () => {
    const folder = folderWith();
    await init(folder, name);
    const texts = () => filesIn(folder).map((file) => [file, textOf(folder, file)]);
    const before = texts();
    const output = await init(folder, name);
    expect(texts()).toEqual(before);
    expect(output).toContain('Not changed, because they exist: .env');
    expect(output).not.toMatch(/Add to|Written/);
  });

  test('completes an existing project, and prints the variables that .env lacks', async () => {
    const env = 'PLID_SERVICE=https://login.example.com\nexport ORIGIN=https://shop.example\n';
    const manifest = {
      name: 'mine',
      scripts: { sandbox: 'own', [script]: 'own' },
      devDependencies: dependencies,
    };
    const folder = folderWith({
      '.env': env,
      '.gitignore': 'dist\n*.tgz',
      'package.json': JSON.stringify(manifest, undefined, '\t'),
    });
    const output = await init(folder, name);
    expect(textOf(folder, '.env')).toBe(env);
    expect(textOf(folder, '.gitignore')).toBe('dist\n*.tgz\n.env\n!/vendor/*.tgz\n');
    expect(textOf(folder, 'package.json')).toContain('\n\t"name": "mine"');
    expect(manifestIn(folder)).toEqual({ ...manifest, dependencies: { plid: 'file:vendor/plid-0.1.0.tgz' } });
    expect(output).toContain('Completed: .gitignore, package.json');
    expect(output).toContain('Not changed, because they exist: .env\n');
    const [, added = ''] = /Add to \.env:\n\n([\s\S]*?)\n\n/.exec(output) ?? [];
    expect(added).toContain('PLID_CLIENT_ID=demoshop000000000001\n');
    expect(cookieKeyOf(added)).toMatch(/^[\w+/]{44}$/);
    expect(added).not.toMatch(/PLID_SERVICE|^ORIGIN/m);
  });

  test.each(['../plid/plid-0.1.0.tgz', '/home/me/plid-0.1.0.tgz', 'C:/plid/plid-0.1.0.tgz'])(
    'copies the archive if the package was installed from %s',
    async (archive) => {
      const manifest = { devDependencies: { plid: `file:${archive}`, other: '1.0.0' } };
      const folder = folderWith({ 'package.json': JSON.stringify(manifest) });
      const output = await init(folder, name);
      expect(output).toContain('Commit vendor/plid-0.1.0.tgz');
      expect(textOf(folder, 'vendor/plid-0.1.0.tgz')).toBe('archive');
      const { dependencies: needed, devDependencies } = manifestIn(folder);
      expect(needed.plid).toBe('file:vendor/plid-0.1.0.tgz');
      expect(devDependencies).toEqual({ other: '1.0.0' });
    },
  );

  test.each(['file:vendor/plid-0.1.0.tgz', 'file:../plid/packages/plid', '^0.1.0'])(
    'keeps the installed package %s',
    async (source) => {
      const folder = folderWith({ 'package.json': JSON.stringify({ dependencies: { plid: source } }) });
      await init(folder, name);
      expect(manifestIn(folder).dependencies.plid).toBe(source);
      expect(filesIn(folder)).not.toContain('vendor/plid-0.1.0.tgz');
    },
  );

  test.each(['.env', '/.env', '.env*', '*.env'])('accepts %s in .gitignore', async (line) => {
    const folder = folderWith({ '.gitignore': `${line}\n` });
    await init(folder, name);
    expect(textOf(folder, '.gitignore')).toBe(`${line}\n`);
  });
});

/** The beginnings of the statements that a developer adds to a server. */
const statements = {
  express: [
    'import { disconnect, plid, userOf }',
    'app.use(plid',
    "app.post('/disconnect'",
    "app.get('/orders'",
  ],
  hono: [
    ...[
      'import { createMiddleware',
      'import { PlidRefusal',
      'import { plidSignIn',
      'const setting',
      'const users',
    ],
    ...['const plid =', 'const required', 'app.use(async (c, next)', "app.post('/disconnect'"],
  ],
};
const typesOfHono = ['type User', 'declare module'];

describe.each([
  ['express', 'javascript'],
  ['express', 'typescript'],
  ['hono', 'javascript'],
  ['hono', 'typescript'],
] as const)('plid init %s in a project with a server in %s', (name, language) => {
  const isTyped = language === 'typescript';
  const { ownCodeFile } = isTyped ? frameworks[name].typeScript : frameworks[name];
  const server = templateFilesOf(name, language)[ownCodeFile] ?? '';
  const configuration: Record<string, string> = isTyped ? { 'tsconfig.json': '{}' } : {};
  const manifestWith = (content: object) => JSON.stringify({ type: 'module', ...content });
  const order = 'Put plid.routes after express-session and before your routes.';
  const linesAfter = (output: string, heading: string) =>
    output.split(heading)[1]?.split('\n\nNext:')[0] ?? '';

  /** Whether each line is from the page, so that a reader finds it there. */
  function expectFromPage(text: string): void {
    const [, ...lines] = text.split('\n');
    expect(lines.length).toBeGreaterThan(7);
    for (const start of [...statements[name], ...(isTyped && name === 'hono' ? typesOfHono : [])])
      expect(text, 'a statement that the page no longer has').toContain(`\n${start}`);
    expect(lines.filter((line) => !server.split('\n').includes(line))).toEqual([]);
  }

  test('keeps the server, and prints the lines to add', async () => {
    const folder = folderWith({ ...configuration, [ownCodeFile]: 'own' });
    const output = await init(folder, name);
    expect(textOf(folder, ownCodeFile)).toBe('own');
    expect(output).toContain(`Not changed, because they exist: ${ownCodeFile}`);
    expectFromPage(linesAfter(output, `Add to ${ownCodeFile}.`));
    expect(output.includes(`Add to ${ownCodeFile}. ${order}`)).toBe(name === 'express');
  });

  test('prints the lines to add to a server with another extension', async () => {
    const other = ownCodeFile.replace(/\.\w+$/, isTyped ? '.js' : '.ts');
    const output = await init(folderWith({ ...configuration, [other]: 'own' }), name);
    expectFromPage(linesAfter(output, `Add to ${other}.`));
  });

  test('prints no lines to add if only the packages are installed', async () => {
    const manifest = manifestWith({ dependencies: { [name]: '^4.0.0' } });
    const folder = folderWith({ ...configuration, 'package.json': manifest, 'vite.config.js': 'own' });
    expect(await init(folder, name)).not.toContain('Add to');
  });

  test('writes the example beside another server, and prints the lines to add', async () => {
    const manifest = manifestWith({ dependencies: { [name]: '^4.0.0' } });
    const folder = folderWith({ ...configuration, 'package.json': manifest, 'src/index.js': 'own' });
    const output = await init(folder, name);
    expect(textOf(folder, ownCodeFile)).toBe(server);
    expect(manifestIn(folder).dependencies[name]).toBe('^4.0.0');
    expectFromPage(linesAfter(output, `${ownCodeFile} is a complete example.`));
    expect(await init(folder, name)).not.toContain('Add to');
  });
});

test('plid init express writes CommonJS into a project without ES modules', async () => {
  const folder = folderWith({ 'package.json': '{}' });
  await init(folder, 'express');
  const signIn = textOf(folder, 'sign-in.js');
  expect(signIn).toContain("const { plidSignIn } = require('plid/express');");
  expect(signIn).toContain('\nmodule.exports = { plid, userOf, disconnect };\n');
  expect(textOf(folder, 'server.js')).toContain(
    "const express = require('express');\nconst { disconnect, plid, userOf } = require('./sign-in.js');",
  );
  expect(signIn + textOf(folder, 'server.js')).not.toMatch(/^(?:import|export) /m);
});

describe.each(names)('plid init %s in a project with tsconfig.json', (name) => {
  const { typeScript } = frameworks[name];
  const files = templateFilesOf(name, 'typescript');

  test.each(['{}', '{ "type": "module" }'])(
    'writes TypeScript next to the package.json %s',
    async (manifest) => {
      const folder = folderWith({ 'tsconfig.json': '{}', 'package.json': manifest });
      await init(folder, name);
      const own = ['.gitignore', 'package.json', 'tsconfig.json', 'vendor/plid-0.1.0.tgz'];
      expect(filesIn(folder)).toEqual([...Object.keys(files), ...own].sort());
      expect(textOf(folder, typeScript.ownCodeFile)).toBe(files[typeScript.ownCodeFile]);
      expect(manifestIn(folder).devDependencies).toEqual(typeScript.devDependencies);
    },
  );

  test('writes no second file if there is one in JavaScript', async () => {
    const folder = folderWith();
    await init(folder, name);
    const before = filesIn(folder);
    writeFileSync(path.join(folder, 'tsconfig.json'), '{}');
    await init(folder, name);
    expect(filesIn(folder)).toEqual([...before, 'tsconfig.json'].sort());
  });
});

test('plid init prints the command that starts TypeScript', async () => {
  const folder = () => folderWith({ 'tsconfig.json': '{}', 'package.json': '{}' });
  expect(await init(folder(), 'express')).toContain('\n  node --env-file=.env --import tsx server.ts');
  expect(await init(folder(), 'hono')).toContain('\n  node --env-file=.env server.mts');
});

describe('plid init nextjs in a project with routes', () => {
  test.each([
    ['app', ''],
    ['pages', ''],
    ['src/app', 'src/'],
    ['src/pages', 'src/'],
  ])('writes routes next to %s without example pages', async (existing, folderOfRoutes) => {
    const folder = folderWith({ [`${existing}/about.tsx`]: 'own', 'package.json': '{}' });
    const output = await init(folder, 'nextjs');
    const routes = ['callback', 'disconnect', 'login', 'logout'].map((route) => `app/${route}/route.js`);
    expect(filesIn(folder)).toEqual(
      [
        ...['.env', '.gitignore', 'package.json', 'vendor/plid-0.1.0.tgz', `${existing}/about.tsx`],
        ...[...routes, 'lib/sign-in.js'].map((file) => `${folderOfRoutes}${file}`),
      ].sort(),
    );
    expect(output).toContain('Add to your own pages, as docs/client/web.md#nextjs does in app/page.js.');
    expect(output).toContain("import { currentUser } from '../lib/sign-in';");
  });

  test('keeps modules and pages with another extension at the same path', async () => {
    const own = { 'app/login/page.tsx': 'own', 'app/logout/route.ts': 'own', 'lib/sign-in.ts': 'own' };
    const folder = folderWith(own);
    const output = await init(folder, 'nextjs');
    for (const [file, text] of Object.entries(own)) expect(textOf(folder, file)).toBe(text);
    for (const file of ['app/login/route.js', 'app/logout/route.js', 'lib/sign-in.js'])
      expect(filesIn(folder)).not.toContain(file);
    expect(output).toContain(`exist: lib/sign-in.ts, app/login/page.tsx, app/logout/route.ts\n`);
    expect(output).toContain('Move the page, and save this as app/login/route.js:');
    expect(output).toContain('Add to app/logout/route.ts:');
  });
});

describe('plid init in a project of another framework', () => {
  test.each([
    ['express', { 'package.json': '{ "dependencies": { "next": "16.0.0" } }' }, 'Next.js', 'nextjs'],
    ['hono', { 'package.json': '{ "dependencies": { "express": "5.0.0" } }' }, 'Express', 'express'],
    ['hono', { 'wrangler.jsonc': '{}' }, 'Hono on Cloudflare Workers', 'worker'],
  ])('names the template that %s is not', async (template, files, title, better) => {
    const output = await init(folderWith(files as Record<string, string>), template);
    expect(output).toContain(`This project uses ${title}. Its own template is: plid init ${better}`);
  });

  test('names no other template for a project with both frameworks', async () => {
    const manifest = '{ "dependencies": { "next": "16.0.0", "express": "5.0.0" } }';
    expect(await init(folderWith({ 'package.json': manifest }), 'express')).not.toContain(
      'This project uses',
    );
  });
});

test('plid init --help lists every template with examples and exit codes', async () => {
  const { code, output } = await packageCommand(['init', '--help']);
  expect(code).toBe(0);
  for (const name of [...names, 'worker']) expect(output).toMatch(new RegExp(`^ {2}${name} `, 'm'));
  expect(output).toContain('Examples:\n  plid init express');
  expect(output).toContain('Exit status: 0 for success, 1 for a failure, 2 for invalid arguments.');
});

test('plid init writes nothing next to a package.json that is not JSON', async () => {
  const folder = folderWith({ 'package.json': '{' });
  const { code, stderr } = await packageCommand(['init', 'hono', '--package', 'package.json'], {
    cwd: folder,
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining("package.json isn't JSON")]);
  expect(filesIn(folder)).toEqual(['package.json']);
});

// Yarn keeps packages in archives, where Node finds them only with Yarn's own loader.
test.each([
  ['package-lock.json', 'node'],
  ['pnpm-lock.yaml', 'node'],
  ['bun.lock', 'node'],
  ['yarn.lock', 'yarn node'],
])('the server of a project with %s starts with %s', async (lockFile, program) => {
  const folder = folderWith({ 'package.json': '{}', [lockFile]: '' });
  expect(await init(folder, 'express')).toContain(`\n  ${program} --env-file=.env server.js`);
});
