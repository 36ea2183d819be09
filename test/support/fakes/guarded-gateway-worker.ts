import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';
import { guard } from '../../../workers/gateway/single-worker/guard.ts';

export {
  Flow as PlidFlow,
  User as PlidUser,
} from '../../../workers/gateway/single-worker/configured-objects.ts';

/** An application that only signed-in users reach, except for its assets. */
export default createGateway({
  features: [guard({ publicPaths: ['/', '/assets/*'] })],
  application: (_request, _env, _ctx, session) => Response.json({ plid: session?.user.plid ?? null }),
});
