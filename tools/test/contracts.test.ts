import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { contractText } from '../../test/support/assertions/contract.ts';
import { root } from '../../test/support/world/bundles.ts';
import { testFolder } from '../../test/support/world/isolation.ts';

const check = (...files: string[]) => {
  const script = path.join(root, 'tools/checks/contracts.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...files], { encoding: 'utf8' });
  return { status, output: stdout + stderr };
};

const contractWith = (text: string) => {
  const file = path.join(mkdtempSync(path.join(testFolder(), 'contract-')), 'openapi.yaml');
  writeFileSync(file, text);
  return file;
};

test('the contracts follow the rules of OpenAPI', () => {
  const { status, output } = check();
  expect(output).toMatch(/openapi\.yaml: validated in .*carrier\.openapi\.yaml: validated in /s);
  expect(status, output).toBe(0);
});

test('a path parameter with an invalid name is rejected', () => {
  const broken = contractText.replace('/auth/verify/{request}:', '/auth/verify/{request+}:');
  expect(broken).not.toBe(contractText);
  const { status, output } = check(contractWith(broken));
  expect(output).toContain('Path parameter `request` is not used in the path `/auth/verify/{request+}`.');
  expect(status).toBe(1);
});

test('a missing contract file is an error', () => {
  expect(check(path.join(root, 'docs/missing.yaml')).status).toBe(1);
});
