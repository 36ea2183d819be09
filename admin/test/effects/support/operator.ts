import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import { gatewayEnv, serviceEnv } from '../../../../test/effects/support/numbered-bindings.ts';
import type { NumberedWorld } from '../../../../test/effects/support/numbered-world.ts';
import { plid } from '../../../../test/support/world/command.ts';
import { testFolder } from '../../../../test/support/world/isolation.ts';
import { gatewaySecrets, origins, serviceSecrets } from '../../../../test/support/world/test-settings.ts';
import gatewayPeople from '../../../../workers/gateway/features/people/index.ts';
import applicationsApi from '../../../../workers/service/operator/applications/index.ts';
import servicePeople from '../../../../workers/service/operator/people/index.ts';

const isOfPeople = /^\/admin\/(?:people|audit)\b/;

/** Lets the operator's program reach the workers of a world: each of its requests is a call that is counted and can fail. */
function connect(world: NumberedWorld): void {
  const { elsewhere } = world;
  world.elsewhere = (url, init) => {
    if (url.origin === origins.gateway) return world.send(gatewayPeople, gatewayEnv(world), url.href, init);
    if (url.origin !== origins.service) return elsewhere(url, init);
    const worker = isOfPeople.test(url.pathname) ? servicePeople : applicationsApi;
    return world.send(worker, serviceEnv(world), url.href, init);
  };
}

/** Runs `plid-admin …` against the workers of a world. @returns its exit code and output. */
export async function operate(world: NumberedWorld, words: readonly string[]) {
  const usual = world.elsewhere;
  connect(world);
  const isGateway = words.includes('--gateway');
  const { ADMIN_TOKEN } = isGateway ? gatewaySecrets : serviceSecrets;
  const url = isGateway ? origins.gateway : origins.service;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(world.now * 1000);
  try {
    return await plid([...words, '--url', url], { env: { PLID_ADMIN_TOKEN: ADMIN_TOKEN } });
  } finally {
    clock.mockRestore();
    world.elsewhere = usual;
  }
}

/** Writes a file of the operator. @returns its path. */
export function fileOf(text: string): string {
  const file = path.join(mkdtempSync(path.join(testFolder(), 'operator-')), 'applications.json');
  writeFileSync(file, text);
  return file;
}
