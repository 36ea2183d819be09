import { isLanguage } from '../../../core/http/language.ts';
import { rememberLanguage } from '../../../core/http/remembered-language.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { type Parameters, queryParameters, readParameters } from '../../../core/protocol/parameters.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { refuseCrossSite } from '../../../core/protocol/same-origin.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { endpoint, type Handler } from '../../../core/worker/endpoint.ts';
import type { AccountEnding } from '../../objects/account-overview.ts';
import { phoneByObjectName } from '../../objects/phones.ts';
import { PasskeyList } from '../passkeys/passkey-list.tsx';
import { accountErrorPage } from './account-error-page.tsx';
import { frameOf } from './account-frame.tsx';
import { confirmDisconnectPage, connectionListPage, signedOutAccountPage } from './account-pages.tsx';
import {
  clearedAccountCookie,
  completeAccountSignIn,
  endConnections,
  readSessionConnections,
  redirectToAccount,
  startAccountSignIn,
} from './account-session.ts';
import {
  type AccountContext,
  accountPageNotices,
  type Env,
  type Notice,
  schema,
} from './account-settings.ts';
import { downloadAccountData } from './data-download.ts';
import { revokeByNoticeLink, showNoticeLink } from './notice-link.ts';
import { readShownAccount, withApplications } from './shown-account.ts';

/**
 * The user's own page.
 *
 * Users who have signed in with their phone can see and end their connections there.
 */
export default endpoint(
  'service-account',
  schema,
  {
    /** The user's applications and automatic logins. */
    'GET /account': show,
    /** Starts a sign-in for the page. */
    'POST /account/sign-in': ownForm(startAccountSignIn),
    /** Callback of the page's sign-in. */
    'GET /account/signed-in': completeAccountSignIn,
    /** Asks before disconnecting. */
    'GET /account/disconnect': confirm,
    /** Disconnects one application or all. */
    'POST /account/disconnect': ownForm(disconnect),
    /** Ends automatic login on a device. */
    'POST /account/end-automatic-login': ownForm(endAutomaticLogin),
    /** Ends a passkey. */
    'POST /account/end-passkey': ownForm(endPasskey),
    /** Forgets all known browsers. */
    'POST /account/forget-browsers': ownForm(forgetBrowsers),
    /** Downloads the page's data as JSON. */
    'POST /account/download': ownForm(downloadAccountData),
    /** Shows what the link of a notice would end. */
    'GET /account/end': showNoticeLink,
    /** Ends what the link of a notice names. */
    'POST /account/end': ownForm(revokeByNoticeLink),
    /** Closes the page. */
    'POST /account/sign-out': ownForm(signOut),
    /** Changes the page's language. */
    'POST /account/language': ownForm(chooseLanguage),
  },
  { errorPage: accountErrorPage },
);

function ownForm(handle: Handler<Env>): Handler<Env> {
  return (context) => {
    refuseCrossSite(context.request, context.url);
    return handle(context);
  };
}

async function show(context: AccountContext): Promise<Response> {
  const account = await readShownAccount(context);
  const shown = { frame: frameOf(context), notice: noticeOf(context) };
  if (account === undefined) return signedOutAccountPage(shown);
  const more = PasskeyList({ language: shown.frame.language, passkeys: account.passkeys });
  return connectionListPage({ ...shown, ...account, more });
}

function noticeOf({ url }: AccountContext): Notice | undefined {
  const text = url.searchParams.get('notice');
  return accountPageNotices.find((notice) => notice === text);
}

/** Asks the user to confirm before anything is ended. */
async function confirm(context: AccountContext): Promise<Response> {
  const overview = await readSessionConnections(context);
  if (overview === undefined) return redirectToAccount('ended');
  const chosen = readChoice(queryParameters(context.url));
  const connections = (await withApplications(context, overview)).filter(
    ({ consent }) => chosen.what === 'connections' || consent.client_id === chosen.client_id,
  );
  if (connections.length === 0) return redirectToAccount();
  return confirmDisconnectPage(frameOf(context), connections, chosen.what === 'connections');
}

type Disconnection = Extract<AccountEnding, { what: 'connection' | 'connections' }>;

/**
 * Returns the connections that the user chose: all of them (`all=Y`) or the one with `client_id`. @throws
 * {ProtocolError} `missing_item`, `invalid_item`.
 */
const readChoice = (parameters: Parameters): Disconnection =>
  parameters.optional('all') === 'Y'
    ? { what: 'connections' }
    : { what: 'connection', client_id: parameters.required('client_id') };

async function disconnect(context: AccountContext): Promise<Response> {
  const chosen = readChoice(await readParameters(context.request));
  return end(context, chosen, chosen.what === 'connections' ? 'allDisconnected' : 'disconnected');
}

async function endAutomaticLogin(context: AccountContext): Promise<Response> {
  const id = (await readParameters(context.request)).required('device');
  return end(context, { what: 'device', id }, 'loginEnded');
}

async function endPasskey(context: AccountContext): Promise<Response> {
  const id = (await readParameters(context.request)).required('passkey');
  return end(context, { what: 'passkey', id }, 'passkeyEnded');
}

/**
 * Forgets the known browsers of the user's number. Each browser becomes known again only after another sign-in
 * with the number.
 */
async function forgetBrowsers(context: AccountContext): Promise<Response> {
  const { phone } = (await readSessionConnections(context)) ?? {};
  if (phone === undefined) return redirectToAccount('ended');
  const forgetting = phoneByObjectName(context.env, phone).forgetBrowsers(context.now);
  await callObject('forgetting browsers', forgetting);
  return end(context, { what: 'browsers' }, 'browsersForgotten');
}

async function signOut(context: AccountContext): Promise<Response> {
  await endConnections(context, { what: 'session' });
  return redirectToAccount('signedOut', [clearedAccountCookie(context)]);
}

async function end(context: AccountContext, ending: AccountEnding, done: Notice): Promise<Response> {
  const isDone = await endConnections(context, ending);
  return redirectToAccount(isDone ? done : 'ended');
}

/** Stores the chosen language for every page of this host. */
async function chooseLanguage({ request, url }: AccountContext): Promise<Response> {
  const language = (await readParameters(request)).required('language');
  if (!isLanguage(language)) throw new ProtocolError(refusals.invalid_item, { item: 'language' });
  return redirectToAccount(undefined, [rememberLanguage(url, language)]);
}
