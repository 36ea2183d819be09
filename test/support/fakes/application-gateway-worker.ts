import type { ClockBinding } from '../../../workers/core/worker/clock.ts';
import { createGateway } from '../../../workers/gateway/single-worker/create-gateway.ts';

interface Env extends ClockBinding {
  /** Settings that a test sets in code, as JSON. */
  IN_CODE?: string;
}

/** An application in its own Worker: it returns what it got. */
const gateway = createGateway<Env>({
  settings: ({ IN_CODE = '{}' }) => JSON.parse(IN_CODE),
  clock: ({ CLOCK }) => CLOCK,
  application: async (request, _env, _ctx, session) =>
    request.headers.get('Upgrade') === 'websocket'
      ? openSocket(session === null)
      : Response.json(
          { method: request.method, headers: Object.fromEntries(request.headers), session },
          { headers: { 'X-Own': 'y' } },
        ),
});

/** Sends whether the request had no session. */
function openSocket(isAnonymous: boolean): Response {
  const { 0: client, 1: server } = new WebSocketPair();
  server.accept();
  server.send(String(isAnonymous));
  return new Response(null, { status: 101, webSocket: client });
}

export class PlidFlow extends gateway.Flow {}
export class PlidUser extends gateway.User {}
export default gateway;
