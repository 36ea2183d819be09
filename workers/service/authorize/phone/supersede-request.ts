import { describeFailure } from '../../../core/worker/log.ts';
import type { CarrierRequest } from '../../objects/phone-tables.ts';
import { readRequestName } from '../../shared/request-name.ts';
import { pagesWaitingFor } from '../../shared/waiting-pages.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { cancelOf } from './carrier-calls.ts';

/** Another request has taken the place of this one: its phone no longer asks, and the page that waits for it looks. It never throws. */
export async function supersede(
  context: SignInContext,
  { carrierId, signIn }: CarrierRequest,
): Promise<void> {
  const { requestId, telcoCd } = readRequestName(carrierId);
  await cancelOf(context, requestId, { telcoCd, signIn });
  if (telcoCd === undefined) return;
  const waking = pagesWaitingFor(context.env, telcoCd, requestId).answered();
  await waking.catch((failure: unknown) =>
    context.log('info', { operation: 'waking a page', cause: describeFailure(failure) }),
  );
}
