import { DurableObject } from 'cloudflare:workers';

/** Maximum number of sockets for one request: tabs of a browser, and sockets that a lost network left behind. */
const maxSockets = 6;
/** RFC 6455 §7.4.1. */
const policyViolation = 1008;

/**
 * The pages that wait for one request on a phone. It stores nothing and hibernates while its sockets are open, so
 * that waiting costs nothing. A page that misses a message, or whose socket a deployment closes, polls.
 */
export class Waiting extends DurableObject {
  /**
   * Accepts a page's socket. Pages above the limit must poll (429). The worker has checked that the page belongs to
   * the request.
   */
  override fetch(): Response {
    if (this.ctx.getWebSockets().length >= maxSockets) return new Response(null, { status: 429 });
    const { 0: page, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    return new Response(null, { status: 101, webSocket: page });
  }

  /** The carrier reports that the phone has answered. The pages get no details. */
  answered(): void {
    for (const socket of this.ctx.getWebSockets()) socket.send('answered');
  }

  /** Pages send no messages: each would wake the object. */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(policyViolation);
  }
}
