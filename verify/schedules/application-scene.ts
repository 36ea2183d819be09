import assert from 'node:assert/strict';
import * as v from 'valibot';
import { consentTerms } from '../../test/support/requests/operator-requests.ts';
import { keyRingSetting } from '../../workers/core/worker/key-settings.ts';
import type { PastChange } from '../../workers/service/objects/application-changes.ts';
import applications from '../../workers/service/operator/applications/index.ts';
import { defaultFields } from '../../workers/service/registry/application-fields.ts';
import { toStoredSecret } from '../../workers/service/registry/application-secrets.ts';
import {
  type ApplicationCopy,
  applicationKvKey,
  isDeleted,
} from '../../workers/service/registry/applications.ts';
import { persist, type Scene } from './scene.ts';
import { boundTo, kv, start } from './simulated-world.ts';

const origin = 'https://login.example.com';
const KEYS = `k1:${btoa('0123456789abcdef'.repeat(2))}`;
const ADMIN_TOKEN = 'fedcba9876543210'.repeat(2);
const keys = v.parse(keyRingSetting, KEYS);
const client_id = 'demobank000000000002';
const now = start / 1000;

const bindings = {
  KEYS,
  ADMIN_TOKEN: `kim:${ADMIN_TOKEN}`,
  ACCESS_RECORDS: boundTo('AccessRecords'),
  BASE_URL: origin,
  APPLICATIONS: kv.APPLICATIONS,
  APPLICATION: boundTo('Application'),
  ACCOUNT: boundTo('Account'),
  EVENT_KEYS: { publicKeys: async () => ({ keys: [] }) },
  SIGNER: { publicKeys: async () => ({ keys: [] }) },
};
/** Time in which alarms write KV's copy, in milliseconds. */
const hour = 3_600_000;

type Change = readonly [method: string, path: string, body: object | undefined, answers: readonly number[]];
/** If the response to the first rotation was lost, a second one is rejected, because two secrets may already exist. */
const changes: readonly Change[] = [
  ['PATCH', '', { name: 'One', same_name: true }, [200, 404]],
  ['PATCH', '', { name: 'Two', same_name: true }, [200, 404]],
  ['POST', '/secrets', undefined, [201, 400, 404]],
  ['DELETE', '', undefined, [204, 404]],
];

export const applicationScene: Scene = {
  name: 'an application is changed, given a secret, and deleted',
  async play(world) {
    const read = () => world.objects.ask('Application', client_id, 'read') as Promise<ApplicationCopy>;
    const secrets = [await toStoredSecret(keys, 's1', 'b'.repeat(64), now)];
    const described = { client_id, name: 'Bank', redirect_uris: [`${origin}/cb`], attributes: ['ci'] };
    const application = { ...defaultFields(), ...consentTerms, ...described, secrets, created: now };
    const register = () => world.objects.ask('Application', client_id, 'register', application, now, 'kim');
    await world.runCalmly(register);

    const send =
      ([method, path, body, answers]: Change) =>
      async () => {
        const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' };
        const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
        const url = `${origin}/admin/applications/${client_id}${path}`;
        const { status } = await persist(() => world.fetch(applications, bindings, url, init));
        assert.ok(answers.includes(status), `${method} ${path} is answered ${status}`);
        return { method, status };
      };
    const done = await world.run(() => Promise.all(changes.map((change) => send(change)())));
    await world.wakeAll(hour);

    const copy = await read();
    // If the response to the first deletion was lost, a repeated one gets 404.
    assert.ok(isDeleted(copy), 'what was deleted stays deleted');
    const kept = JSON.parse(kv.APPLICATIONS.values.get(applicationKvKey(client_id)) ?? 'null');
    assert.deepEqual(kept, copy, 'KV has the latest copy in the end');
    const history = (await world.objects.ask(
      'Application',
      client_id,
      'history',
      undefined,
      99,
    )) as PastChange[];
    const versions = history.map(({ version }) => version);
    assert.deepEqual(
      versions,
      versions.map((_, index) => copy.version - index),
      'each change is a version',
    );
    assert.equal(history[0]?.action, 'deleted', 'nothing comes after a deletion');
    const updated = history.filter(({ action }) => action === 'updated').length;
    const answered = done.filter(({ method, status }) => method === 'PATCH' && status === 200).length;
    assert.ok(updated >= answered, `${answered} changes were answered, and ${updated} made`);
  },
};
