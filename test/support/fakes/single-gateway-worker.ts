import type { ClockBinding } from '../../../workers/core/worker/clock.ts';
import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';
import { forwardAuth } from '../../../workers/gateway/single-worker/forward-auth.ts';
import { openid } from '../../../workers/gateway/single-worker/openid.ts';
import { people } from '../../../workers/gateway/single-worker/people.ts';

/** The gateway as one Worker, with the optional parts that have routes. */
export default createGateway<ClockBinding>({
  features: [forwardAuth, openid, people],
  clock: ({ CLOCK }) => CLOCK,
});
