import { expect, test } from 'vitest';
import type { Language } from '../../../../workers/core/http/language.ts';
import { ProtocolError } from '../../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../../workers/core/protocol/refusals.ts';
import type { ErrorContext } from '../../../../workers/core/worker/endpoint.ts';
import { blockStyle } from '../../../../workers/pages/block-style.ts';
import { endingStyle } from '../../../../workers/pages/ending-style.ts';
import { style } from '../../../../workers/pages/style.ts';
import { accountErrorPage } from '../../../../workers/service/features/account-page/account-error-page.tsx';
import {
  confirmDisconnectPage,
  connectionListPage,
  signedOutAccountPage,
} from '../../../../workers/service/features/account-page/account-pages.tsx';
import {
  accountPageNotices,
  type Env,
} from '../../../../workers/service/features/account-page/account-settings.ts';
import type { ShownConnection } from '../../../../workers/service/features/account-page/connection-card.tsx';
import { noticeLinkPage } from '../../../../workers/service/features/account-page/notice-link-page.tsx';
import { PasskeyList } from '../../../../workers/service/features/passkeys/passkey-list.tsx';
import type { NoticeLink } from '../../../../workers/service/settings/service-sealed-types.ts';
import { describeStates, type RenderPage } from '../../../support/assertions/page-states.ts';
import { now, operator } from '../../support/page-views.ts';

const frame = (language: Language) => ({ language, operator });

/** Agreed a day ago, with automatic login on two devices. */
const connection: ShownConnection = {
  consent: {
    client_id: 'shop0000000000000000',
    attributes: ['name', 'phoneNo', 'ci'],
    agreed: now - 86_400,
    agreement: { refused: [], terms: '', version: 1, language: 'ko', words: 1 },
  },
  name: 'Shop',
  terms: { recipient: 'Shop Inc.', purpose: '목적', retention: '기간' },
  devices: [
    {
      id: 'device-1',
      client_id: 'shop0000000000000000',
      agent: 'Chrome, Windows',
      started: now,
      expires: now + 86_400,
    },
    { id: 'device-2', client_id: 'shop0000000000000000', agent: '', started: now, expires: now + 86_400 },
  ],
};
/** Of an application that was deleted, whose texts couldn't be read. */
const gone: ShownConnection = {
  ...connection,
  consent: { ...connection.consent, client_id: 'gone0000000000000000', attributes: [] },
  name: undefined,
  terms: {},
  devices: [],
};
const signIns = [
  {
    client_id: 'a',
    application: 'Shop',
    at: now,
    agent: 'Chrome, Windows',
    country: 'KR',
    city: 'Seoul',
    known: true,
  },
  { client_id: 'b', application: '가게', at: now - 60, known: false },
];

const passkeys = [
  { id: 'passkey-1', agent: 'Chrome, Android', created: now - 86_400, used: now },
  { id: 'passkey-2', agent: '', created: now, used: null },
];

const list =
  (shown: Partial<Parameters<typeof connectionListPage>[0]>): RenderPage =>
  (language) =>
    connectionListPage({
      frame: frame(language),
      notice: undefined,
      connections: [connection, gone],
      signIns,
      browsersForgotten: undefined,
      ends: now + 600,
      ...shown,
    });

const notice =
  (kind: NoticeLink['kind']): RenderPage =>
  (language) =>
    noticeLinkPage(
      frame(language),
      { kind, plid: 'p', client_id: 'c', sign_in: 's', at: now, browser: null },
      'Shop',
      'sealed"',
    );

const failure =
  (refusal: typeof refusals.unavailable, headers = {}): RenderPage =>
  (language) => {
    const url = new URL('http://login.example.com/account/disconnect?client_id=1');
    const request = new Request(url, { headers: { Accept: 'text/html' } });
    const context: Partial<ErrorContext<Env>> = {
      request,
      url,
      language,
      requestId: 'request-1',
      env: operator as unknown as Env,
    };
    const shown = accountErrorPage(new ProtocolError(refusal, { headers }), context as ErrorContext<Env>);
    if (!(shown instanceof Response)) throw new Error('no page');
    return shown;
  };

const states: Record<string, RenderPage> = {
  'all connections and sign-ins': list({}),
  'no connection and no sign-in': list({ connections: [], signIns: [] }),
  'sign-ins, after the remembered devices were cleared': list({ browsersForgotten: now }),
  'one connection': list({ connections: [connection] }),
  'passkeys, of which one was used': (language) =>
    list({ more: PasskeyList({ language, passkeys }) })(language),
  'signed out': (language) => signedOutAccountPage({ frame: frame(language), notice: undefined }),
  ...Object.fromEntries(
    accountPageNotices.map((name) => [
      `the notice ${name}`,
      (language: Language) => signedOutAccountPage({ frame: frame(language), notice: name }),
    ]),
  ),
  'a notice above the connections': list({ notice: 'disconnected' }),
  'the end of one connection': (language) => confirmDisconnectPage(frame(language), [connection], false),
  "the end of a deleted application's connection": (language) =>
    confirmDisconnectPage(frame(language), [gone], false),
  'the end of all connections': (language) =>
    confirmDisconnectPage(frame(language), [connection, gone], true),
  'the notice of a new browser': notice('new_browser'),
  'the notice of an automatic login': notice('automatic_login'),
  'the notice of a consent': notice('consent'),
  'the notice of a passkey': notice('passkey'),
  'an invalid request': failure(refusals.invalid_item),
  'an outage': failure(refusals.unavailable, { 'Retry-After': '5' }),
  'a request over http': failure(refusals.insecure_transport),
};

test('the pages of an account have these elements, links, and forms', async () => {
  expect(accountPageNotices).toHaveLength(13);
  const described = await describeStates(states, { style, blockStyle, endingStyle });
  await expect(described).toMatchFileSnapshot('account-states.txt');
});
