/**
 * Makes the checked-out commit the neighboring build: writes what a user's sign-in leaves in its storage, and the commit, so that
 * later builds must read the one and understand the other.  npx node verify/neighboring-builds/write-fixture.ts
 */

import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { codeOf, people, signIn } from '../../test/support/fixtures/sign-in.ts';
import { accessTokenFor } from '../../test/support/requests/service-requests.ts';
import { setup } from '../../test/support/world/global-setup.ts';
import type { Fixture } from '../../test/support/world/stored-world.ts';
import { applications, gatewaySecrets, serviceSecrets } from '../../test/support/world/test-settings.ts';
import { keyRingSetting } from '../../workers/core/worker/key-settings.ts';
import { sessionId } from '../../workers/gateway/sessions/session-token.ts';
import { sessionToken } from '../../workers/gateway/settings/gateway-sealed-types.ts';
import { applicationKvKey } from '../../workers/service/registry/applications.ts';

const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
if (git('status', '--porcelain', 'workers', 'packages') !== '')
  throw new Error('Commit the changes of workers and packages first');
const cleanUp = await setup();
// These modules look for the folder of this run when they are loaded.
const { storedObject } = await import('../../test/support/world/stored-world.ts');
const { startWorld } = await import('../../test/support/world/world.ts');
const world = await startWorld();
const person = people.hana;
const { client_id } = applications.shop;

const browser = new BrowserSession(world);
let callback = '';
const watched = {
  fetch(url: string | URL, init = {}) {
    if (new URL(url).pathname === '/auth/callback') callback = String(url);
    return world.fetch(url, init);
  },
};
const visitor = new BrowserSession(watched);
const page = await visitor.get(`${world.gateway}/auth/login?return_to=/auth/session`);
const consent = await visitor.submit(page, { ...person, autoLogin: 'Y' });
const end = await visitor.submit(consent, { autoLogin: 'Y' });
const { plid } = JSON.parse(end.text).user;
const code = codeOf(await signIn(browser, world, person));
const access_token = await accessTokenFor(world, { code });

const token = visitor.cookies(world.gateway).get('__Host-plid-session') ?? '';
const gatewayKeys = v.parse(keyRingSetting, gatewaySecrets.KEYS);
const opened = await sessionToken.open(gatewayKeys, token.replace(/^plid_/, ''), await world.clock.now());
if (opened === undefined) throw new Error('The session cookie does not open');
const names = [
  { class: 'Account', name: plid },
  { class: 'User', name: plid },
  { class: 'Flow', name: await sessionId(opened.secret) },
  { class: 'Application', name: client_id },
  {
    class: 'Phone',
    name: createHmac('sha256', Buffer.from(serviceSecrets.PHONE_KEY, 'base64'))
      .update(person.phoneNo)
      .digest('hex'),
  },
] as const;
const objects = await Promise.all(
  names.map(async (named) => ({
    ...named,
    dump: await storedObject(world, named.class, named.name).dump(),
  })),
);
const key = applicationKvKey(client_id);
const fixture: Fixture = {
  written: await world.clock.now(),
  objects,
  applications: { [key]: (await (await world.env('plid-service-token')).APPLICATIONS.get(key)) ?? '' },
  person,
  plid,
  cookies: Object.fromEntries(
    [world.gateway, world.service].map((origin) => [origin, Object.fromEntries(visitor.cookies(origin))]),
  ),
  callback,
  access_token,
  code,
};
const about =
  'The commit whose workers and objects must understand those of this one. Null: this build is the first one.';
for (const [name, value] of [
  ['fixture.json', fixture],
  ['neighbor.json', { about, commit: git('rev-parse', 'HEAD') }],
] as const) {
  const file = path.resolve(import.meta.dirname, name);
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  console.log(`Written: ${file}`);
}
execFileSync(path.resolve('tools/checks/node_modules/.bin/biome'), [
  'format',
  '--write',
  import.meta.dirname,
]);
await world.close();
await cleanUp();
