import { copyFileSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readDescription } from '../../scripts/deploy/file.ts';
import { describeKeys } from '../../scripts/keys/status.ts';
import { testFolder } from '../support/world/isolation.ts';

test.each(['service', 'gateway'] as const)(
  'before the first deployment of a %s, its status names what comes first',
  async (half) => {
    const file = path.join(mkdtempSync(path.join(testFolder(), 'status-')), 'plid.deploy.toml');
    copyFileSync('plid.deploy.example.toml', file);
    const [line, ...more] = await describeKeys(readDescription(file, half));
    expect(line).toContain(`plid-${half}.secrets holds no keys. First: npm run deploy -- ${half}`);
    expect(more).toEqual([]);
  },
);
