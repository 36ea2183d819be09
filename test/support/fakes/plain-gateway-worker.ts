import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';

export {
  Flow as PlidFlow,
  User as PlidUser,
} from '../../../workers/gateway/single-worker/configured-objects.ts';

/** An application in its own Worker, without anything that only tests use. */
export default createGateway({
  application: (_request, _env, _ctx, session) => Response.json({ plid: session?.user.plid ?? null }),
});
