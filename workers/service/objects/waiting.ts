import { DurableObject } from 'cloudflare:workers';

/**
 * Maximum number of sockets for one request. The sockets belong to tabs of a browser, or are left over from a lost
 * network connection.
 */
const maxSockets = 6;
/** RFC 6455 §7.4.1. */
const policyViolation = 1008;

/**
 * The pages that wait for one request on a phone. The object stores nothing and hibernates while its sockets are
 * open, so that waiting costs nothing. A page polls if it misses a message or a deployment closes its socket.
 */
export class Waiting extends DurableObject {
  /**
   * Accepts a page's socket. If the limit is reached, the page must poll (429). The worker has checked that the
   * page belongs to the request.
   */
  override fetch(): Response {
    if (this.ctx.getWebSockets().length >= maxSockets) return new Response(null, { status: 429 });
    const { 0: page, 1: socket } = new WebSocketPair();
    this.ctx.acceptWebSocket(socket);
    return new Response(null, { status: 101, webSocket: page });
  }

  /** Notifies the pages that the phone has answered, as reported by the carrier. The pages get no details. */
  answered(): void {
    for (const socket of this.ctx.getWebSockets()) socket.send('answered');
  }

  /**
   * Closes the socket of a page that sends a message. Pages send no messages, because each message would wake the
   * object.
   */
  override webSocketMessage(socket: WebSocket): void {
    socket.close(policyViolation);
  }
}
