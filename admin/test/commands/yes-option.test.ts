import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BrowserSession } from '../../../test/support/fixtures/browser-session.ts';
import { newSubscriber } from '../../../test/support/fixtures/phones.ts';
import { codeOf, signIn } from '../../../test/support/fixtures/sign-in.ts';
import {
  administer,
  registerApplication,
  sendPeopleRequest,
} from '../../../test/support/requests/operator-requests.ts';
import { plid } from '../../../test/support/world/command.ts';
import { startProxy } from '../../../test/support/world/http-proxy.ts';
import { serviceSecrets } from '../../../test/support/world/test-settings.ts';
import { useWorld } from '../../../test/support/world/use-world.ts';

const world = useWorld({ half: 'service' });
let proxy: Awaited<ReturnType<typeof startProxy>>;
let application: Awaited<ReturnType<typeof registerApplication>>;
let phoneNo: string;

beforeAll(async () => {
  proxy = await startProxy(world, { origin: world.service });
  application = await registerApplication(world, {
    name: '책방',
    redirect_uris: ['http://localhost:3000/callback'],
    attributes: ['name'],
  });
  const person = await newSubscriber(world);
  codeOf(await signIn(new BrowserSession(world), world, person));
  phoneNo = person.phoneNo;
});
afterAll(() => proxy?.close());

const noSuchToken = 'f'.repeat(64);
const asksForIt = /To confirm, add: --yes/;

/** The application and the user that the commands name, as the service stores them. */
async function stored(): Promise<unknown> {
  const shown = await administer(world, 'GET', `/${application.client_id}`);
  const person = await sendPeopleRequest(world, 'show', { phoneNo });
  return [await shown.json(), await person.json()];
}

interface Refused {
  what: string;
  words: () => string[];
  token?: string;
  refusal: RegExp;
}

const refused: Refused[] = [
  {
    what: 'erasing a user with a token that the service does not know',
    words: () => ['people', 'erase', phoneNo, '--reason', 'ticket 1'],
    token: noSuchToken,
    refusal: /PLID_ADMIN_TOKEN/,
  },
  {
    what: 'erasing what is neither a phone number nor a plid',
    words: () => ['people', 'erase', '12345'],
    refusal: /phone number/,
  },
  {
    what: 'erasing a user at a gateway where there is none',
    words: () => ['people', 'erase', phoneNo, '--gateway', '--reason', 'ticket 1'],
    refusal: /gateway/,
  },
  {
    what: 'deleting an application with a token that the service does not know',
    words: () => ['applications', 'delete', application.client_id],
    token: noSuchToken,
    refusal: /PLID_ADMIN_TOKEN/,
  },
  {
    what: 'deleting an application that has changed since',
    words: () => ['applications', 'delete', application.client_id, '--if-version', '7'],
    refusal: /Version 7 is outdated/,
  },
  {
    what: 'deleting an application that is not registered',
    words: () => ['applications', 'delete', 'unknown0000000000000'],
    refusal: /no such application/,
  },
  {
    what: 'taking all attributes from an application that has changed since',
    words: () => ['applications', 'update', application.client_id, '--attributes', '', '--if-version', '7'],
    refusal: /Version 7 is outdated/,
  },
  {
    what: 'taking all attributes from an application that is not registered',
    words: () => ['applications', 'update', 'unknown0000000000000', '--attributes', ''],
    refusal: /no such application/,
  },
];

describe("--yes answers questions, but doesn't skip an error", () => {
  test.each(refused)('of $what', async ({ words, token = serviceSecrets.ADMIN_TOKEN, refusal }) => {
    const run = (...more: string[]) =>
      plid([...words(), '--url', proxy.url, ...more], { env: { PLID_ADMIN_TOKEN: token } });
    const before = await stored();
    const [withYes, without] = [await run('--yes'), await run()];
    expect(withYes).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(refusal) });
    expect(withYes.stderr).not.toMatch(asksForIt);
    expect(without).toMatchObject({ code: 1, stdout: '' });
    expect(await stored()).toEqual(before);
  });

  test('of a rotation without a settings file', async () => {
    const leaked = ['keys', 'rotate', 'service', '--secret', 'PHONE_KEY', '--leaked', '--yes'];
    const { code, stderr } = await plid([...leaked, '--file', 'not-there.toml']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('not-there.toml')]);
  });
});
