import type { ListedWorker } from '../../workers/workers.ts';
import { type Half, halfOf } from '../configuration/index.ts';
import { loadWorkers } from '../configuration/load-workers.ts';
import { type Setting, settingsOf } from '../configuration/settings-of.ts';
import { codes, folded, type Language, type Texts } from './page.ts';

export interface HalfFacts {
  half: Half;
  title: Texts;
  workers: readonly ListedWorker[];
}

const titles: Record<Half, Texts> = {
  service: { en: 'Service', ko: '서비스' },
  gateway: { en: 'Gateway', ko: '게이트웨이' },
};

/** The workers of the service and of the gateway. */
export async function readHalves(): Promise<HalfFacts[]> {
  const workers = await loadWorkers();
  return (['service', 'gateway'] as const).map((half) => ({
    half,
    title: titles[half],
    workers: workers.filter((worker) => halfOf(worker) === half),
  }));
}

/** A worker's name without its half, such as `token`. */
export const shortName = ({ worker }: Pick<ListedWorker, 'worker'>): string =>
  worker.slice(worker.indexOf('-') + 1);

/** A setting or binding, with the workers that have it. */
export interface SharedSetting extends Setting {
  workers: ListedWorker[];
}

/** The settings and bindings of several workers, each once, in the workers' order. */
export function sharedSettings(workers: readonly ListedWorker[]): SharedSetting[] {
  const found = new Map<string, SharedSetting>();
  for (const worker of workers)
    for (const setting of settingsOf(worker)) {
      const shared = found.get(setting.name) ?? { ...setting, workers: [] };
      shared.workers.push(worker);
      found.set(setting.name, shared);
    }
  return [...found.values()];
}

const workerWords = {
  line: { en: 'Workers:', ko: '워커:' },
  all: {
    en: (half: string) => `All workers of the ${half.toLowerCase()}.`,
    ko: (half: string) => `${half}의 모든 워커.`,
  },
  count: { en: (count: number) => `${count} workers`, ko: (count: number) => `워커 ${count}개` },
};

type Users = Pick<SharedSetting, 'workers'>;

const isShort = ({ workers }: Users, half: HalfFacts): boolean =>
  workers.length <= 4 || workers.length === half.workers.length;

/** The workers of a setting as a sentence, if it is short. */
export function fewWorkers(users: Users, half: HalfFacts, language: Language): string[] {
  const { workers } = users;
  if (!isShort(users, half)) return [];
  return workers.length === half.workers.length
    ? [workerWords.all[language](half.title[language])]
    : [`${workerWords.line[language]} ${codes(workers.map(shortName))}.`];
}

/** The workers of a setting, folded, if a sentence would be long. */
export const manyWorkers = (users: Users, half: HalfFacts, language: Language): string[] =>
  isShort(users, half)
    ? []
    : [folded(workerWords.count[language](users.workers.length), codes(users.workers.map(shortName)))];
