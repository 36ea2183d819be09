import * as events from '../../packages/plid/events/event-lifetimes.ts';
import * as gateway from '../../workers/gateway/settings/gateway-lifetimes.ts';
import * as service from '../../workers/service/settings/service-lifetimes.ts';
import { formatDuration } from '../terminal/duration.ts';
import { gatewayLifetimeTexts, serviceLifetimeTexts } from './lifetimes-korean.ts';
import { code, type Page, phrase, section, table } from './page.ts';
import { describe } from './source-comments.ts';

const columns = { en: ['What, and its name in the code', 'Time'], ko: ['대상과 코드의 이름', '시간'] };

const halves = [
  {
    title: { en: 'Service', ko: '서비스' },
    seconds: service as Record<string, number>,
    sources: ['workers/service/settings/service-lifetimes.ts'],
    korean: serviceLifetimeTexts,
  },
  {
    title: { en: 'Gateway', ko: '게이트웨이' },
    seconds: { ...gateway, ...events } as Record<string, number>,
    sources: ['workers/gateway/settings/gateway-lifetimes.ts', 'packages/plid/events/event-lifetimes.ts'],
    korean: gatewayLifetimeTexts,
  },
];

export const lifetimesPage: Page = {
  name: 'lifetimes',
  title: { en: 'Lifetimes', ko: '유효 시간' },
  summary: {
    en: 'This page lists the lifetimes and periods that are constants. Lifetimes that you can change are [settings](settings.md), and [stored data](stored-data.md) lists how long data is stored.',
    ko: '코드에 정해진 유효 시간과 기간입니다. 바꿀 수 있는 유효 시간은 [설정](settings.md)에, 데이터의 저장 기간은 [저장 데이터](stored-data.md)에 있습니다.',
  },
  body: (language) =>
    halves
      .map(({ title, seconds, sources, korean }) => {
        const names = Object.keys(seconds);
        const what = { what: 'lifetime', names, sources, korean, file: 'lifetimes-korean.ts' };
        const rows = describe(what).map(([name, text]) => [
          `${phrase(text[language])}<br>${code(name)}`,
          formatDuration(seconds[name] ?? 0, language),
        ]);
        return section(2, title[language], table(columns[language], rows));
      })
      .join('\n\n'),
};
