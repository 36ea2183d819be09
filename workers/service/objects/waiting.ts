import { DurableObject } from 'cloudflare:workers';

/** Of one request: the tabs of a browser, and those that a lost network has left behind. */
const maxSockets = 6;
/** RFC 6455 §7.4.1. */
const policyViolation = 1008;

/**
 * The pages that wait for one request on a phone. It stores nothing and sleeps while its sockets stay open (hibernation), so that a wait
 * costs nothing. A page that was missed, or whose socket a deployment has closed, asks by itself.
 */
export class Waiting extends DurableObject {
  /** Takes a page's socket; a page too many has to ask (429). The worker has checked whose page it is. */
  override fetch(): Response {
    if (this.ctx.getWebSockets().length >= maxSockets) return new Response(null, { status: 429 });
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
