import { existsSync } from 'node:fs';
import path from 'node:path';
import { folderOf } from '../configuration/worker-source.ts';
import { gatewayEntries } from '../package/gateway-module.ts';
import type { HalfFacts } from './halves.ts';
import { type Cache, cachesIn } from './isolate-caches.ts';
import { type CacheText, cacheTexts } from './isolate-memory-texts.ts';
import { code, codes, type Language, type Page, section, TextFault, type Texts, textsFor } from './page.ts';
import { readSource, root } from './sources.ts';

/** A cache with the workers whose code contains it. */
export interface KeptCache extends Cache {
  workers: readonly string[];
}

/** Forms of several workers in one, with their entries: the gateway as one Worker, and the local environment. */
const [single, local] = ['single Worker', 'local environment'];
const combined = [
  ...Object.values(gatewayEntries).map(
    ({ source }) => [single, `workers/gateway/single-worker/${source}`] as const,
  ),
  [local, 'sandbox/local.ts'] as const,
];

interface Module {
  caches: readonly Cache[];
  imports: readonly string[];
}

const modules = new Map<string, Module>();

/** Reads and parses a file once, because most files belong to several workers. */
function moduleOf(file: string): Module {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const source = readSource(file);
  const read = { caches: cachesIn(file, source), imports: importsOf(file, source) };
  modules.set(file, read);
  return read;
}

/** The files whose code a worker contains. @param entry path from the root, like the results. */
export function filesOf(entry: string): Set<string> {
  const found = new Set([entry]);
  for (const file of found) for (const imported of moduleOf(file).imports) found.add(imported);
  return found;
}

/** The modules that a file loads. Types are left out, because they aren't bundled. */
const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(/^(?:import|export)\s(?!type\s)[^'";]*?\bfrom\s*'(\.[^']+)'|^import '(\.[^']+)'/gm)]
    .map(([, from, bare]) => path.posix.join(path.posix.dirname(file), from ?? bare ?? ''))
    .filter((imported) => /\.tsx?$/.test(imported));

/** All caches of deployed workers and of the local environment, in the order of their names. */
export function keptCaches(halves: readonly HalfFacts[]): KeptCache[] {
  const entries = [
    ...halves.flatMap(({ workers }) =>
      workers.map((worker) => [worker.worker, `${folderOf(worker)}/index.ts`] as const),
    ),
    ...combined,
  ];
  const found = new Map<string, Cache & { workers: string[] }>();
  for (const [worker, entry] of entries) {
    if (!existsSync(path.join(root, entry))) throw new Error(`${worker} has no ${entry}`);
    for (const file of filesOf(entry))
      for (const cache of moduleOf(file).caches) {
        const kept = found.get(cache.name) ?? { ...cache, workers: [] };
        if (!kept.workers.includes(worker)) kept.workers.push(worker);
        found.set(cache.name, kept);
      }
  }
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

const words = {
  maximum: { en: 'Maximum:', ko: '최대:' },
  workers: { en: 'Workers:', ko: '워커:' },
  count: { en: (count: number) => String(count), ko: (count: number) => `${count}개` },
};
const onlyCombined: Readonly<Record<string, Texts>> = {
  [local]: { en: 'Only the local environment', ko: '로컬 환경만' },
  [single]: { en: 'Only the gateway as one Worker', ko: '단일 워커 게이트웨이만' },
};
const allWorkers: Texts = { en: 'All', ko: '모두' };
const weak: Texts = {
  en: 'Ends with the object that it belongs to',
  ko: '속한 객체와 함께 삭제',
};

/** Describes the workers of a cache: all, all of a half, up to four names, or their number. */
function workersText({ workers }: KeptCache, halves: readonly HalfFacts[], language: Language): string {
  const deployed = workers.filter((worker) => !(worker in onlyCombined));
  const [only = ''] = workers;
  if (deployed.length === 0) return onlyCombined[only]?.[language] ?? '';
  const all = halves.flatMap((half) => half.workers);
  if (deployed.length === all.length) return allWorkers[language];
  const whole = halves.find((half) => half.workers.map(({ worker }) => worker).join() === deployed.join());
  if (whole !== undefined) return `${allWorkers[language]} (${whole.title[language]})`;
  return deployed.length <= 4 ? codes(deployed) : words.count[language](deployed.length);
}

/** @throws {TextFault} if neither the code nor the text states how many values there can be. */
function maximumText({ name, limit, isWeak }: Cache, { maximum }: CacheText, language: Language): string {
  if (maximum !== undefined) return maximum[language];
  if (limit !== undefined) return limit.toLocaleString('en');
  if (isWeak) return weak[language];
  throw new TextFault(
    `State the maximum of ${name} in tools/reference/isolate-memory-texts.ts, or use a Memo`,
  );
}

/** @throws {TextFault} unless each cache has a text and a maximum. */
export const isolateMemoryPage = (
  halves: readonly HalfFacts[],
  caches: readonly KeptCache[] = keptCaches(halves),
  given: Readonly<Record<string, CacheText>> = cacheTexts,
): Page => {
  const names = caches.map(({ name }) => name);
  const texts = new Map(textsFor('cache', 'isolate-memory-texts.ts', names, given));
  for (const cache of caches) maximumText(cache, texts.get(cache.name) as CacheText, 'en');
  return {
    name: 'isolate-memory',
    title: { en: 'Memory of an isolate', ko: '아이솔레이트의 메모리' },
    summary: {
      en: 'This page lists everything that an isolate of a worker keeps between requests. Each cache has a maximum. Cloudflare ends an isolate at any time, and nothing depends on its memory.',
      ko: '워커의 아이솔레이트가 요청 사이에 보관하는 모든 값입니다. 캐시마다 최댓값이 있습니다. Cloudflare는 아이솔레이트를 언제든 종료할 수 있으며, 어떤 기능도 이 메모리에 의존하지 않습니다.',
    },
    body: (language) => {
      const items = caches.map((cache) => {
        const text = texts.get(cache.name) as CacheText;
        const maximum = `${words.maximum[language]} ${maximumText(cache, text, language)}.`;
        const workers = `${words.workers[language]} ${workersText(cache, halves, language)}.`;
        return `- ${text.content[language]} (${code(cache.name)}). ${maximum} ${workers}`;
      });
      return [
        section(2, { en: 'Caches', ko: '캐시' }[language], items.join('\n')),
        section(2, { en: 'Durable Objects', ko: 'Durable Objects' }[language], objects[language]),
        section(2, { en: 'Local environment', ko: '로컬 환경' }[language], environment[language]),
      ].join('\n\n');
    },
  };
};

const objects: Texts = {
  en: "A Durable Object keeps only calls that run, the time of its alarm, and the sockets of waiting pages (`Waiting`) in memory. It reads its rows from SQLite for each request, and the runtime ends an object that isn't used.",
  ko: 'Durable Object는 실행 중인 호출, 알람 시각, 대기 화면의 소켓(`Waiting`)만 메모리에 보관합니다. 행은 요청마다 SQLite에서 읽으며, 런타임은 사용하지 않는 객체를 종료합니다.',
};

const environment: Texts = {
  en: '`npm start` runs all workers in one process, and a proxy of wrangler in another. After a garbage collection, the JavaScript heap of the workers has about 10 MB, however many users have signed in. The runtime frees its own objects of finished requests only when it collects garbage, so its processes grow to several hundred megabytes. `npm run verify -- soak` measures its growth.',
  ko: '`npm start`는 모든 워커를 한 프로세스에서, wrangler의 프록시를 다른 프로세스에서 실행합니다. 가비지 수집 후 워커의 JavaScript 힙은 로그인한 사용자 수와 관계없이 약 10 MB입니다. 런타임은 끝난 요청의 객체를 가비지 수집 때에만 해제하므로, 프로세스는 수백 메가바이트까지 커집니다. `npm run verify -- soak`은 이 증가를 측정합니다.',
};
