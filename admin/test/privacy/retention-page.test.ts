import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readDocument } from '../../../test/support/assertions/markdown.ts';
import { plid } from '../../../test/support/world/command.ts';
import { testFolder } from '../../../test/support/world/isolation.ts';
import type { Register } from '../../privacy/register.ts';

/** Returns the rows of the register of a deployment with default settings, as in the page's tables. */
async function rowsOf(half: string, language: string): Promise<string[]> {
  const cwd = mkdtempSync(path.join(testFolder(), 'privacy-'));
  const settings = `
    name = "plid"
    [service]
    host = "login.example.com"
    zone = "example.com"
    [gateway]
    host = "shop.example.com"
    zone = "example.com"
    without = ["guard", "verify"]
    [gateway.settings]
    SERVICE_URL = "https://login.example.com"
    CLIENT_ID = "demoshop000000000001"`;
  writeFileSync(path.join(cwd, 'plid.deploy.toml'), settings);
  const { stdout } = await plid(['privacy', 'register', half, '--language', language, '--json'], { cwd });
  const { stored }: Register = JSON.parse(stdout);
  return stored.map(({ data, place, retention }) => `| ${data} | ${place} | ${retention} |`);
}

test.each([
  ['docs/ko/privacy/retention.md', 'ko', ['서비스', '게이트웨이'], '항목'],
  ['docs/privacy/retention.md', 'en', ['Service', 'Gateway'], 'Data'],
])('%s has the periods that the code has', async (file, language, headings, column) => {
  const text = readDocument(file);
  const halves = ['service', 'gateway'];
  for (const [index, half] of halves.entries()) {
    const [, section = ''] = text.split(`\n## ${headings[index]}\n`);
    const [, table = ''] =
      new RegExp(`^\\| ${column} .*\\n\\|[-|]+\\n((?:\\|.*\\n)+)`, 'm').exec(section) ?? [];
    const wanted = await rowsOf(half, language);
    expect(table.trimEnd().split('\n'), `Copy these rows to ${file}:\n${wanted.join('\n')}`).toEqual(wanted);
  }
});
