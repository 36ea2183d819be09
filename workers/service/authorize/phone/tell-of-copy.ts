import { callObject } from '../../../core/storage/outages.ts';
import { describeFailure } from '../../../core/worker/log.ts';
import { phoneOf } from '../../shared/phones.ts';
import type { Device } from '../cookies/device-cookie.ts';
import type { AuthorizeContext } from '../sign-in/authorize-settings.ts';

/**
 * A copy of a device's cookie was noticed: the object of its number remembers it for the risk decision. Done beside the answer: it never throws. A
 * cookie of release 0.2 names no number.
 */
export async function tellOfCopy(
  { env, now, log }: AuthorizeContext,
  { plid, phoneNo }: Device,
): Promise<void> {
  if (phoneNo === undefined) return;
  try {
    const phone = await phoneOf(env, phoneNo);
    await callObject('noting a copied cookie', phone.noteReuse(plid, now));
  } catch (failure) {
    log('error', { doing: 'noting a copied cookie', cause: describeFailure(failure) });
  }
}
