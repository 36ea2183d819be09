import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';

/** An application in its own Worker, without anything that only tests use. */
const gateway = createGateway({
  application: (_request, _env, _ctx, session) => Response.json({ plid: session?.user.plid ?? null }),
});

export class PlidFlow extends gateway.Flow {}
export class PlidUser extends gateway.User {}
export default gateway;
