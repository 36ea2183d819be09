import { expect, test } from 'vitest';
import { everyCase, runCase } from '../support/case-runs.ts';

/** Every OpenID Connect case reads this document before each request. */
const documentPath = '/.well-known/openid-configuration';

/**
 * Every case with what it needs, and with the requests that it sends to a service that follows the specification.
 * A changed parameter, header, or need changes the file.
 */
test('every case passes at a right service, with the written requests', async () => {
  const parts: string[] = [];
  for (const one of everyCase) {
    const { requests, result } = await runCase(one);
    expect(result).not.toHaveProperty('expected');
    expect(result, one.statement).toMatchObject({ outcome: 'passed' });
    expect(result).not.toHaveProperty('further');
    const needs = [one.needs ?? []].flat().join(', ') || 'nothing';
    const own = requests.filter((request) => !request.startsWith(`GET ${documentPath}`));
    const lines = [`needs ${needs}`, ...own].map((line) => `  ${line}\n`);
    parts.push(`${one.section} ${one.statement}\n${lines.join('')}`);
  }
  await expect(parts.join('\n').replaceAll(/eyJ[\w.-]+/g, 'an id_token')).toMatchFileSnapshot(
    'case-requests.txt',
  );
});
