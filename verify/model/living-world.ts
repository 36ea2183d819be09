import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { administer } from '../../test/support/requests/operator-requests.ts';
import { listedWorkers } from '../../test/support/world/configurations.ts';
import { testFolder } from '../../test/support/world/isolation.ts';
import { applications, gatewaySecrets, serviceSecrets } from '../../test/support/world/test-settings.ts';
import type { Overrides } from '../../test/support/world/test-workers.ts';
import { startWorld, type World } from '../../test/support/world/world.ts';
import type { App } from './entities.ts';
import { failingParts, usingFailingParts } from './failing-world.ts';

/** A world for many lives, one after the other, with an operator who rotates keys and restarts it. */
export interface LivingWorld {
  world: World;
  /** The folder of its stored state. */
  folder: string;
  /** The ids of the live secrets of each application, the newest first. */
  secrets: Readonly<Record<App, readonly string[]>>;
  secretOf(id: string): string;
  /** The id of the shop's secret that the gateway uses. */
  gatewaySecret(): string;
  addSecret(app: App): Promise<string>;
  retireOldSecret(app: App): Promise<void>;
  /**
   * Kills the runtime and starts it again; the gateway then has the shop's newest secret. @param rotate whether to put a new
   * key in front of `KEYS`.
   */
  killAndStart(rotate: boolean): Promise<void>;
  close(): Promise<void>;
}

export async function startLivingWorld(): Promise<LivingWorld> {
  const folder = mkdtempSync(path.join(testFolder(), 'life-'));
  const keys = { service: [serviceSecrets.KEYS], gateway: [gatewaySecrets.KEYS] };
  const settings = settingsWith(keys, applications.shop.client_secret);
  const world = await startWorld({ folder, overrides: usingFailingParts(settings), workers: failingParts });
  const secrets: Record<App, string[]> = { shop: ['s1 shop'], bank: ['s1 bank'] };
  const values = new Map([
    ['s1 shop', applications.shop.client_secret],
    ['s1 bank', applications.bank.client_secret],
  ]);
  let gatewaySecret = 's1 shop';
  const secretOf = (id: string): string => values.get(id) ?? '';
  const pathOf = (app: App) => `/${applications[app].client_id}/secrets`;
  await registerForParts(world);
  return {
    world,
    folder,
    secrets,
    secretOf,
    gatewaySecret: () => gatewaySecret,
    async addSecret(app) {
      const answer = await administer(world, 'POST', pathOf(app));
      if (answer.status !== 201) throw new Error(`No new secret: ${await answer.text()}`);
      const { client_secret, secrets: live }: Added = await answer.json();
      const id = `${live[0]?.id} ${app}`;
      values.set(id, client_secret);
      secrets[app].unshift(id);
      return id;
    },
    async retireOldSecret(app) {
      const [id = ''] = secrets[app].pop()?.split(' ') ?? [];
      const answer = await administer(world, 'DELETE', `${pathOf(app)}/${id}`);
      if (answer.status >= 300) throw new Error(`Not retired: ${await answer.text()}`);
    },
    async killAndStart(rotate) {
      if (rotate) for (const half of ['service', 'gateway'] as const) keys[half].unshift(newKey(half, keys));
      [gatewaySecret = ''] = secrets.shop;
      await world.killAndStart(usingFailingParts(settingsWith(keys, secretOf(gatewaySecret))));
    },
    async close() {
      await world.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Registers the applications for passkeys, and the gateway for events about users who leave or are disconnected, also in a
 * KV that lags.
 */
async function registerForParts(world: World): Promise<void> {
  const shop = { passkeys: true, events: `${world.gateway}/auth/events` };
  for (const [app, body] of Object.entries({ shop, bank: { passkeys: true } })) {
    const registered = await administer(world, 'PATCH', `/${applications[app as App].client_id}`, { body });
    if (registered.status !== 200) throw new Error(`Not registered: ${await registered.text()}`);
  }
  await world.clock.advance(61);
}

interface Added {
  client_secret: string;
  secrets: { id: string }[];
}
type Keys = Record<'service' | 'gateway', string[]>;

function newKey(half: keyof Keys, keys: Keys): string {
  const id = `k${keys[half].length}`;
  return `${id}:${createHash('sha256').update(`${half} ${id}`).digest('base64')}`;
}

/** In seconds: short, so that what a fault leaves is soon gone. */
export const sessionCacheLifetime = 120;

/** A phone takes as many requests as faults need. */
const settingsWith = (keys: Keys, CLIENT_SECRET: string): Overrides =>
  Object.fromEntries(
    listedWorkers.map(({ worker }) => {
      const ofService = { secrets: { KEYS: keys.service.join(',') }, vars: { PHONE_REQUEST_LIMIT: '100' } };
      const ofGateway = {
        secrets: { KEYS: keys.gateway.join(','), CLIENT_SECRET },
        vars: { SESSION_CACHE_LIFETIME: String(sessionCacheLifetime) },
      };
      return [`plid-${worker}`, worker.startsWith('service-') ? ofService : ofGateway];
    }),
  );
