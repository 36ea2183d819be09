import { pathPatterns } from '../../workers/core/worker/routes.ts';
import type { ListedWorker } from '../../workers/workers.ts';
import { folderOf } from '../configuration/worker-source.ts';
import { type HalfFacts, shortName } from './halves.ts';
import { code, codes, entry, type Language, type Page, section, type Texts } from './page.ts';
import { koreanRoutes } from './routes-korean.ts';
import { describe, sourcesOf } from './source-comments.ts';
import { koreanWorkers } from './workers-korean.ts';

const words = {
  workers: { en: 'workers', ko: '워커' },
  routes: { en: 'routes', ko: '라우트' },
  patterns: { en: 'Route patterns:', ko: '라우트 패턴:' },
  classes: { en: 'Durable Objects:', ko: 'Durable Object:' },
  notes: {
    service: undefined,
    gateway: {
      en: 'A form gets a redirect (303), and a program gets JSON. The `Accept` header decides. A `POST` from another site is refused, and no other origin can read a response. The proxies return only the fields of the specification, also of a refusal.',
      ko: '폼에는 리다이렉트(303)로, 프로그램에는 JSON으로 응답하며, `Accept` 헤더로 구분합니다. 다른 사이트에서 보낸 `POST`는 거절하고, 다른 출처에서는 응답을 읽을 수 없습니다. 프록시는 거절 응답을 포함해 명세의 필드만 반환합니다.',
    },
  },
};

/** What the workers do, in their order. */
function purposesOf({ half, workers }: HalfFacts): [worker: ListedWorker, text: Texts][] {
  const byName = new Map(workers.map((worker) => [shortName(worker), worker]));
  const texts = describe({
    what: 'worker',
    names: [...byName.keys()],
    sources: (name) => [`${folderOf(byName.get(name) as ListedWorker)}/index.ts`],
    inCode: 'default',
    korean: koreanWorkers[half],
    file: 'workers-korean.ts',
  });
  const found = new Map(texts);
  return [...byName].map(([name, worker]) => [worker, found.get(name) as Texts]);
}

function bodyOf(facts: HalfFacts, language: Language): string {
  const { half, title, workers } = facts;
  const routes = workers.flatMap((worker) => worker.routes.map((route) => ({ route, worker })));
  const names = routes.map(({ route }) => route);
  const korean = koreanRoutes[half];
  const described = describe({
    what: 'route',
    names,
    sources: sourcesOf[half],
    korean,
    file: 'routes-korean.ts',
  });
  return [
    section(
      2,
      `${title[language]}: ${words.workers[language]}`,
      ...purposesOf(facts).map(([worker, text]) => {
        const name = `plid-${worker.worker}`;
        const lines = [
          [words.patterns, pathPatterns(worker)],
          [words.classes, worker.classes?.flat() ?? []],
        ] as const;
        const filled = lines.filter(([, names]) => names.length > 0);
        return entry(
          3,
          name,
          `worker-${name}`,
          text[language],
          ...filled.map(([label, names]) => `${label[language]} ${codes(names)}`),
        );
      }),
    ),
    section(
      2,
      `${title[language]}: ${words.routes[language]}`,
      ...(words.notes[half] ? [words.notes[half][language]] : []),
      described
        .map(([route, text]) => {
          const worker = routes.find((each) => each.route === route)?.worker;
          return `- **${code(route)}**${worker ? ` (${code(shortName(worker))})` : ''}<br>${text[language]}`;
        })
        .join('\n'),
    ),
  ].join('\n\n');
}

export const routesPage = (halves: readonly HalfFacts[]): Page => ({
  name: 'routes',
  title: { en: 'Workers and routes', ko: '워커와 라우트' },
  summary: {
    en: "This page lists every deployed worker, and every route with its worker. A worker's name begins with the deployment's `name`, here `plid`. The interface is in the [service's OpenAPI file](../openapi.yaml) and in the [specification](../protocol/specification.md).",
    ko: '배포되는 모든 워커와, 라우트마다 담당하는 워커입니다. 워커의 이름은 배포의 `name`(여기서는 `plid`)으로 시작합니다. 인터페이스는 [서비스의 OpenAPI 파일](../../openapi.yaml)과 [명세](../protocol/specification.md)에 있습니다.',
  },
  body: (language) => halves.map((half) => bodyOf(half, language)).join('\n\n'),
});
