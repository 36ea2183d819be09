import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadWorkers } from '../configuration/load-workers.ts';
import { gatewaySettingsSource, settingsFile } from '../package/gateway-settings.ts';

test('the type GatewaySettings has every setting of the gateway: npm run build', async () => {
  expect(readFileSync(settingsFile, 'utf8')).toBe(gatewaySettingsSource(await loadWorkers()));
});
