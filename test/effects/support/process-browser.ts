import type { Identity } from '../../../workers/core/protocol/user-record.ts';
import authorize from '../../../workers/service/routes/authorize/index.ts';
import { device } from '../../../workers/service/settings/service-sealed-types.ts';
import { deviceOfPhone } from '../../support/fixtures/agreement.ts';
import { applications, origins, serviceKeys } from '../../support/world/test-settings.ts';
import { serviceEnv } from './numbered-bindings.ts';
import type { NumberedWorld } from './numbered-world.ts';
import { ci, phoneNo } from './stored-user.ts';

const { shop } = applications;
const nameOfDevice = `__Host-plid-device-${shop.client_id}`;
type Fields = Record<string, string>;

/** The identity that the carrier reports of the stored user (stored-user.ts). */
export const reported: Identity = { ci, phoneNo, name: '김하나', birthdate: '900101', agegroup: '30' };

/** A browser at the service's sign-in, in this process. Its carrier has asked each phone, and each phone approves. */
export class ProcessBrowser {
  readonly cookies = new Map<string, string>();
  /** The answer of the carrier about the phone. */
  outcome: object = { status: 'approved', identity: reported };
  readonly #world: NumberedWorld;
  readonly #more: { bindings?: object; headers?: Fields };

  /** @param more bindings that differ, and headers of every request. */
  constructor(world: NumberedWorld, more: { bindings?: object; headers?: Fields } = {}) {
    this.#world = world;
    this.#more = more;
  }

  async #send(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...this.#more.headers, ...(init.headers as Fields), ...(cookie && { Cookie: cookie }) };
    const carrier = {
      confirm: async () => ({ status: 'requested', requestId: 'r1' }),
      outcome: async () => this.outcome,
    };
    const env = { ...serviceEnv(this.#world), CARRIER: carrier, ...this.#more.bindings };
    const answer = await this.#world.send(authorize, env, `${origins.service}${path}`, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  /** An authorization request of the shop. */
  start(query: Fields = {}, headers: Fields = {}): Promise<Response> {
    const usual = {
      client_id: shop.client_id,
      redirect_uri: shop.redirect_uri,
      response_type: 'code',
      state: 's',
    };
    return this.#send(`/oauth2/authorize?${new URLSearchParams({ ...usual, ...query })}`, { headers });
  }

  /** The id of the latest sign-in, from its cookie. */
  get flow(): string {
    const names = [...this.cookies.keys()].filter((name) => name.startsWith('__Host-plid-sign-in-'));
    return names.at(-1)?.replace('__Host-plid-sign-in-', '') ?? '';
  }

  get = (page: string) => this.#send(`/oauth2/authorize/${page}?flow=${this.flow}`, {});

  post(step: string, fields: Fields): Promise<Response> {
    const body = new URLSearchParams({ flow: this.flow, ...fields }).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: origins.service };
    return this.#send(`/oauth2/authorize/${step}`, { method: 'POST', headers, body });
  }

  /** Fills in the form, and looks at the page that waits. @returns the answer once the phone has approved. */
  async approve(fields: Fields = {}): Promise<Response> {
    await this.post('sign-in', { name: '김하나', phoneNo, telcoCd: 'S', ...fields });
    return this.get('wait');
  }

  /** Has the cookie of an automatic login at the shop. */
  async keepDevice(value: {
    plid: string;
    device: string;
    generation?: number;
    age?: number;
  }): Promise<void> {
    this.cookies.set(
      nameOfDevice,
      await device.seal(serviceKeys, { ...deviceOfPhone, ...value }, this.#world.now + 86_400),
    );
  }
}

/** How an answer of the sign-in ends: with a code, an error at the application, or a page or step of the sign-in. */
export function endOf({ status, headers }: Response): string {
  const location = headers.get('Location');
  if (location === null) return `page ${status}`;
  const { pathname, searchParams, origin } = new URL(location, origins.service);
  if (origin === origins.service) return pathname.slice(pathname.lastIndexOf('/') + 1);
  return searchParams.has('code') ? 'code' : (searchParams.get('error') ?? 'nothing');
}
