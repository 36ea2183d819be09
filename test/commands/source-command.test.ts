import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { bundleOf, root } from '../support/world/bundles.ts';

/** `npm run plid -- source …`, as npm runs it. */
const source = (...parameters: string[]) =>
  new Promise<{ code: unknown; output: string; error: string }>((resolve) => {
    const file = path.join(root, 'scripts/plid.ts');
    execFile(process.execPath, [file, 'source', ...parameters], (failure, output, error) =>
      resolve({ code: failure?.code ?? 0, output: output.trim(), error: error.trim() }),
    );
  });

describe('a position in the code of a worker', () => {
  test('is told by file, line and column of the source', async () => {
    const code = readFileSync(bundleOf('workers/service/token/index.ts'), 'utf8').split('\n');
    const line = code.findIndex((text) => text.includes('token_type'));
    const column = code[line]?.indexOf('token_type') ?? 0;
    const { code: ended, output } = await source('service-token', `${line + 1}:${column + 1}`);
    const [, file = '', at] = /^(.*):(\d+):\d+$/.exec(output) ?? [];
    expect([ended, file]).toEqual([0, 'workers/service/token/index.ts']);
    const lines = readFileSync(path.join(root, file), 'utf8').split('\n');
    expect(lines[Number(at) - 1]).toContain('token_type');
  });

  test.each([
    ['of no worker', 'service-nothing', '1:1', 'There is no worker service-nothing'],
    ['that is none', 'service-token', '17', '17 is no position'],
  ])('%s is refused, with what to write', async (_, worker, position, says) => {
    const { code, error } = await source(worker, position);
    expect(code).toBe(1);
    expect(error).toContain(says);
  });
});
