import { isLoopback } from '../../workers/core/http/secure-address.ts';
import { readForm, ScriptFreeBrowser } from '../script-free-browser.ts';

/** The header that states the location of a browser in the local environment, such as `RU/Saint Petersburg`. */
export const locationHeader = 'Sandbox-Place';

/** The relay's location for display on phones. */
export const relayDisplayLocation = { browser: 'Firefox, Windows', country: 'RU', city: 'Saint Petersburg' };

/** The request headers of a relay's browser. */
const foreign = {
  'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Accept-Language': 'ru',
  Accept: 'text/html,*/*;q=0.8',
  'CF-Connecting-IP': '198.51.100.77',
  [locationHeader]: `${relayDisplayLocation.country}/${relayDisplayLocation.city}`,
};

/** The current page of the relay. */
export interface Screen {
  address: string;
  status: number;
  html: string;
}

const maxRedirects = 15;

/** A relay's browser, which is in another country and runs no scripts. It opens only loopback URLs. */
export class RelayBrowser {
  readonly #walk: ScriptFreeBrowser;
  readonly #origin: string;

  /** @param origin the service's origin. @param cookies the cookies from the same browser's earlier requests. */
  constructor(origin: string, cookies: string) {
    this.#origin = origin;
    this.#walk = new ScriptFreeBrowser(origin, cookies, foreign);
  }

  get cookies(): string {
    return this.#walk.cookies;
  }

  /** Opens a URL and follows redirects that stay on this machine. */
  async open(address: string): Promise<Screen> {
    return this.#follow(address, await this.#walk.get(address));
  }

  /** Submits the first form of a page, with some of its values replaced. */
  async submit({ address, html }: Screen, fields: Record<string, string>, path?: string): Promise<Screen> {
    const form = await readForm(new Response(html));
    const target = new URL(path ?? form.action, new URL(address, this.#origin)).href;
    return this.#follow(target, await this.#walk.post(target, { ...form.fields, ...fields }));
  }

  async #follow(from: string, first: Response): Promise<Screen> {
    let response = first;
    let address = new URL(from, this.#origin);
    for (let redirects = 0; redirects < maxRedirects; redirects += 1) {
      const location = response.headers.get('Location');
      if (location === null) break;
      const target = new URL(location, address);
      if (!this.isOnThisMachine(target)) break;
      address = target;
      response = await this.#walk.get(address.href);
    }
    return { address: address.href, status: response.status, html: await response.text() };
  }

  isOnThisMachine(target: URL): boolean {
    return target.origin === this.#origin || (target.protocol === 'http:' && isLoopback(target));
  }
}
