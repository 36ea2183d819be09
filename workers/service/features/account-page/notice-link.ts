import { queryParameters, readParameters } from '../../../core/protocol/parameters.ts';
import { callObject } from '../../../core/storage/call-with-timeout.ts';
import type { EndedByNotice, NoticeMethods } from '../../objects/account-overview.ts';
import { accountOf } from '../../objects/accounts.ts';
import { phoneByObjectName } from '../../objects/phones.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { type NoticeLink, noticeLink } from '../../settings/service-sealed-types.ts';
import { frameOf } from './account-frame.tsx';
import { redirectToAccount } from './account-session.ts';
import type { AccountContext } from './account-settings.ts';
import { applicationName } from './application-name.ts';
import { noticeLinkPage } from './notice-link-page.tsx';

/**
 * Shows the page behind the link in a notice to a user. The page changes nothing, because programs that scan
 * messages also open links. The page works without a session and creates no session.
 */
export async function showNoticeLink(context: AccountContext): Promise<Response> {
  const notice = queryParameters(context.url).optional('notice') ?? '';
  const end = await noticeLink.open(context.env.KEYS, notice, context.now);
  if (end === undefined) return redirectToAccount('noticeOver');
  return noticeLinkPage(frameOf(context), end, await applicationName(context, end.client_id), notice);
}

/**
 * Ends only the sign-in, automatic login, or consent that the notice is about, and only once. @throws
 * {ProtocolError} `unavailable`.
 */
export async function revokeByNoticeLink(context: AccountContext): Promise<Response> {
  const { env, now } = context;
  const notice = (await readParameters(context.request)).required('notice');
  const end = await noticeLink.open(env.KEYS, notice, now);
  if (end === undefined) return redirectToAccount('noticeOver');
  const { plid, browser } = end;
  const ending: Promise<EndedByNotice> = accountOf<NoticeMethods>(env, plid).endNoticed(end, now);
  const { ended, at, phone } = await callObject<EndedByNotice>('ending the sign-in of a notice', ending);
  if (browser !== null && phone !== undefined)
    await callObject('forgetting a browser', phoneByObjectName(env, phone).forgetBrowser(browser, at));
  if (ended) recordEnd(context, end);
  return redirectToAccount(ended ? 'noticeEnded' : 'noticeOver');
}

/** Records the same events as if the user had ended the connection, automatic login, or sign-in at `/account`. */
function recordEnd(context: AccountContext, { kind, client_id, plid }: NoticeLink): void {
  const about = { client_id, plid, token: undefined, access_reason: undefined };
  if (kind === 'consent') serviceEvents.record(context, 'disconnected', about);
  if (kind === 'automatic_login') serviceEvents.record(context, 'automatic_login_ended', about);
  if (kind === 'passkey') serviceEvents.record(context, 'passkey_ended', about);
  if (kind === 'new_browser') serviceEvents.record(context, 'sign_in_ended', { client_id, plid });
}
