import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Deployments, smallService, startDeployments } from '../cloudflare/index.ts';

/**
 * Two services of one account. Every worker of the second has a name that begins with `plid-service-`, as those of
 * the first do.
 */
const other = smallService
  .replace('name = "plid"', 'name = "plid-service-kr"')
  .replace('login.example.com', 'login2.example.com');

let deployments: Deployments;
beforeAll(async () => {
  deployments = await startDeployments();
  const { terminal } = deployments;
  for (const [file, text] of [
    ['plid.deploy.toml', smallService],
    ['kr.toml', other],
  ] as const) {
    terminal.write(file, text);
    const { code, output } = await terminal.deploy('service', '--no-check', '--file', file);
    expect(output).not.toContain('still deployed but no longer used');
    expect(code, output).toBe(0);
  }
}, 240_000);
afterAll(() => deployments.close());

/** What the second deployment has at Cloudflare. */
const ofOther = () => {
  const { scripts, routes } = deployments.cloudflare.state;
  return JSON.stringify([
    [...scripts].filter(([name]) => name.startsWith('plid-service-kr-')),
    routes.filter(({ script }) => script?.startsWith('plid-service-kr-')),
  ]);
};

/** Each command that lists the deployed workers, with what it must not say or change. */
const commands: [string, 'deploy' | 'plid', string[]][] = [
  ['deploy --dry-run', 'deploy', ['service', '--dry-run']],
  ['deploy', 'deploy', ['service', '--no-check', '--all', '--yes']],
  ['deploy --rollback', 'deploy', ['service', '--no-check', '--rollback', '--yes']],
  ['deploy --emit', 'deploy', ['service', '--emit', 'emitted']],
  ['keys status', 'plid', ['keys', 'status', 'service']],
  ['remove --dry-run', 'plid', ['remove', 'service', '--dry-run']],
  ['remove', 'plid', ['remove', 'service', '--confirm', 'plid-service']],
];

describe('a deployment whose workers have the prefix of another deployment', { shuffle: false }, () => {
  test.each(commands)('stays unchanged by %s of the other', async (_, command, words) => {
    const before = ofOther();
    const writes = deployments.cloudflare.writes().length;
    const { output, code } = await deployments.terminal[command](...words);
    expect(code, output).toBe(0);
    const acted = output.split('\n').filter((line) => !/^ {2}stays: the worker/.test(line));
    expect(acted.join('\n')).not.toContain('plid-service-kr');
    expect(ofOther()).toBe(before);
    const paths = deployments.cloudflare
      .writes()
      .slice(writes)
      .map(({ path }) => path);
    expect(paths.filter((path) => path.includes('plid-service-kr'))).toEqual([]);
  });

  test('is complete after the other was removed, and can itself be removed', async () => {
    const names = () => [...deployments.cloudflare.state.scripts.keys()];
    expect(names()).toHaveLength(4);
    expect(names().every((name) => name.startsWith('plid-service-kr-service-'))).toBe(true);
    const { code } = await deployments.terminal.plid(
      ...['remove', 'service', '--file', 'kr.toml', '--confirm', 'plid-service-kr-service'],
    );
    expect([code, names()]).toEqual([0, []]);
  });
});
