import { parseSetCookie } from 'cookie';
import { type HTMLElement, parse } from 'node-html-parser';

interface Fetches {
  fetch(url: string | URL, init?: Init): Promise<Response>;
}

/** The options of fetch, with headers as a plain record. */
export type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** The result of a step in a browser: a page, or the redirect to an address that it may not visit. */
export interface Shown {
  url: URL;
  status: number;
  headers: Headers;
  text: string;
  document: HTMLElement;
}

const maximumRedirects = 10;

/**
 * A browser without JavaScript, over plain HTTP: it keeps cookies per origin, follows redirects, submits forms, and sends the headers of a browser
 * (Origin, Sec-Fetch-*).
 */
export class BrowserSession {
  readonly #fetches: Fetches;
  readonly #headers: Record<string, string>;
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #visitable: (url: URL) => boolean;

  /** @param visitable whether a redirect to an address is followed; any other redirect is the result itself. */
  constructor(
    fetches: Fetches,
    { headers = {}, visitable = (url: URL) => !url.host.endsWith(':3000') }: SessionOptions = {},
  ) {
    this.#fetches = fetches;
    this.#headers = headers;
    this.#visitable = visitable;
  }

  /** Opens an address as a person who types it or follows a link. */
  get(url: string | URL, headers: Record<string, string> = {}): Promise<Shown> {
    return this.#navigate('GET', new URL(url), undefined, { 'Sec-Fetch-Site': 'none', ...headers });
  }

  /** Sends a page's form, after filling in its fields. @param selector of the form, if there are several. */
  submit(page: Shown, fields: Record<string, string> = {}, selector?: string): Promise<Shown> {
    const { document } = page;
    const form =
      document.querySelector(selector ?? 'main form') ?? document.querySelector(selector ?? 'form');
    if (form === null) throw new Error(`No ${selector ?? 'form'} on ${page.url.href}:\n${page.text}`);
    return this.#send(page, form, fields);
  }

  /** Presses a button that leads to another address than its form. @param selector of the button. */
  press(page: Shown, selector: string, fields: Record<string, string> = {}): Promise<Shown> {
    const button = page.document.querySelector(selector);
    const id = button?.getAttribute('form');
    const form = id === undefined ? button?.closest('form') : page.document.getElementById(id);
    if (!button || !form) throw new Error(`No ${selector ?? 'form'} on ${page.url.href}:\n${page.text}`);
    const [name = '', value = ''] = [button.getAttribute('name'), button.getAttribute('value')];
    return this.#send(page, form, { ...fields, [name]: value }, button.getAttribute('formaction'));
  }

  #send(page: Shown, form: HTMLElement, fields: Record<string, string>, formAction?: string): Promise<Shown> {
    const values = new URLSearchParams();
    const written = 'input[type=hidden], input[type=text], input[type=tel], button[name]';
    for (const input of form.querySelectorAll(written)) {
      values.set(input.getAttribute('name') ?? '', input.getAttribute('value') ?? '');
    }
    for (const box of form.querySelectorAll('input[checked]')) {
      values.set(box.getAttribute('name') ?? '', box.getAttribute('value') ?? '');
    }
    for (const [name, value] of Object.entries(fields)) values.set(name, value);
    const action = new URL(formAction ?? form.getAttribute('action') ?? '', page.url);
    const method = (form.getAttribute('method') ?? 'get').toUpperCase();
    const headers = { Origin: page.url.origin, 'Sec-Fetch-Site': 'same-origin' };
    if (method === 'POST') return this.#navigate('POST', action, values.toString(), headers);
    action.search = values.toString();
    return this.#navigate('GET', action, undefined, headers);
  }

  /** A request that a page's script makes, with the cookies of its origin. */
  async fetch(url: string | URL, init: Init = {}): Promise<Response> {
    const target = new URL(url);
    const headers = { ...this.#headers, 'Sec-Fetch-Site': 'same-origin', ...init.headers };
    const response = await this.#fetches.fetch(target, {
      ...init,
      headers: this.#withCookies(target, headers),
    });
    this.#keepCookies(target, response);
    return response;
  }

  cookies(origin: string): ReadonlyMap<string, string> {
    return this.#cookies.get(origin) ?? new Map();
  }

  /** Another browser with a copy of this one's state. */
  copy(): BrowserSession {
    const other = new BrowserSession(this.#fetches, { headers: this.#headers, visitable: this.#visitable });
    for (const [origin, jar] of this.#cookies) other.#cookies.set(origin, new Map(jar));
    return other;
  }

  setCookie(origin: string, name: string, value: string): void {
    this.#jar(origin).set(name, value);
  }

  async #navigate(
    method: string,
    url: URL,
    body: string | undefined,
    headers: Record<string, string>,
    redirects = 0,
  ): Promise<Shown> {
    const navigation = {
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
      Accept: 'text/html,*/*;q=0.8',
    };
    const form = body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
    const sent = this.#withCookies(url, { ...this.#headers, ...navigation, ...form, ...headers });
    const response = await this.#fetches.fetch(url, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    this.#keepCookies(url, response);
    const location = response.headers.get('Location');
    const target = location === null ? undefined : new URL(location, url);
    if (target === undefined || !this.#visitable(target)) {
      const text = await response.text();
      return {
        url: target ?? url,
        status: response.status,
        headers: response.headers,
        text,
        document: parse(text),
      };
    }
    if (redirects === maximumRedirects)
      throw new Error(`More than ${maximumRedirects} redirects, at ${target.href}`);
    const site = target.origin === url.origin ? headers['Sec-Fetch-Site'] : 'cross-site';
    return this.#navigate('GET', target, undefined, { 'Sec-Fetch-Site': site ?? 'none' }, redirects + 1);
  }

  #jar(origin: string): Map<string, string> {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    return jar;
  }

  #withCookies({ origin }: URL, headers: Record<string, string>): Record<string, string> {
    const cookies = [...this.#jar(origin)].map(([name, value]) => `${name}=${value}`).join('; ');
    return cookies === '' ? headers : { Cookie: cookies, ...headers };
  }

  #keepCookies({ origin }: URL, response: Response): void {
    for (const header of response.headers.getSetCookie()) {
      const { name, value = '', maxAge } = parseSetCookie(header);
      if (maxAge === 0) this.#jar(origin).delete(name);
      else this.#jar(origin).set(name, value);
    }
  }
}

interface SessionOptions {
  headers?: Record<string, string>;
  visitable?: (url: URL) => boolean;
}
