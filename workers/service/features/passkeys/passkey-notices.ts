import type { Notice, RequestContext } from '../../../core/carrier/port.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import { noticeLinkLifetime } from '../../settings/service-lifetimes.ts';
import { noticeLink } from '../../settings/service-sealed-types.ts';
import { browserOf } from '../../sign-in/carrier/confirmation-request.ts';
import { sendNotice } from '../../sign-in/carrier/send-notice.ts';
import { callerForNumber } from '../../sign-in/cookies/known-numbers-cookie.ts';
import type { PhoneRequest } from '../../sign-in/stages/sign-in-stage.ts';
import type { PasskeyContext } from './offered-passkeys.ts';
import { type PasskeyContact, passkeyContact } from './passkey-contact.ts';

/** Notifies the owner of the number of a new passkey. The link in the notice ends it. Never throws. */
export async function notifyNewPasskey(
  context: PasskeyContext,
  { phoneNo, telcoCd, mvno = false, known = false }: PhoneRequest,
  plid: string,
): Promise<void> {
  const { env, now, url, signIn } = context;
  const { id: sign_in, client_id } = signIn;
  const value = { kind: 'passkey', plid, client_id, sign_in, at: now, browser: null } as const;
  const link = await noticeLink.seal(env.KEYS, value, now + noticeLinkLifetime);
  const end = new URL(`/account/end?notice=${link}`, url).href;
  const browser = { knownBrowser: known, automaticLogin: true };
  await notify(context, { kind: 'passkey', end, browser, contact: { phoneNo, telcoCd, mvno } });
}

/** Notifies the owner of the number that a copied passkey has ended. Never throws. @param sealed see `PasskeyRow`. */
export async function notifyCopiedPasskey(context: PasskeyContext, sealed: string): Promise<void> {
  const contact = await passkeyContact.open(context.env.KEYS, sealed, context.now);
  if (contact === undefined)
    return context.log('warn', {
      operation: 'sending a notice',
      cause: 'the key of a passkey’s number is gone',
    });
  const { known: knownBrowser } = await callerForNumber(context, contact.phoneNo);
  const browser = { knownBrowser, automaticLogin: false };
  await notify(context, { kind: 'passkey_copied', browser, contact });
}

interface PasskeyNotice {
  kind: Notice['kind'];
  end?: string;
  browser: Pick<RequestContext, 'knownBrowser' | 'automaticLogin'>;
  contact: PasskeyContact;
}

async function notify(
  context: PasskeyContext,
  { kind, end, browser, contact }: PasskeyNotice,
): Promise<void> {
  const { application, redirect_uri, signIn } = context;
  try {
    await sendNotice(context, kind, signIn.id, {
      ...contact,
      application: application.name,
      applicationHost: new URL(redirect_uri).host,
      context: { ...browserOf(context), ...browser, attributes: signIn.asked.length },
      ...(end !== undefined && { end }),
    });
  } catch (failure) {
    context.log('warn', { operation: 'sending a notice', cause: describeFailure(failure) });
  }
}
