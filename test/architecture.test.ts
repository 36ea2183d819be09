import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadWorkers } from '../scripts/configuration/load-workers.ts';
import { settingsOf } from '../scripts/configuration/settings-of.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const page = read('docs/architecture.md');
const modules = globSync('workers/**/*.{ts,tsx}', { cwd: root, exclude: ['**/.wrangler/**'] });

/** The modules that a module imports, types included. */
const importedBy = (file: string): string[] =>
  [...read(file).matchAll(/^(?:import|export) [^;]*?from '(\.[^']+)'/gm)].map(([, name = '']) =>
    path.join(path.dirname(file), name),
  );

/** The text below a heading of docs/architecture.md. */
const section = (heading: string): string =>
  page.split(/^## /m).find((part) => part.startsWith(heading)) ?? '';
const codeIn = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

test('docs/architecture.md names files and folders that are there', () => {
  const named = codeIn(page).filter(
    (code) => /^(?:workers|test|scripts)\//.test(code) && !code.includes('<'),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
});

test('no two files of the workers have the same name: the tabs of an editor tell them apart', () => {
  expect(modules.length).toBeGreaterThan(150);
  const byName = Map.groupBy(modules, (file) => path.basename(file).replace(/\.[^.]*$/, ''));
  byName.delete('index');
  const same = [...byName.values()].filter((files) => files.length > 1);
  expect(same, 'Give one of each a name that says which it is.').toEqual([]);
});

describe('the map in docs/architecture.md', () => {
  /** The folders from top to bottom; `<route>` is every folder of a half that has no row of its own. */
  const rows = [...section('The map').matchAll(/^\| `(workers\/(?:service|gateway)\/[^`]+)\/` \|/gm)].map(
    ([, folder = '']) => folder,
  );
  const halfOf = (file: string) => /^workers\/(service|gateway)\//.exec(file)?.[1];

  function rowOf(file: string): number {
    const folder = path.dirname(file);
    const own = rows.indexOf(folder);
    const isRoute = /^workers\/(?:service|gateway)\/[^/]+$/.test(folder);
    return own < 0 && isRoute ? rows.indexOf(`workers/${halfOf(file)}/<route>`) : own;
  }

  test('has a row for the folder of every module of the two halves', () => {
    const homeless = modules.filter((file) => halfOf(file) !== undefined && rowOf(file) < 0);
    expect(homeless).toEqual([]);
    expect(rows.filter((row) => !row.includes('<') && !existsSync(path.join(root, row)))).toEqual([]);
  });

  test('is what the modules keep to: but for types, they import only what stands below them', () => {
    const upwards = modules
      .filter((file) => halfOf(file) !== undefined)
      .flatMap((file) => {
        const values = read(file).matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gm);
        const imported = [...values].map(([, name = '']) => path.join(path.dirname(file), name));
        return imported
          .filter((other) => halfOf(other) !== undefined && path.dirname(other) !== path.dirname(file))
          .filter((other) => rowOf(other) <= rowOf(file))
          .map((other) => `${file} imports ${other}`);
      });
    expect(upwards).toEqual([]);
  });

  test('is what core keeps to, types included: each of its folders has a row, and imports those below it', () => {
    const layers = [...section('The map').matchAll(/^\| `(workers\/core\/\w+)\/` \|/gm)].map(
      ([, row]) => row,
    );
    const inCore = modules.filter((file) => file.startsWith('workers/core/'));
    expect([...new Set(inCore.map((file) => path.dirname(file)))].sort()).toEqual([...layers].sort());
    const upwards = inCore.flatMap((file) =>
      importedBy(file)
        .filter((other) => other.startsWith('workers/core/') && path.dirname(other) !== path.dirname(file))
        .filter((other) => layers.indexOf(path.dirname(other)) < layers.indexOf(path.dirname(file)))
        .map((other) => `${file} imports ${other}`),
    );
    expect(upwards).toEqual([]);
  });
});

describe('one login in a browser', () => {
  /** The workers of the login, in their order, and the objects that they call. */
  const starts = [
    'workers/gateway/login/index.ts',
    'workers/service/authorize/index.ts',
    'workers/service/carriers/http-carrier.ts',
    'workers/service/objects/phone.ts',
    'workers/service/objects/account.ts',
    'workers/gateway/callback/index.ts',
    'workers/gateway/objects/flow.ts',
    'workers/service/token/index.ts',
    'workers/service/user/index.ts',
    'workers/gateway/objects/user.ts',
    'workers/gateway/session/index.ts',
  ];
  /**
   * Modules of declarations only, such as an object's tables, the types of its requests and the schemas of sealed values: a
   * reader looks a name up there.
   */
  const declares =
    /^(?:workers\/(?:core|pages|service\/pages)|packages\/plid)\/|\/words\/|-(?:words|style|scripts|settings|bindings|lifetimes|refusals|events|tables|values)\.ts$|\.json$/;
  /** Modules that such a login imports but runs at most once per isolate: the check of the settings. */
  const notRun = [
    'workers/gateway/errors/failure-page.tsx',
    'workers/gateway/errors/failure-answer.ts',
    'workers/gateway/callback/redirect-to-app.tsx',
    'workers/gateway/callback/without-flow.ts',
    'workers/gateway/flow/flow-outcome.ts',
    'workers/gateway/login/app-login.ts',
    'workers/gateway/login/guard-page.ts',
    'workers/gateway/callback/app-entrypoint.ts',
    'workers/gateway/session/entrypoint.ts',
    'workers/service/authorize/pages/refusal-page.tsx',
    'workers/service/authorize/sign-in/sign-in-errors.ts',
    'workers/service/authorize/sign-in/lost-sign-in.ts',
    'workers/service/authorize/pages/unanswered-page.tsx',
    'workers/service/authorize/steps/cancel-sign-in.ts',
    'workers/service/authorize/steps/begin-start.ts',
    'workers/service/authorize/steps/wait-for-start.ts',
    'workers/service/authorize/steps/show-codes.ts',
    'workers/service/authorize/steps/choose-language.ts',
    'workers/service/authorize/steps/resume-sign-in.ts',
    'workers/service/shared/account-client.ts',
    'workers/gateway/objects/openid-logins.ts',
    'workers/gateway/objects/number-index.ts',
    'workers/gateway/objects/number-listing.ts',
    'workers/service/objects/account-outbox.ts',
    'workers/service/objects/stored-account.ts',
    'workers/service/objects/service-key.ts',
    'workers/service/shared/phone-key.ts',
  ];

  const onPath = new Set(starts);
  const leftOut = new Set<string>();
  for (const file of onPath) {
    for (const imported of importedBy(file)) {
      const isLeftOut = declares.test(imported) || notRun.includes(imported);
      (isLeftOut ? leftOut : onPath).add(imported);
    }
  }

  test('is told by docs/architecture.md with the name of each of these files, and of no other', () => {
    expect(onPath.size).toBeGreaterThan(25);
    const named = codeIn(section('The path of a login')).filter((code) =>
      /^workers\/(?:service|gateway)\//.test(code),
    );
    expect(
      [...new Set(named)].sort(),
      'Name them in docs/architecture.md, “The path of a login”, or in `notRun` here if a login in a browser runs none of them.',
    ).toEqual([...onPath].sort());
  });

  test('leaves out what it imports: nothing that is gone, and no declarations that act', () => {
    expect(notRun.filter((file) => !leftOut.has(file))).toEqual([]);
    const declarations = [...leftOut].filter((file) => /^workers\/(?:service|gateway)\//.test(file));
    const acting = declarations.filter((file) => !notRun.includes(file) && /\bawait\b/.test(read(file)));
    expect(acting).toEqual([]);
  });
});

describe('the state table in docs/architecture.md names', async () => {
  const table = section('Where state lives')
    .split('\n')
    .filter((line) => line.startsWith('| '));
  const named = new Set(table.flatMap((row) => codeIn(row)));
  const workers = await loadWorkers();
  const sources = modules.filter((file) => !file.startsWith('workers/sandbox/'));

  test('every class of Durable Objects', () => {
    const classes = workers.flatMap((worker) => worker.classes?.flat() ?? []);
    expect(classes.length).toBeGreaterThan(4);
    expect(classes.filter((name) => !named.has(name))).toEqual([]);
  });

  test('every KV namespace', () => {
    const settings = workers.flatMap(settingsOf);
    const spaces = settings
      .filter(({ binding }) => binding?.kind === 'kv_namespaces')
      .map(({ name }) => name);
    expect(spaces.length).toBeGreaterThan(2);
    expect(spaces.filter((name) => !named.has(name))).toEqual([]);
  });

  test('every sealed value, and none that is not', () => {
    const purposes = sources.flatMap((file) =>
      [...read(file).matchAll(/\bsealed\(\s*'([^']+)'/g)].map(([, purpose = '']) => purpose),
    );
    expect(purposes.length).toBeGreaterThan(10);
    expect([...named].filter((name) => /^(?:service|gateway) /.test(name)).sort()).toEqual(purposes.sort());
  });

  test('every cookie, and none that is not; each is named in the module that writes it', () => {
    const definition = 'workers/core/http/cookies.ts';
    const writers = sources.filter((file) => file !== definition && /\bwriteCookie\(/.test(read(file)));
    expect(writers.length).toBeGreaterThan(4);
    const names = sources.flatMap((file) =>
      [...read(file).matchAll(/['`](plid-[a-z-]+)(?:\$\{(\w+)\})?['`]/g)].map(([, name = '']) => name),
    );
    expect(writers.filter((file) => !/['`]plid-[a-z-]+/.test(read(file)))).toEqual([]);
    const cookies = [...named].filter((name) => name.startsWith('__Host-'));
    expect(cookies.map((name) => name.replace(/^__Host-|<\w+>$/g, '')).sort()).toEqual(names.sort());
  });
});
