import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startSandbox } from 'plid/sandbox';
import { describeConformance, runConformance, sandboxTarget } from 'plid-kits/conformance';

test('the service keeps to the specification', async () => {
  const sandbox = await startSandbox();
  try {
    const report = await runConformance(sandboxTarget(sandbox));
    assert.equal(report.failed, 0, describeConformance(report));
  } finally {
    await sandbox.stop();
  }
});
