import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeConformance, runConformance, sandboxTarget } from 'plid/conformance';
import { startSandbox } from 'plid/sandbox';

test('the service keeps to the specification', async () => {
  const sandbox = await startSandbox();
  try {
    const report = await runConformance(sandboxTarget(sandbox));
    assert.equal(report.failed, 0, describeConformance(report));
  } finally {
    await sandbox.stop();
  }
});
