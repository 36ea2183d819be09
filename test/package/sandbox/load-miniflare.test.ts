import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { loadMiniflare } from '../../../packages/plid/sandbox/load-miniflare.ts';
import { SandboxError } from '../../../packages/plid/sandbox/sandbox-error.ts';
import { testFolder } from '../../support/world/isolation.ts';

/** A package of a project, by its path below the project's node_modules. */
type Packages = Record<string, string>;

/** A project with these packages. @returns the file of its miniflare. */
function projectWith(packages: Packages): string {
  const project = mkdtempSync(path.join(testFolder(), 'project-'));
  for (const [name, code] of Object.entries(packages)) {
    const folder = path.join(project, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{"main":"index.js","type":"commonjs"}');
    writeFileSync(path.join(folder, 'index.js'), code);
  }
  return path.join(project, 'node_modules/miniflare/index.js');
}

const miniflare = 'exports.Miniflare = class { mark = "of the project"; };';
const withDate = `${miniflare} exports.supportedCompatibilityDate = '2020-01-03';`;
const workerd = (date: string) => `module.exports = { compatibilityDate: '${date}' };`;

/** Installed packages, and the runtime's date. Each date is older than that of this project's own workerd. */
const projects: [what: string, packages: Packages, date: string | undefined][] = [
  ['a workerd next to it', { miniflare, workerd: workerd('2020-01-01') }, '2020-01-01'],
  [
    'a workerd of its own',
    { miniflare, 'miniflare/node_modules/workerd': workerd('2020-01-02') },
    '2020-01-02',
  ],
  [
    'a workerd of its own and another one next to it',
    { miniflare, workerd: workerd('2020-01-01'), 'miniflare/node_modules/workerd': workerd('2020-01-02') },
    '2020-01-02',
  ],
  [
    'the workerd of another package only',
    { miniflare, 'wrangler/node_modules/workerd': workerd('2020-01-01') },
    undefined,
  ],
  ['a workerd without a date', { miniflare, workerd: 'module.exports = {};' }, undefined],
  ['a date of its own and no workerd', { miniflare: withDate }, '2020-01-03'],
  ['a date of its own and a workerd', { miniflare: withDate, workerd: workerd('2020-01-01') }, '2020-01-03'],
];

describe("the runtime's date", () => {
  test.each(projects)('is that of the given miniflare, which has %s', async (_, packages, date) => {
    const runtime = await loadMiniflare(projectWith(packages));
    expect(runtime.supportedCompatibilityDate).toBe(date);
    expect(new runtime.Miniflare({} as never)).toMatchObject({ mark: 'of the project' });
  });

  test('is that of the installed miniflare if none is given, whatever the project contains', async () => {
    const file = projectWith({ miniflare: withDate, workerd: workerd('2020-01-01') });
    const runtime = await loadMiniflare(undefined, path.join(file, '../../..'));
    expect(runtime.supportedCompatibilityDate).toMatch(/^20(?:2[5-9]|[3-9]\d)-\d\d-\d\d$/);
  });
});

describe('a Node version', () => {
  const versions = process.versions;
  const runAt = (node: string) =>
    Object.defineProperty(process, 'versions', { value: { ...versions, node }, configurable: true });
  afterEach(() => void Object.defineProperty(process, 'versions', { value: versions, configurable: true }));

  test.each(['9.11.2', '18.20.8', '20.19.0', '21.7.3'])('%s is too old for the sandbox', async (node) => {
    const file = projectWith({ miniflare });
    runAt(node);
    await expect(loadMiniflare(file)).rejects.toThrow(
      new SandboxError(
        `The sandbox needs Node 22 or later, but this is Node ${node}. Install a newer Node from https://nodejs.org, and run the command again.`,
      ),
    );
  });

  test.each(['22.0.0', '26.10.0', '100.0.0'])('%s is new enough for the sandbox', async (node) => {
    const file = projectWith({ miniflare });
    runAt(node);
    await expect(loadMiniflare(file)).resolves.toHaveProperty('Miniflare');
  });
});
