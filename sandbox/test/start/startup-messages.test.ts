import { expect, test } from 'vitest';
import { processIo, withIo } from '../../../tools/terminal/io.ts';
import { explainStartupError } from '../../start/startup-errors.ts';
import { wranglerEnvironment } from '../../start/wrangler-environment.ts';

const ended = 'wrangler exited before the local environment responded';

test.each<[string[], boolean, string | undefined]>([
  [['\u001b[31mError: listen EADDRINUSE'], false, 'Another program is using the port.'],
  [['Address already in use (localhost:8787)'], true, 'Another program is using the port.'],
  [['no such named entrypoint "Carrier"'], false, expect.stringContaining('exports no class named Carrier')],
  [
    ['✘ [ERROR] Build failed with 1 error:', '', '  ✘ [ERROR] Expected ";"', '', '', 'more'],
    false,
    'The Worker of --carrier could not be built:\n\n✘ [ERROR] Expected ";"',
  ],
  [['anything'], false, undefined],
  ...['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR'].map((code): [string[], boolean, string] => [
    [`Error: ${code}: not possible, mkdir '/x'`],
    true,
    `wrangler cannot write a file that it needs: ${code}: not possible, mkdir '/x'`,
  ]),
  [['EACCES: not possible'], false, undefined],
  [['✘ [ERROR] A reason'], true, `${ended}: A reason`],
  [['anything'], true, `${ended}.`],
])('the output %j of wrangler, which has ended: %s', (lines, hasEnded, message) => {
  expect(explainStartupError(lines, hasEnded)).toEqual(message);
});

test('wrangler gets no setting of another account, environment, or command, and keeps its files in the folder', () => {
  const foreign = ['CLOUDFLARE', 'CF', 'WRANGLER', 'WORKERS_CI', 'X_LOCAL', 'X_BROWSER', 'PLID'];
  const env = Object.fromEntries(
    foreign.flatMap((name) => [`${name}_A`, `${name.toLowerCase()}_b`]).map((name) => [name, 'x']),
  );
  const kept = { PATH: '/bin', HOME: '/home/kim', CFG: 'a', MY_PLID_X: 'b' };
  const made = withIo({ ...processIo, env: { ...env, ...kept } }, () => wranglerEnvironment('/state'));
  expect(made).toEqual({
    ...kept,
    ...{ WRANGLER_SEND_METRICS: 'false', WRANGLER_SEND_ERROR_REPORTS: 'false', WRANGLER_HIDE_BANNER: 'true' },
    ...{ WRANGLER_NO_SKILLS_UPDATE_PROMPTS: 'true', CLOUDFLARE_CF_FETCH_ENABLED: 'false' },
    ...{ WRANGLER_REGISTRY_PATH: '/state/registry', WRANGLER_LOG_PATH: '/state/logs' },
    XDG_CONFIG_HOME: '/state/preferences',
  });
});
