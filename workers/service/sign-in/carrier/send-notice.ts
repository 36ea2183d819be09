import type { Notice, RequestContext } from '../../../core/carrier/port.ts';
import { sha256Base64url } from '../../../core/crypto/bytes.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import { signInName } from '../../protocol/sign-in-name.ts';
import { noticeLinkLifetime } from '../../settings/service-lifetimes.ts';
import { type NoticeLink, noticeLink } from '../../settings/service-sealed-types.ts';
import { isKnownBrowser } from '../cookies/known-numbers-cookie.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import { phoneRequestIn } from '../stages/sign-in-stage.ts';
import { sendCarrierNotice } from './carrier-calls.ts';
import { browserOf } from './confirmation-request.ts';

/** The changes that a sign-in has caused. */
interface Changes {
  plid: string;
  /** ID of the browser (known-numbers-cookie.ts). */
  browser: string;
  /** Whether automatic login was turned on. */
  automatic: boolean;
  consented: boolean;
}

/** Length of a notice ID in characters. The characters encode 96 bits. */
const idLength = 16;
type NoticeContent = Pick<
  Notice,
  'phoneNo' | 'telcoCd' | 'mvno' | 'application' | 'applicationHost' | 'context' | 'end'
>;

/**
 * Notifies a user of one change. A repeated notice has the same ID. Never throws.
 * @param signIn ID of the sign-in or of the automatic login.
 */
export async function sendNotice(
  context: AuthorizeContext,
  kind: Notice['kind'],
  signIn: string,
  content: NoticeContent,
): Promise<void> {
  const id = (await sha256Base64url(`${kind} ${signIn}`)).slice(0, idLength);
  await sendCarrierNotice(context, { ...content, id, kind, signIn: signInName(signIn), at: context.now });
}

/**
 * Notifies a user on their phone of what their approval has granted. Each notice has a link that revokes the
 * change, so that the victim of a phishing relay can undo it at once. Doesn't delay the response and never throws.
 */
export async function sendSignInNotices(context: SignInContext, changes: Changes): Promise<void> {
  try {
    await Promise.all(await noticesOf(context, changes));
  } catch (failure) {
    context.log('warn', { operation: 'sending a notice', cause: describeFailure(failure) });
  }
}

async function noticesOf(context: SignInContext, changes: Changes): Promise<Promise<void>[]> {
  const { signIn, application, redirect_uri } = context;
  const phone = phoneRequestIn(signIn.stage);
  if (phone === undefined) return [];
  const { phoneNo, telcoCd, mvno = false } = phone;
  const known = await isKnownBrowser(context, phone);
  const kinds = [
    ...(known ? [] : ['new_browser' as const]),
    ...(changes.automatic ? ['automatic_login' as const] : []),
    ...(changes.consented ? ['consent' as const] : []),
  ];
  const shown: RequestContext = {
    ...browserOf(context),
    knownBrowser: known,
    automaticLogin: changes.automatic,
    attributes: signIn.asked.length,
  };
  const applicationHost = new URL(redirect_uri).host;
  const content = { phoneNo, telcoCd, mvno, application: application.name, applicationHost, context: shown };
  return kinds.map(async (kind) => {
    const end = await revocationLink(context, kind, changes);
    return sendNotice(context, kind, signIn.id, { ...content, end });
  });
}

/** Returns the link that revokes the change that a notice reports. */
async function revocationLink(
  { env, now, url, signIn: { id, client_id } }: SignInContext,
  kind: NoticeLink['kind'],
  { plid, browser }: Changes,
): Promise<string> {
  const isNew = kind === 'new_browser';
  const value = { kind, plid, client_id, sign_in: id, at: now, browser: isNew ? browser : null };
  const notice = await noticeLink.seal(env.KEYS, value, now + noticeLinkLifetime);
  return new URL(`/account/end?notice=${notice}`, url).href;
}
