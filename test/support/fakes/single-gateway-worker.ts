import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';
import { forwardAuth } from '../../../workers/gateway/single-worker/forward-auth.ts';
import { openid } from '../../../workers/gateway/single-worker/openid.ts';

/** The gateway as one Worker, with the optional parts that have routes. */
export default createGateway({ features: [forwardAuth, openid] });
