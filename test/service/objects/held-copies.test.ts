import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Application } from '../../../workers/service/objects/application.ts';
import { defaultFields } from '../../../workers/service/registry/application-fields.ts';
import { inMemory } from '../../gateway/support/objects-in-memory.ts';
import { consentTerms } from '../../support/requests/operator-requests.ts';
import { applications } from '../../support/world/test-settings.ts';

const at = 1_800_000_000;
const { client_id, redirect_uri } = applications.shop;
const described = {
  ...defaultFields(),
  ...{ client_id, ...consentTerms, name: 'shop', redirect_uris: [redirect_uri], attributes: ['ci'] },
  ...{ reads: 'many', success: 'success', secrets: [], created: at },
};

let waited: number[];
beforeEach(() => {
  waited = [];
  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      waited.push(milliseconds);
      setTimeout(resolve, 20);
    });
  vi.stubGlobal('scheduler', { wait });
});
afterEach(() => void vi.unstubAllGlobals());

/** An application whose copies arrive in KV when a test lets them. */
function application() {
  const versions: number[] = [];
  const started: number[] = [];
  const released = Promise.withResolvers<void>();
  const APPLICATIONS = {
    async put(_: string, copy: string) {
      const { version } = JSON.parse(copy) as { version: number };
      started.push(version);
      if (version === 1) await released.promise;
      versions.push(version);
    },
  };
  const ask = inMemory({ Application }, () => ({ APPLICATIONS, CLOCK: { now: async () => at * 1_000 } }));
  const call = (method: string, ...parameters: unknown[]) =>
    ask('Application', client_id, method, ...parameters);
  return {
    call,
    started,
    versions,
    release: released.resolve,
    alarm: () => ask.alarmOf('Application', client_id),
  };
}

test('a change takes effect although its copy does not arrive in KV within three seconds', async () => {
  const { call, versions } = application();
  expect(await call('register', described, at, 'by')).toMatchObject({ copy: { version: 1 } });
  expect([waited, versions]).toEqual([[3_000], []]);
  expect(await call('read')).toMatchObject({ version: 1 });
});

test('copies arrive in KV in the order of the changes, and the alarm stays until the latest has arrived', async () => {
  const { call, started, versions, release, alarm } = application();
  await call('register', described, at, 'by');
  await call('update', { name: 'new' }, {}, at, 'by');
  await expect.poll(() => started).toEqual([1]);
  expect(alarm()).not.toBeNull();
  release();
  await call('alarm');
  expect(versions).toEqual([1, 2]);
  expect(alarm()).toBeNull();
});
