import { describeFailure } from '../../../core/worker/log.ts';
import type { CarrierRequest } from '../../objects/phone-tables.ts';
import { pagesWaitingFor } from '../../objects/waiting-pages.ts';
import { cancelOtherCarrierRequest } from '../carrier/carrier-calls.ts';
import { parsePhoneRequestName } from '../carrier/phone-request-name.ts';
import type { SignInContext } from '../flow/sign-in-context.ts';

/** Cancels a superseded request at the carrier and wakes the page that waits for it. Never throws. */
export async function cancelSupersededRequest(
  context: SignInContext,
  { carrierId, signIn }: CarrierRequest,
): Promise<void> {
  const { requestId, telcoCd } = parsePhoneRequestName(carrierId);
  await cancelOtherCarrierRequest(context, requestId, { telcoCd, signIn });
  const waking = pagesWaitingFor(context.env, telcoCd, requestId).answered();
  await waking.catch((failure: unknown) =>
    context.log('info', { operation: 'waking a waiting page', cause: describeFailure(failure) }),
  );
}
