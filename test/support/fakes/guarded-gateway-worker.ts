import type { ClockBinding } from '../../../workers/core/worker/clock.ts';
import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';
import { guard } from '../../../workers/gateway/single-worker/guard.ts';

/** An object that fails as during an outage. */
const failing = () => Promise.reject(Object.assign(new Error('The object is down.'), { retryable: true }));
const outage = { idFromName: (name: string) => name, get: () => ({ session: failing }) };

interface Env extends ClockBinding {
  OUTAGE?: string;
}

/** An application that only signed-in users reach, except for its assets. */
const gateway = createGateway<Env>({
  settings: ({ OUTAGE }) => (OUTAGE === 'Y' ? { USER: outage as never } : {}),
  clock: ({ CLOCK }) => CLOCK,
  features: [guard({ publicPaths: ['/', '/assets/*'] })],
  application: (_request, _env, _ctx, session) => Response.json({ plid: session?.user.plid ?? null }),
});

export class PlidFlow extends gateway.Flow {}
export class PlidUser extends gateway.User {}
export default gateway;
