import type { Notice, RequestContext } from '../../../../packages/plid/carrier/port.ts';
import { sha256Base64url } from '../../../../packages/plid/crypto/bytes.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import { noticeEndLifetime } from '../../shared/service-lifetimes.ts';
import { type NoticeLink, noticeLink } from '../../shared/service-sealed-types.ts';
import { signInName } from '../../shared/sign-in-name.ts';
import { isKnown } from '../cookies/known-numbers-cookie.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { notify } from './carrier-calls.ts';
import { browserOf } from './confirmation-request.ts';

/** The things that a sign-in has brought with it. */
interface Happened {
  plid: string;
  /** The browser's own name (known-numbers-cookie.ts). */
  browser: string;
  /** Whether automatic login was switched on. */
  automatic: boolean;
  consented: boolean;
}

/** Of the id of a notice, in characters: 96 bits. */
const idLength = 16;
type Told = Pick<
  Notice,
  'phoneNo' | 'telcoCd' | 'mvno' | 'application' | 'applicationHost' | 'context' | 'end'
>;

/** Tells a person of one thing; the same one sent again has the same id. It never throws. @param signIn the id of the sign-in, or of the automatic login. */
export async function sendNotice(
  context: AuthorizeContext,
  kind: Notice['kind'],
  signIn: string,
  told: Told,
): Promise<void> {
  const id = (await sha256Base64url(`${kind} ${signIn}`)).slice(0, idLength);
  await notify(context, { ...told, id, kind, signIn: signInName(signIn), at: context.now });
}

/**
 * Tells a person on their phone what their tap has given, each thing with an address that ends it: a relay's victim reads it a moment later. Done
 * beside the answer: it never throws.
 */
export async function sendSignInNotices(context: SignInContext, happened: Happened): Promise<void> {
  try {
    await Promise.all(await noticesOf(context, happened));
  } catch (failure) {
    context.log('warn', { operation: 'telling a person', cause: describeFailure(failure) });
  }
}

async function noticesOf(context: SignInContext, happened: Happened): Promise<Promise<void>[]> {
  const { signIn, application, redirect_uri, request } = context;
  const { phone } = signIn;
  if (phone?.telcoCd === undefined) return [];
  const { phoneNo, telcoCd, mvno = false } = phone;
  const known = await isKnown(context, phone);
  const kinds = [
    ...(known ? [] : ['new_browser' as const]),
    ...(happened.automatic ? ['automatic_login' as const] : []),
    ...(happened.consented ? ['consent' as const] : []),
  ];
  const shown: RequestContext = {
    ...browserOf(request),
    knownBrowser: known,
    automaticLogin: happened.automatic,
    attributes: signIn.asked.length,
  };
  const applicationHost = new URL(redirect_uri).host;
  const told = { phoneNo, telcoCd, mvno, application: application.name, applicationHost, context: shown };
  return kinds.map(async (kind) => {
    const end = await endOf(context, kind, happened);
    return sendNotice(context, kind, signIn.id, { ...told, end });
  });
}

/** The address that ends what a notice tells of. */
async function endOf(
  { env, now, url, signIn: { id, client_id } }: SignInContext,
  kind: NoticeLink['kind'],
  { plid, browser }: Happened,
): Promise<string> {
  const isNew = kind === 'new_browser';
  const value = { kind, plid, client_id, sign_in: id, at: now, browser: isNew ? browser : null };
  const notice = await noticeLink.seal(env.KEYS, value, now + noticeEndLifetime);
  return new URL(`/account/end?notice=${notice}`, url).href;
}
