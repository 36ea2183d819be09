import { callObject } from '../../../core/storage/call-with-timeout.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import { phoneOf } from '../../objects/phones.ts';
import { browserOf } from '../carrier/confirmation-request.ts';
import { sendNotice } from '../carrier/send-notice.ts';
import type { Device } from '../cookies/device-cookie.ts';
import { callerForNumber } from '../cookies/known-numbers-cookie.ts';
import type { AuthorizeContext } from '../settings/sign-in-settings.ts';
import type { ReadRequest } from './read-request.ts';

/**
 * Reports the use of a copied device cookie. The number's object stores the event for the risk decision, and the
 * user gets a notice on their phone. Doesn't delay the response and never throws. @param id ID of the sign-in.
 */
export async function notifyCookieReuse(
  context: AuthorizeContext,
  { application, redirect_uri }: Pick<ReadRequest, 'application' | 'redirect_uri'>,
  { plid, phoneNo, telcoCd, mvno = false }: Device,
  id: string,
): Promise<void> {
  try {
    const phone = await phoneOf(context.env, phoneNo);
    const { known } = await callerForNumber(context, phoneNo);
    const shown = { knownBrowser: known, automaticLogin: false, attributes: application.attributes.length };
    const about = { application: application.name, applicationHost: new URL(redirect_uri).host };
    const notice = { phoneNo, telcoCd, mvno, ...about, context: { ...browserOf(context), ...shown } };
    await Promise.all([
      callObject('reporting a copied cookie', phone.noteReuse(plid, context.now)),
      sendNotice(context, 'automatic_login_copied', id, notice),
    ]);
  } catch (failure) {
    context.log('error', { operation: 'reporting a copied cookie', cause: describeFailure(failure) });
  }
}
