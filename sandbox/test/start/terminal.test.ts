import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../test/support/world/example-process.ts';
import { untilFree } from '../../../test/support/world/npm-start.ts';
import { root } from '../../../test/support/world/test-workers.ts';
import { columnsOf } from '../../../tools/terminal/layout.ts';
import { demoServiceRelyingParty, demoShop } from '../../world/demo-clients.ts';
import { hasTerminal, onTerminal } from '../support/terminal.ts';

describe.runIf(hasTerminal)('npm start on a terminal', () => {
  test.each([
    { columns: 80, env: {}, more: [] },
    { columns: 50, env: { NO_COLOR: '1' }, more: ['--verbose'] },
  ])(
    'of $columns columns prints the welcome and readable log lines',
    async ({ columns, env, more }) => {
      const directory = mkdtempSync(path.join(tmpdir(), 'plid-terminal-'));
      onTestFinished(() =>
        rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
      );
      const port = await freePort();
      const origin = `http://localhost:${port}`;
      const words = [
        'npm',
        'start',
        '--silent',
        '--',
        '--port',
        String(port),
        '--persist-to',
        directory,
        ...more,
      ];
      const started = onTerminal(words, { columns, cwd: root, env: { ...env, npm_config_cache: directory } });
      onTestFinished(() => void started.type('\x03'));
      await expect.poll(started.output, { timeout: 40_000 }).toContain('Ctrl-C stops it.');
      // A line of the log is as long as its path.
      const issuers = (columns === 80 ? [origin, `${origin}/auth/oidc`] : []).map(async (issuer) => {
        const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
        expect(await answer.json()).toMatchObject({ issuer });
      });
      await Promise.all(issuers);
      const printed = stripVTControlCharacters(started.output());
      const [, vendor] = /Simulated Barocert API\s+address\s+(http:\S+)/.exec(printed) ?? [];
      expect(vendor !== undefined).toBe(more.length > 0);
      if (vendor !== undefined)
        expect(await (await fetch(`${vendor}/Time`)).text()).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      await fetch(`${origin}/oauth2/token`, { method: 'POST' });
      await expect.poll(started.output, { timeout: 5_000 }).toContain('invalid_client');
      started.type('\x03');
      await started.exit;
      expect(await untilFree(port)).toBeLessThan(5_000);

      const text = stripVTControlCharacters(started.output());
      for (const part of [`${origin}/sandbox/side-by-side`, '이두리']) {
        expect(text).toContain(part);
      }
      const welcome = text.slice(text.indexOf('plid is running.'), text.indexOf('Ctrl-C stops it.'));
      if (more.length === 0) expect(welcome.split('\n').length).toBeLessThan(29);
      expect(welcome.includes(demoServiceRelyingParty.client_secret)).toBe(more.length > 0);
      if (more.length > 0) {
        expect(text).toContain(demoShop.client_secret);
        expect(text).toMatch(
          /^OpenID Connect\s+issuer\s+http\S+\s+client_id\s+demomembers000000003\s+secret\s/m,
        );
        expect(text).toMatch(
          /^OpenID Connect at the gateway\s+issuer\s+http\S+\/auth\/oidc\s+client_id\s+demo-partner\s+secret\s/m,
        );
      }
      expect(text).toMatch(/POST +\/oauth2\/token +400 +\d+ ms\n +invalid_client/);
      expect(text).not.toMatch(/^\{"level"|🪵|wrangler/m);
      const wide = text.split('\n').filter((line) => columnsOf(line) > columns);
      expect(wide.filter((line) => !/^ +[0-9a-f]{64}$/.test(line))).toEqual([]);
      expect(started.output().includes('\x1b[32m')).toBe(columns === 80);
    },
    60_000,
  );
});
