import { writeCookie } from '../../../workers/core/http/cookies.ts';
import account from '../../../workers/service/features/account-page/index.ts';
import openid from '../../../workers/service/features/openid/index.ts';
import applicationsApi from '../../../workers/service/operator/applications/index.ts';
import people from '../../../workers/service/operator/people/index.ts';
import subscribers from '../../../workers/service/operator/subscribers/index.ts';
import disconnect from '../../../workers/service/routes/disconnect/index.ts';
import {
  accountSession,
  type NoticeLink,
  noticeLink,
} from '../../../workers/service/settings/service-sealed-types.ts';
import { storedDeviceCookie } from '../../../workers/service/sign-in/cookies/device-cookie.ts';
import { deviceOfPhone } from '../../support/fixtures/agreement.ts';
import { basic } from '../../support/requests/service-requests.ts';
import { applications, origins, serviceKeys, serviceSecrets } from '../../support/world/test-settings.ts';
import { serviceEnv } from './numbered-bindings.ts';
import type { NumberedWorld } from './numbered-world.ts';
import type { Command } from './play-command.ts';
import { phoneNo, type StoredPerson, storeRefusedEvent, storeUser } from './stored-user.ts';

const { shop } = applications;
const { client_id } = shop;

type Sent = { worker: Parameters<NumberedWorld['send']>[0]; path: string; method?: string } & (
  | { form: Record<string, string>; headers?: Record<string, string> }
  | { json: object | undefined; token: string }
);

/** A request to a worker of the service. @returns its status. */
async function send(world: NumberedWorld, { worker, path, method = 'POST', ...sent }: Sent): Promise<number> {
  const isForm = 'form' in sent;
  const body = isForm ? new URLSearchParams(sent.form).toString() : sent.json && JSON.stringify(sent.json);
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const more = isForm
    ? { Origin: origins.service, ...sent.headers }
    : { Authorization: `Bearer ${sent.token}` };
  const headers = { 'Content-Type': type, ...more };
  const answer = await world.send(worker, serviceEnv(world), `${origins.service}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  return answer.status;
}

const { ADMIN_TOKEN, CARRIER_TOKEN } = serviceSecrets;
const cookieOf = (text: string) => text.slice(0, text.indexOf(';'));
const url = new URL(origins.service);

/** A command about a user, who is stored before. */
const about = (
  run: (world: NumberedWorld, person: StoredPerson) => Promise<number | undefined>,
): Command<StoredPerson> => ({
  prepare: storeUser,
  run,
});

/** A form of the pages of the account. */
const inAccount = (
  path: string,
  form: Record<string, string> | ((person: StoredPerson) => Record<string, string>),
) =>
  about(async (world, person) => {
    const { plid, grants } = person;
    const session = await accountSession.seal(serviceKeys, { plid, grant: grants.account }, world.now + 600);
    const headers = { Cookie: cookieOf(writeCookie(url, 'plid-account', session, 600)) };
    const fields = typeof form === 'function' ? form(person) : form;
    return send(world, { worker: account, path, form: fields, headers });
  });

/** The link of a notice to the user. */
const byNotice = (kind: NoticeLink['kind']) =>
  about(async (world, { plid, grants }) => {
    const end = { kind, client_id, plid, sign_in: grants.shop, at: 1_800_000_000, browser: 'a browser' };
    const notice = await noticeLink.seal(serviceKeys, end, world.now + 600);
    return send(world, { worker: account, path: '/account/end', form: { notice } });
  });

/** A number whose owner has left, or whom another person follows: the Phone calls the Account, and changes itself. */
const atPhone = (method: string, ...parameters: unknown[]) =>
  about(async (world, { phone }) => {
    const object = world.namespace('Phone').get({ name: phone }) as Record<
      string,
      (...given: unknown[]) => Promise<unknown>
    >;
    await object[method]?.(...parameters, world.now);
    return undefined;
  });

/** Commands of the service with several effects. */
export const commands: Record<string, Command<never> | Command<StoredPerson> | Command<string>> = {
  'POST /v1/user/disconnect': about((world, { plid }) =>
    send(world, {
      worker: disconnect,
      path: '/v1/user/disconnect',
      form: { plid },
      headers: { Authorization: basic(shop) },
    }),
  ),
  'POST /admin/subscribers/leave': about((world) =>
    send(world, {
      worker: subscribers,
      path: '/admin/subscribers/leave',
      json: { phoneNo },
      token: CARRIER_TOKEN,
    }),
  ),
  'POST /admin/subscribers/disconnect': about((world) =>
    send(world, {
      worker: subscribers,
      path: '/admin/subscribers/disconnect',
      json: { phoneNo, client_id },
      token: CARRIER_TOKEN,
    }),
  ),
  'POST /admin/subscribers/end-automatic-logins': about((world) =>
    send(world, {
      worker: subscribers,
      path: '/admin/subscribers/end-automatic-logins',
      json: { phoneNo, client_id },
      token: CARRIER_TOKEN,
    }),
  ),
  'POST /admin/people/erase by plid': about((world, { plid }) =>
    send(world, {
      worker: people,
      path: '/admin/people/erase',
      json: { plid, reason: 'leaves' },
      token: ADMIN_TOKEN,
    }),
  ),
  'POST /admin/people/erase by number': about((world) =>
    send(world, {
      worker: people,
      path: '/admin/people/erase',
      json: { phoneNo, reason: 'leaves' },
      token: ADMIN_TOKEN,
    }),
  ),
  'POST /admin/people/end-passkeys': about((world) =>
    send(world, {
      worker: people,
      path: '/admin/people/end-passkeys',
      json: { phoneNo, reason: 'lost phone' },
      token: ADMIN_TOKEN,
    }),
  ),
  'POST /account/disconnect of one': inAccount('/account/disconnect', { client_id }),
  'POST /account/disconnect of all': inAccount('/account/disconnect', { all: 'Y' }),
  'POST /account/forget-browsers': inAccount('/account/forget-browsers', {}),
  'POST /account/end-automatic-login': inAccount('/account/end-automatic-login', ({ grants }) => ({
    device: grants.shop,
  })),
  'POST /account/end-passkey': inAccount('/account/end-passkey', { passkey: 'passkey' }),
  'POST /account/sign-out': inAccount('/account/sign-out', {}),
  'POST /account/end of a sign-in': byNotice('new_browser'),
  'POST /account/end of an automatic login': byNotice('automatic_login'),
  'POST /account/end of a passkey': byNotice('passkey'),
  'POST /account/end of a consent': byNotice('consent'),
  'POST /oauth2/openid/logout/confirm': about(async (world, { plid, grants }) => {
    const device = { plid, device: grants.shop, ...deviceOfPhone };
    const context = {
      request: new Request(origins.service),
      url,
      env: { KEYS: serviceKeys },
      now: world.now,
    };
    const headers = {
      Cookie: cookieOf(await storedDeviceCookie(context, client_id, device, world.now + 600)),
    };
    return send(world, {
      worker: openid,
      path: '/oauth2/openid/logout/confirm',
      form: { client_id },
      headers,
    });
  }),
  'DELETE /admin/applications/:client_id': about((world) =>
    send(world, {
      worker: applicationsApi,
      path: `/admin/applications/${client_id}`,
      method: 'DELETE',
      json: undefined,
      token: ADMIN_TOKEN,
    }),
  ),
  'PATCH /admin/applications/:client_id': about((world) =>
    send(world, {
      worker: applicationsApi,
      path: `/admin/applications/${client_id}`,
      method: 'PATCH',
      json: { retention: '1년' },
      token: ADMIN_TOKEN,
    }),
  ),
  'DELETE /admin/applications/:client_id/secrets/:id': about((world) =>
    send(world, {
      worker: applicationsApi,
      path: `/admin/applications/${client_id}/secrets/s2`,
      method: 'DELETE',
      json: undefined,
      token: ADMIN_TOKEN,
    }),
  ),
  'POST /admin/applications/:client_id/events/resend': {
    prepare: async (world) => storeRefusedEvent(world, await storeUser(world)),
    run: (world, jti) =>
      send(world, {
        worker: applicationsApi,
        path: `/admin/applications/${client_id}/events/resend`,
        json: { jti, reason: 'ticket 1' },
        token: ADMIN_TOKEN,
      }),
  } satisfies Command<string>,
  'Phone.leave': atPhone('leave'),
  'Phone.erase': atPhone('erase'),
  'Phone.approve by another owner': atPhone('approve', {
    owner: 'another',
    carrier: 'K',
    sent: 1_800_000_001,
    signIn: 'another sign-in',
  }),
};
