import { ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { callRateLimit } from '../../../core/storage/call-with-timeout.ts';
import { phoneRequestLifetime } from '../../settings/service-lifetimes.ts';
import type { SignInContext } from '../../sign-in/flow/sign-in-context.ts';
import type { Transition } from '../../sign-in/flow/transition.ts';
import { startedRequestIn } from '../../sign-in/stages/sign-in-stage.ts';
import { qrCodeSvg } from './qr-code-svg.ts';
import { qrCodeText } from './qr-code-text.ts';

/** Number of codes per response, one per second. A page that requests the next codes too late shows none. */
const seconds = 10;
/** Time after which a page may ask again if it has asked too often, in seconds. */
const retryAfter = 10;

/**
 * Returns the codes for the next seconds to the page's script. Their secret stays in the service, so neither the
 * page nor a photo of it can produce further codes. @throws {ProtocolError} `invalid_item` if there is no code to
 * show; `too_many_requests`.
 */
export async function nextQrCodes({ signIn, env, now }: SignInContext): Promise<Transition> {
  const { id, stage } = signIn;
  const start = startedRequestIn(stage);
  const isOpen = start?.code !== undefined && now < start.sent + phoneRequestLifetime;
  if (!isOpen || start.code === undefined) throw new ProtocolError(refusals.invalid_item, { item: 'flow' });
  const counting = env.OUTCOME_LIMIT.limit({ key: `codes ${id}` });
  const { success } = await callRateLimit('counting the codes of a page', counting);
  if (!success) throw retryLaterError(refusals.too_many_requests, retryAfter, 'OUTCOME_LIMIT');
  const { requestId, code, sent } = start;
  const texts = Array.from({ length: seconds }, (_, second) =>
    qrCodeText(requestId, code, now - sent + second),
  );
  const drawn = (await Promise.all(texts)).map(qrCodeSvg);
  return { response: Response.json({ size: drawn[0]?.size, paths: drawn.map(({ path }) => path) }) };
}
