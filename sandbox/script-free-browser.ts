import { parseCookie, parseSetCookie } from 'cookie';

/** The first form in a page's main content. */
interface PageForm {
  action: string;
  fields: Record<string, string>;
}

/**
 * A browser without scripts for one origin, which stores cookies and submits forms. By default, it sends requests
 * like a program, so the service returns errors as JSON.
 */
export class ScriptFreeBrowser {
  readonly #origin: string;
  readonly #cookies: Map<string, string>;
  readonly #headers: Record<string, string>;

  /**
   * @param cookies the cookies from earlier requests, as returned by {@link cookies}. @param headers the headers
   * that are sent with each request.
   */
  constructor(origin: string, cookies = '', headers: Record<string, string> = {}) {
    this.#origin = origin;
    this.#headers = headers;
    const kept = Object.entries(parseCookie(cookies));
    this.#cookies = new Map(kept.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  }

  /** The value of the browser's `Cookie` header. */
  get cookies(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get(address: string): Promise<Response> {
    return this.#send(address, {});
  }

  post(address: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams(fields);
    return this.#send(address, { method: 'POST', body, headers: { Origin: this.#origin } });
  }

  async #send(address: string, { headers = {}, ...init }: RequestInit): Promise<Response> {
    const cookies = this.cookies;
    const sent = {
      ...this.#headers,
      ...(headers as Record<string, string>),
      ...(cookies !== '' && { Cookie: cookies }),
    };
    const response = await fetch(new URL(address, this.#origin), {
      ...init,
      headers: sent,
      redirect: 'manual',
    });
    for (const header of response.headers.getSetCookie()) {
      const { name, value = '', maxAge } = parseSetCookie(header);
      if (maxAge === 0) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }
}

/** Reads the first form in a page's content, with its default values. */
export async function readForm(page: Response): Promise<PageForm> {
  let forms = 0;
  let action = '';
  const fields: Record<string, string> = {};
  const reader = new HTMLRewriter()
    .on('main form', {
      element(form) {
        forms += 1;
        if (forms === 1) action = form.getAttribute('action') ?? '';
      },
    })
    .on('main form input, main form button[name]', {
      element(input) {
        const type = input.getAttribute('type') ?? 'text';
        const isBox = type === 'checkbox' || type === 'radio';
        if (forms > 1 || (isBox && !input.hasAttribute('checked'))) return;
        fields[input.getAttribute('name') ?? ''] = input.getAttribute('value') ?? '';
      },
    });
  await reader.transform(page).arrayBuffer();
  return { action, fields };
}
