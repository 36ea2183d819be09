import type { ClockBinding } from '../../../workers/core/worker/clock.ts';
import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';

interface Env extends ClockBinding {
  /** The address of a server that records each call of a handler, and says whether it fails. */
  RECORDER: string;
}

async function record(type: string, plid: string, { RECORDER }: Env, ctx: object, time: Date): Promise<void> {
  const called = { type, plid, time: time.toISOString(), ctx: Object.keys(ctx) };
  const { ok } = await fetch(RECORDER, { method: 'POST', body: JSON.stringify(called) });
  if (!ok) throw new Error('The database is down.');
}

/** An application in its own Worker that handles users who leave. */
const gateway = createGateway<Env>({
  clock: ({ CLOCK }) => CLOCK,
  events: {
    disconnected: (plid, env, ctx, time) => record('disconnected', plid, env, ctx, time),
    purged: (plid, env, ctx, time) => record('purged', plid, env, ctx, time),
  },
});

export class PlidFlow extends gateway.Flow {}
export class PlidUser extends gateway.User {}
export default gateway;
