import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { root } from '../support/world/test-workers.ts';

/** The files that `npm test -- words` would run. */
function filesOf(...words: string[]): string[] {
  const [, , ...options] = packageFile.scripts.test.split(' ');
  const { VITEST: _, ...env } = process.env;
  const listed = execFileSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'list', '--filesOnly', '--json', ...options, ...words],
    { cwd: root, env, encoding: 'utf8' },
  );
  return JSON.parse(listed).map(({ file }: { file: string }) => file.slice(root.length + 1));
}

test('npm test runs a named file of every ring, also one that takes long', () => {
  const named = [
    'admin/test/audit/retention.test.ts',
    'bench/test/bench.test.ts',
    'sandbox/test/barocert-faults.test.ts',
    'site/test/contents.test.ts',
    'test/browser/consent.test.ts',
    'tools/test/layout.test.ts',
    'verify/model/model.test.ts',
  ];
  expect(filesOf(...named).sort()).toEqual(named);
});

test('npm test with a folder of one ring runs no file of another', () => {
  const files = filesOf('test/service');
  expect(files).toContain('test/service/sign-in/waiting-socket.test.ts');
  expect(files.filter((file) => !file.startsWith('test/service/'))).toEqual([]);
});

test('npm test without a name leaves out the other rings and what takes long', () => {
  const files = filesOf();
  expect(files).toContain('test/attacks/token.test.ts');
  expect(files.filter((file) => /^(?:admin|bench|sandbox|site|tools)\//.test(file))).toEqual([]);
  expect(files).not.toContain('test/browser/consent.test.ts');
});
