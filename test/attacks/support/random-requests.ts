import type { Init } from '../../support/fixtures/browser-session.ts';
import { randomNumbers } from '../../support/seed.ts';
import type { Target } from './targets.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE'];

export const names: readonly string[] = (
  'client_id redirect_uri response_type state prompt isHybrid code_challenge code_challenge_method ui_locales flow ' +
  'name phoneNo telcoCd autoLogin language page grant_type code client_secret code_verifier plid return_to ' +
  'everywhere session app_link error message redirect_uris attributes reads cursor match __proto__ constructor'
).split(' ');

/** Fields of JSON that are arrays. */
const lists = new Set(['redirect_uris', 'attributes', 'faults']);
/** Fields with a number. */
const times = new Set(['since', 'until']);

const words = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '1e999',
    'null',
    'true',
    'Y',
    'S256',
    'none',
    '한글',
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '\0',
  ],
  ...['\r\nSet-Cookie: a=b', '../../etc/passwd', '//evil.example', 'javascript:alert(1)', "' OR 1=1 --"],
  ...['<script>alert(1)</script>', '{{7*7}}', '\u202e\ud83d\ude00', '\ud800', '010-1234-5678', '01071000001'],
  ...['eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwia2lkIjoidGVzdCJ9..AAAA.AAAA.AAAA', 'eyJhbGciOiJub25lIn0.e30.'],
  ...['https://shop.example.com/auth/callback', 'a'.repeat(20), 'a'.repeat(43), 'x'.repeat(3_000)],
];

/** Words for headers that plid, or the servers in front of it, read. */
export const headerWords: Record<string, readonly string[]> = {
  'Content-Type': [
    'application/json',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded;charset=euc-kr',
    'multipart/form-data; boundary=x',
    'nonsense',
  ],
  Accept: ['text/html', 'application/json', '*/*', ';;;,q='],
  'Accept-Language': ['ko', 'en;q=x', ',,;;', '*'],
  Authorization: ['Basic', 'Basic AAAA', 'Basic OjpwOg==', 'Bearer', 'Bearer a b', 'Digest x'],
  Cookie: [
    '=',
    ';;;',
    '__proto__=1',
    '__Host-plid-session=%',
    '__Host-plid-flow-x=a.b.c.d.e',
    'plid-language=xx',
  ],
  Origin: ['null', 'https://evil.example', 'https://shop.example.com'],
  'Sec-Fetch-Site': ['same-origin', 'cross-site', 'none'],
  'Sec-Fetch-Dest': ['iframe', 'document'],
  'Sec-Purpose': ['prefetch', 'prefetch;prerender'],
  'CF-Connecting-IP': ['203.0.113.7', '2001:db8::1', '::', 'fe80::1%25eth0', '1.2.3'],
  'User-Agent': ['Mozilla/5.0 (iPhone)', '\\'],
  'X-Forwarded-Host': ['evil.example'],
};

/** Draws requests, the same in every run: each is a good one with parts of it changed. */
export class Noise {
  readonly #random: () => number;
  readonly #values: readonly string[];

  /** @param known values that are valid in a world. */
  constructor(seed: number, known: readonly string[]) {
    this.#random = randomNumbers(seed);
    this.#values = [...words, ...known];
  }

  request(target: Target): { address: string; init: Init } {
    const { method: usual = 'GET', type } = target;
    const path = target.path.replaceAll('*', () =>
      encodeURIComponent(this.#value().toWellFormed()).slice(0, 200),
    );
    const method = this.#maybe(0.15) ? this.#pick(methods) : usual;
    const fields = this.#fields(target.fields ?? {});
    const inBody = method !== 'GET' && type !== undefined && !this.#maybe(0.1);
    const query = inBody ? '' : `?${asForm(fields)}`;
    const headers = this.#headers(target.headers ?? {}, inBody ? type : undefined);
    const body = inBody ? { body: this.#body(fields, type) } : {};
    return { address: path + query, init: { method, headers, ...body } };
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)] as Item;
  }

  #maybe(chance: number): boolean {
    return this.#random() < chance;
  }

  #count(most: number): number {
    return Math.floor(this.#random() * (most + 1));
  }

  /** A valid value, sometimes cut, extended or with a letter changed. */
  #value(value = this.#pick(this.#values)): string {
    if (this.#maybe(0.6)) return value;
    const place = this.#count(value.length);
    return value.slice(0, place) + this.#pick(['', 'A', 'é', '%']) + value.slice(place + this.#count(2));
  }

  /** Good fields, of which some are left out, changed, replaced or added. */
  #fields(good: Record<string, string>): [string, string][] {
    const kept = Object.entries(good).flatMap(([name, value]): [string, string][] => {
      if (this.#maybe(0.8)) return [[name, value]];
      return this.#maybe(0.2) ? [] : [[name, this.#maybe(0.5) ? this.#value(value) : this.#value()]];
    });
    if (this.#maybe(0.7)) return kept;
    const added = () => [this.#pick(names), this.#value()] as [string, string];
    return [...kept, ...Array.from({ length: this.#count(4) }, added)];
  }

  #headers(good: Record<string, string>, type: Target['type']): Record<string, string> {
    const types = { form: 'application/x-www-form-urlencoded', json: 'application/json' };
    const headers: Record<string, string> = { ...good, ...(type && { 'Content-Type': types[type] }) };
    for (const [name, choices] of Object.entries(headerWords)) {
      if (this.#maybe(0.12)) headers[name] = this.#maybe(0.7) ? this.#pick(choices) : this.#value();
    }
    for (const [name, value] of Object.entries(headers)) {
      headers[name] = printable(this.#maybe(0.1) ? this.#value(value) : value);
    }
    return headers;
  }

  #body(fields: [string, string][], type: Target['type']): string | Uint8Array<ArrayBuffer> {
    if (this.#maybe(0.06)) return Uint8Array.from({ length: this.#count(300) }, () => this.#count(255));
    if (this.#maybe(0.04))
      return this.#pick(['['.repeat(30_000), 'x='.repeat(40_000), '{"a":'.repeat(9_000)]);
    return type === 'json' ? JSON.stringify(this.#json(fields)) : asForm(fields);
  }

  /** Fields as JSON, some with a value of another type. */
  #json(fields: [string, string][]): unknown {
    const twisted = (value: string): unknown =>
      this.#pick([[value], { value }, null, value.length, [[value]], true]);
    const typed = (name: string, value: string) =>
      lists.has(name) ? [value] : times.has(name) && /^\d+$/.test(value) ? Number(value) : value;
    const object = Object.fromEntries(
      fields.map(([name, value]) => [name, this.#maybe(0.15) ? twisted(value) : typed(name, value)]),
    );
    return this.#maybe(0.1) ? [object] : object;
  }
}

const asForm = (fields: [string, string][]): string => new URLSearchParams(fields).toString();

/** The characters that a header can carry; others are left out. */
const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '').trim();
