import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { gatewayEnv } from './numbered-bindings.ts';
import { NumberedWorld } from './numbered-world.ts';

type Worker = Parameters<NumberedWorld['send']>[0];

/** Headers that every answer of a worker has, as browsers over https get them. */
const common = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  'x-content-type-options': 'nosniff',
};
/** Headers of pages, which the tests of pages compare. */
const ofPages = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'permissions-policy',
  'x-frame-options',
];

/** A request, and the settings that differ from those of other requests. */
export interface Exchange {
  worker: Worker;
  path: string;
  origin?: string;
  method?: string;
  headers?: Record<string, string>;
  form?: Record<string, string>;
  json?: object;
  settings?: object;
}

/**
 * Plays requests in a world whose time and random values are the same in each run, and describes what each of them does: its answer, its
 * log lines, calls to objects and KV, requests to servers elsewhere, and how long KV keeps what it stores.
 */
export class Exchanges {
  readonly world: NumberedWorld;
  readonly #env: (world: NumberedWorld) => object;
  readonly #described: string[] = [];
  readonly #cache: ReadonlyMap<string, Response>;
  #sent: string[] = [];

  constructor(env: (world: NumberedWorld) => object = gatewayEnv) {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
    let drawn = 0;
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
      if (array instanceof Uint8Array || array instanceof Uint32Array)
        for (const index of array.keys()) {
          drawn += 1;
          array[index] = createHash('sha256').update(String(drawn)).digest()[0] ?? 0;
        }
      return array;
    });
    this.world = new NumberedWorld();
    this.#env = env;
    const cache = new Map<string, Response>();
    const open = async () => ({
      match: async (key: string) => cache.get(key),
      put: async (key: string, mark: Response) => void cache.set(key, mark),
      delete: async (key: string) => cache.delete(key),
    });
    vi.stubGlobal('caches', { open });
    this.#cache = cache;
  }

  /** Moves all clocks. */
  async advance(seconds: number): Promise<void> {
    this.world.now += seconds;
    vi.setSystemTime(this.world.now * 1000);
  }

  /** Plays a request that others need, without a description. */
  async prepare(exchange: Exchange): Promise<Response> {
    const answer = await this.play('', exchange);
    this.#described.pop();
    return answer;
  }

  /** Plays a request. @param name what it is, for the people who read the file. */
  async play(name: string, exchange: Exchange): Promise<Response> {
    const { worker, path, origin = 'https://shop.example.com', form, json, settings } = exchange;
    const type = form ? 'application/x-www-form-urlencoded' : json && 'application/json';
    const body = form ? new URLSearchParams(form).toString() : json && JSON.stringify(json);
    const method = exchange.method ?? (body === undefined ? 'GET' : 'POST');
    const headers = {
      ...{ 'CF-Ray': '0123456789abcdef-ICN', 'CF-Connecting-IP': '203.0.113.7' },
      ...(type && { 'Content-Type': type }),
      ...exchange.headers,
    };
    const before = this.#kept();
    const answeringElsewhere = this.world.elsewhere;
    this.#sent = [];
    for (const level of levels) vi.mocked(console[level]).mockClear();
    this.world.elsewhere = (url, init) => {
      this.#sent.push(describeSent(url, init));
      return answeringElsewhere(url, init);
    };
    const env = { ...this.#env(this.world), ...settings };
    const answer = await this.world.during(() =>
      this.world.send(worker, env, origin + path, {
        method,
        headers,
        ...(body !== undefined && { body }),
      }),
    );
    await new Promise(setImmediate);
    this.world.elsewhere = answeringElsewhere;
    const shown = [
      `# ${name}`,
      '',
      `${method} ${origin}${path}`,
      ...(await describeAnswer(answer.clone())),
      ...logged(),
      ...counted(this.world.calls).map((call) => `call ${call}`),
      ...this.#sent,
      ...this.#kept().filter((line) => !before.includes(line)),
    ];
    this.#described.push(masked(shown.join('\n')));
    return answer;
  }

  describe(): string {
    return `${this.#described.join('\n\n')}\n`;
  }

  async close(): Promise<void> {
    await this.world.close();
    vi.useRealTimers();
  }

  #kept(): string[] {
    const marks = [...this.#cache].map(
      ([key, { headers }]) => `marked ${key} ${headers.get('Cache-Control')}`,
    );
    const stored = Object.entries(this.world.kv).flatMap(([namespace, { values }]) =>
      [...values].map(
        ([key, { expires, metadata }]) =>
          `kept ${namespace} ${key} until ${expires} ${metadata === null ? '' : JSON.stringify(metadata)}`,
      ),
    );
    return [...stored, ...marks];
  }
}

const levels = ['info', 'warn', 'error'] as const;

/** The log lines, in the order of their levels, without what is the same or different in each of them. */
const logged = (): string[] =>
  levels.flatMap((level) =>
    vi.mocked(console[level]).mock.calls.map(([line]) => {
      const { level: _, release, request, milliseconds, ...fields } = JSON.parse(String(line));
      const cause = typeof fields.cause === 'string' ? { cause: fields.cause.replace(/ at .*/, '') } : {};
      return `log ${level} ${JSON.stringify({ ...fields, ...cause })}${request === undefined ? ' without a request' : ''}`;
    }),
  );

function counted(calls: readonly string[]): string[] {
  return [...new Set(calls)].sort().map((call) => {
    const count = calls.filter((other) => other === call).length;
    return count === 1 ? call : `${call} (${count} times)`;
  });
}

async function describeAnswer(answer: Response): Promise<string[]> {
  const headers = [...answer.headers].filter(([name]) => !ofPages.includes(name) && name !== 'x-request-id');
  const others = headers.filter(([name, value]) => common[name as keyof typeof common] !== value);
  const missing = Object.keys(common).filter((name) => !answer.headers.has(name));
  const text = await answer.text();
  const [, title] = /<title>([^<]*)/.exec(text) ?? [];
  const [, code = 'no support code'] = /<code[^>]*>([^<]*)/.exec(text) ?? [];
  const targets = [...text.matchAll(/<(?:a|form)[^>]* (?:href|action)="([^"]*)"/g)].map(
    ([, target]) => target,
  );
  return [
    `-> ${answer.status}`,
    ...others.map(([name, value]) => `   ${name}: ${value}`),
    ...missing.map((name) => `   without ${name}`),
    ...(text === ''
      ? []
      : [`   ${title === undefined ? text : `page “${title}”, ${code}, ${targets.join(', ')}`}`]),
  ];
}

function describeSent(url: URL, init: RequestInit): string {
  const { method = 'GET', body, redirect, cache } = init;
  const headers = [...new Headers(init.headers)].filter(([name]) => !name.startsWith('cf-'));
  return [
    `sent ${method} ${url.href}`,
    ...headers.map(([name, value]) => `     ${name}: ${value}`),
    ...(redirect ? [`     redirects: ${redirect}`] : []),
    ...(cache ? [`     cache: ${cache}`] : []),
    ...(typeof body === 'string' ? [`     ${body}`] : []),
  ].join('\n');
}

/** Replaces encrypted, signed, and random values, of which only the place matters. */
const masked = (text: string): string =>
  text
    .replaceAll(/[\w-]{16,}(?:\.[\w-]*){2,4}/g, '…')
    .replaceAll(/[\w-]{22,}/g, (word) =>
      isRandom(word) ? `${/^__Host-plid-(?:flow-)?/.exec(word)?.[0] ?? ''}…` : word,
    );

const isRandom = (word: string): boolean => /[A-Z]/.test(word) && /[a-z]/.test(word) && /\d/.test(word);
