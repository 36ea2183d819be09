import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../test/support/world/bundles.ts';
import { deploy, peaks } from './deployment.ts';

const document = readFileSync(path.join(root, 'docs/scale.md'), 'utf8');
const written = (count: number) => count.toLocaleString('en');

test.each(peaks)(
  'a deployment at %i sign-ins a second keeps nobody waiting for two seconds',
  async (logins) => {
    const { isolates, requests, asked, late, longest, unanswered } = await deploy(logins);
    expect(requests).toBe(logins * 60);
    // Of all requests that an isolate has while it does not know the key one asks.
    expect(asked).toBe(isolates);
    expect(unanswered).toBe(0);
    expect(longest).toBeLessThan(1_000);
    const cells = [logins, isolates, asked, `${written(late)} of ${written(requests)}`, `${longest} ms`, 0];
    const row = cells.map((cell) => (typeof cell === 'number' ? written(cell) : cell)).join(' | ');
    expect(document, 'docs/scale.md, “A deployment at the peak”').toContain(`| ${row} |`);
  },
);
