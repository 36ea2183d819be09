import * as v from 'valibot';
import { requestIdFormat } from '../../../core/carrier/read-answers.ts';
import { ProtocolError, retryLaterError } from '../../../core/protocol/errors.ts';
import { readJson } from '../../../core/protocol/json.ts';
import * as refusals from '../../../core/protocol/refusals.ts';
import { type CarrierCode, carrierCodes } from '../../../core/protocol/user-record.ts';
import { callObject, callRateLimit } from '../../../core/storage/call-with-timeout.ts';
import { endpoint } from '../../../core/worker/endpoint.ts';
import { requireToken } from '../../../core/worker/operator-token.ts';
import { rateLimit } from '../../../core/worker/rate-limit.ts';
import { pick } from '../../../core/worker/settings.ts';
import { pagesWaitingFor } from '../../objects/waiting-pages.ts';
import { envelope } from '../../protocol/envelope.ts';
import { operatorTokens } from '../../settings/operator-tokens.ts';
import { bindings } from '../../settings/service-bindings.ts';

const limitPeriod = 60;
const schema = v.object({
  ...pick(bindings, 'LOCATION_HINT', 'WAITING', 'HSTS_SUBDOMAINS'),
  ...pick(operatorTokens, 'CARRIER_TOKEN'),
  /**
   * A carrier's calls to `POST /carrier/answered`, per token.
   *
   * A carrier that exceeds this limit delays only its own subscribers.
   */
  CARRIER_CALLBACK_LIMIT: rateLimit('1006', 12_000),
});
type Env = v.InferOutput<typeof schema>;

const answered = v.strictObject({
  requestId: v.pipe(v.string(), v.regex(requestIdFormat)),
  telcoCd: v.optional(v.picklist(carrierCodes)),
});

const accepted = { en: 'The result will be fetched.', ko: '결과를 확인합니다.' };

/**
 * The carriers' notifications that a phone has answered.
 *
 * A notification only wakes the waiting page, which then fetches the outcome.
 */
export default endpoint('service-carrier-callback', schema, {
  /** The phone has answered: the waiting page asks the carrier at once. */
  'POST /carrier/answered': requireToken<Env, CarrierCode>(
    ({ CARRIER_TOKEN }) => CARRIER_TOKEN,
    async ({ env, request, token, scope, language }) => {
      const counting = env.CARRIER_CALLBACK_LIMIT.limit({ key: token });
      const { success } = await callRateLimit('counting carrier callbacks', counting);
      if (!success) throw retryLaterError(refusals.too_many_requests, limitPeriod, 'CARRIER_CALLBACK_LIMIT');
      const { requestId, telcoCd } = await readJson(request, answered);
      const waking = pagesWaitingFor(env, carrierOf(scope, telcoCd), requestId).answered();
      await callObject('waking the waiting page', waking);
      return envelope(accepted, language);
    },
    carrierCodes,
  ),
});

/**
 * Returns the carrier that a request is about. This is the token's carrier, or `telcoCd` if the token belongs to
 * all carriers. @throws {ProtocolError} if there is neither a token's carrier nor a `telcoCd`, or if the two
 * differ.
 */
function carrierOf(scope: CarrierCode | undefined, named: CarrierCode | undefined): CarrierCode {
  const carrier = scope ?? named;
  if (carrier === undefined) throw new ProtocolError(refusals.missing_item, { item: 'telcoCd' });
  if (named !== undefined && named !== carrier)
    throw new ProtocolError(refusals.invalid_item, { item: 'telcoCd' });
  return carrier;
}
