/** A session of WebDriver (https://www.w3.org/TR/webdriver2/). */
export class WebDriverSession {
  readonly #address: string;

  private constructor(address: string) {
    this.#address = address;
  }

  /** @param driver its origin. */
  static async start(driver: string, capabilities: object): Promise<WebDriverSession> {
    const body = { capabilities: { alwaysMatch: capabilities } };
    const { sessionId } = await request<{ sessionId: string }>('POST', `${driver}/session`, body);
    return new WebDriverSession(`${driver}/session/${sessionId}`);
  }

  post = <Result = unknown>(command: string, body: object = {}): Promise<Result> =>
    request<Result>('POST', `${this.#address}/${command}`, body);

  get = <Result = unknown>(command: string): Promise<Result> =>
    request<Result>('GET', `${this.#address}/${command}`);

  end = (): Promise<unknown> => request('DELETE', this.#address);
}

/** @throws with the driver's words if it refuses the command. */
async function request<Result>(method: string, address: string, body?: object): Promise<Result> {
  const answer = await fetch(address, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: unknown };
  if (answer.ok) return value as Result;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message}`);
}
