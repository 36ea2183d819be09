import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { serviceSecrets } from '../../../test/support/world/test-settings.ts';
import type { World } from '../../../test/support/world/world.ts';
import { publicBarocertAccount } from '../../barocert/public-vendor-account.ts';

const account = publicBarocertAccount;
const key = Buffer.from(serviceSecrets.BAROCERT_SECRET_KEY, 'base64');
const clientCode = account.BAROCERT_CLIENT_CODE;

/** Differences of a request from a valid one, by which tests make it invalid. */
export interface Changes {
  /** Headers that replace valid ones. An empty header isn't sent. */
  headers?: Record<string, string>;
  /** A body that is sent instead of the signed one. */
  body?: string;
  /** The key of the signature. */
  key?: Buffer;
  clientCode?: string;
  /** The time in the request and in its signature, in seconds from the time of the sandbox. */
  ahead?: number;
}

/** An answer of the simulated API. */
export interface VendorAnswer {
  status: number;
  fault: string | null;
  body: Record<string, unknown>;
}

/** Encrypts a field as the vendor's public SDK does. */
export function encrypt(text: string, secret: Buffer = key): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  const encrypted = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(encrypted).toString('base64');
}

const digestOf = (body: string) => createHash('sha256').update(body).digest('base64');
const sign = (secret: Buffer, ...lines: string[]) =>
  createHmac('sha256', secret).update(lines.join('\n')).digest('base64');

/** Valid fields of a login. @param person the user. */
export const loginFields = ({ phoneNo, name }: { phoneNo: string; name: string }, more: object = {}) => ({
  receiverHP: encrypt(phoneNo),
  receiverName: encrypt(name),
  reqTitle: '데모숍 로그인',
  reqMessage: encrypt('화면의 숫자 42와 같은지 확인해 주세요.'),
  callCenterNum: '1600-0000',
  expireIn: 120,
  token: encrypt('signed text'),
  receiverInfoYN: true,
  ...more,
});

/** Calls the simulated Barocert API, with the code of an adapter in another language. */
export class BarocertCaller {
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  async token(changes: Changes = {}, linkId: string = account.BAROCERT_LINK_ID): Promise<VendorAnswer> {
    const body = JSON.stringify({ scope: ['partner', '441', '442', '443', '444'] });
    const path = '/BAROCERT/Token';
    const date = await this.#date(changes);
    const signature = sign(changes.key ?? key, 'POST', digestOf(body), date, '*', '2.0', path);
    return this.#send('POST', path, changes, body, {
      Authorization: `LINKHUB ${linkId} ${signature}`,
      'x-lh-date': date,
      'x-lh-version': '2.0',
      'x-lh-forwarded': '*',
      'Content-Type': 'Application/json',
    });
  }

  /** The session token in a new `Authorization` header. */
  async bearer(): Promise<string> {
    return `Bearer ${(await this.token()).body.session_token}`;
  }

  login = (fields: object, changes: Changes = {}) =>
    this.#post(`/PASS/Login/${changes.clientCode ?? clientCode}`, fields, changes);

  /** Requests a login. @returns its receipt. @throws if it is refused. */
  async receiptOf(person: { phoneNo: string; name: string }, more: object = {}): Promise<string> {
    const { status, body } = await this.login(loginFields(person, more));
    if (status !== 200) throw new Error(`Refused: ${JSON.stringify(body)}`);
    return String(body.receiptID);
  }

  async status(receiptID: string, changes: Changes = {}): Promise<VendorAnswer> {
    const path = `/PASS/Login/${changes.clientCode ?? clientCode}/${receiptID}`;
    return this.#send('GET', path, changes, undefined, { Authorization: await this.bearer() });
  }

  verify = (receiptID: string, { phoneNo, name }: { phoneNo: string; name: string }, changes: Changes = {}) =>
    this.#post(
      `/PASS/Login/Verify/${changes.clientCode ?? clientCode}/${receiptID}`,
      { receiverHP: encrypt(phoneNo), receiverName: encrypt(name) },
      changes,
    );

  async #post(path: string, fields: object, changes: Changes): Promise<VendorAnswer> {
    const body = JSON.stringify(fields);
    const date = await this.#date(changes);
    return this.#send('POST', path, changes, body, {
      Authorization: await this.bearer(),
      'x-bc-date': date,
      'x-bc-version': '2.1',
      'x-bc-auth': sign(changes.key ?? key, 'POST', digestOf(body), date, path, ''),
      'x-bc-encryptionmode': 'GCM',
      'Content-Type': 'application/json;charset=utf-8',
    });
  }

  async #date({ ahead = 0 }: Changes): Promise<string> {
    return new Date(((await this.#world.clock.now()) + ahead) * 1000).toISOString();
  }

  async #send(
    method: string,
    path: string,
    changes: Changes,
    body: string | undefined,
    headers: Record<string, string>,
  ): Promise<VendorAnswer> {
    const sent = Object.entries({ ...headers, ...changes.headers }).filter(([, value]) => value !== '');
    const content = body === undefined ? {} : { body: changes.body ?? body };
    const address = `${this.#world.sandbox}/sandbox/barocert${path}`;
    const answer = await this.#world.fetch(address, {
      method,
      headers: Object.fromEntries(sent),
      ...content,
    });
    const text = await answer.text();
    return {
      status: answer.status,
      fault: answer.headers.get('Sandbox-Fault'),
      body: text.startsWith('{') ? JSON.parse(text) : { text },
    };
  }
}
