import { expectNames } from '../../test-suite/expect-fields.ts';
import { expectThat } from '../../test-suite/mismatch.ts';
import type { PhoneAction } from '../phone.ts';
import type { CarrierTarget } from '../target.ts';
import type { CarrierCase } from './case.ts';

const section = 'answered';
/** Time limit for a callback, in seconds. A page polls after at most this time, even if no callback arrives. */
const within = 2;

async function expectCall(target: CarrierTarget, action: PhoneAction) {
  const { callsBack, callsToken } = target.options;
  const requested = await target.request();
  expectThat(requested.answer.calls === true, 'calls: true in the confirm response', 'none');
  await target.act(action, requested);
  const call = await callsBack?.about(requested.requestId, within);
  expectThat(call !== undefined, `POST ${callsBack?.url} with the requestId within ${within} s`, 'none');
  const { method, path, authorization, json = {} } = call;
  expectThat(`${method} ${path}` === 'POST /carrier/answered', 'POST /carrier/answered', `${method} ${path}`);
  const isToken = callsToken === undefined ? /^Bearer \S+$/ : `Bearer ${callsToken}`;
  const isRight = typeof isToken === 'string' ? authorization === isToken : isToken.test(authorization);
  expectThat(
    isRight,
    'Authorization: Bearer with the token from PLID_CARRIER_CALLS_TOKEN',
    'another token or none',
  );
  const further = expectNames(json, ['requestId'], ['telcoCd']);
  expectThat(further.length === 0, 'only requestId and telcoCd in the call', further.join(', '));
}

export const callbackCases: CarrierCase[] = (['approve', 'deny'] as const).map((action) => ({
  section,
  statement: `the carrier calls the service within ${within} seconds of the user's answer: ${action}`,
  needs: ['calls', 'a phone'],
  run: (target) => expectCall(target, action),
}));
