type Answer = { id: number } & (
  | { type: 'success'; result: unknown }
  | { type: 'error'; error: string; message: string }
);

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** A connection for WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/): commands, without events. */
export class BidiConnection {
  readonly #socket: WebSocket;
  readonly #pending = new Map<number, Pending>();
  #last = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#settle(JSON.parse(String(data))));
    socket.addEventListener('close', () => {
      for (const { reject } of this.#pending.values())
        reject(new Error('The browser has closed the connection'));
    });
  }

  static async open(address: string): Promise<BidiConnection> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`No connection to ${address}`)), {
        once: true,
      });
    });
    return new BidiConnection(socket);
  }

  /** @throws with the browser's words if it refuses the command. */
  send<Result = unknown>(method: string, params: object = {}): Promise<Result> {
    this.#last += 1;
    const id = this.#last;
    return new Promise<unknown>((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ id, method, params }));
    }) as Promise<Result>;
  }

  #settle(answer: Answer): void {
    const pending = this.#pending.get(answer.id);
    this.#pending.delete(answer.id);
    if (answer.type === 'error') pending?.reject(new Error(`${answer.error}: ${answer.message}`));
    else pending?.resolve(answer.result);
  }

  close(): void {
    this.#socket.close();
  }
}
