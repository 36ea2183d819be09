import { DurableObject } from 'cloudflare:workers';

/** Of one request: the tabs of a browser, and a copy that lingers. */
const maxSockets = 4;
/** RFC 6455 §7.4.1. */
const policyViolation = 1008;

/**
 * The pages that wait for one request on a phone. It stores nothing and sleeps while its sockets stay open (hibernation), so that a wait
 * costs nothing. A page that was missed, or whose socket a deployment has closed, asks by itself.
 */
export class Waiting extends DurableObject {
  /** Takes a page's socket, in place of the oldest one where there are too many. The worker has checked whose page it is. */
  override fetch(): Response {
    const sockets = this.ctx.getWebSockets();
    for (const oldest of sockets.slice(0, Math.max(0, sockets.length + 1 - maxSockets)))
      oldest.close(policyViolation);
    const { 0: page, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    return new Response(null, { status: 101, webSocket: page });
  }

  /** The phone has answered, says the carrier. No page is told what. */
  answered(): void {
    for (const socket of this.ctx.getWebSockets()) socket.send('answered');
  }

  /** A page says nothing: each message would wake the object. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(policyViolation);
  }
}
