import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleOf, bundlesAreMade, root } from '../../../test/support/world/bundles.ts';
import { plid } from '../../../test/support/world/command.ts';

const source = (...parameters: string[]) => plid(['source', ...parameters]);

describe('plid source', () => {
  test("prints file, line, and column of a position in a worker's code", async () => {
    await bundlesAreMade();
    const code = readFileSync(bundleOf('workers/service/routes/token/index.ts'), 'utf8').split('\n');
    const line = code.findIndex((text) => text.includes('token_type'));
    const column = code[line]?.indexOf('token_type') ?? 0;
    const { code: ended, stdout } = await source('service-token', `${line + 1}:${column + 1}`);
    const [, file = '', at, from] = /^(.*):(\d+):(\d+)\n$/.exec(stdout) ?? [];
    expect([ended, file]).toEqual([0, 'workers/service/routes/token/index.ts']);
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    expect(lines[Number(at) - 1]?.slice(Number(from) - 1)).toMatch(/^token_type/);
    // The first column is 1, as in V8's stack traces.
    expect((await source('service-token', `${line + 1}:${column}`)).stdout).not.toBe(stdout);
  });

  test.each([
    ['of no worker', 'service-nothing', '1:1', 'Worker not found: service-nothing'],
    ['that is none', 'service-token', '17', "17 isn't a position"],
  ])('rejects %s, with the right form', async (_, worker, position, says) => {
    const { code, stderr } = await source(worker, position);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
  });
});
