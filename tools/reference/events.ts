import { gatewayEvents } from '../../workers/gateway/settings/gateway-events.ts';
import { serviceEvents } from '../../workers/service/settings/service-events.ts';
import { gatewayEventTexts, serviceEventTexts } from './events-korean.ts';
import { code, codes, type Page, section } from './page.ts';
import { describe } from './source-comments.ts';

const halves = [
  {
    title: { en: 'Service', ko: '서비스' },
    fields: serviceEvents.table as Record<string, readonly string[]>,
    source: 'workers/service/settings/service-events.ts',
    korean: serviceEventTexts,
  },
  {
    title: { en: 'Gateway', ko: '게이트웨이' },
    fields: gatewayEvents.table as Record<string, readonly string[]>,
    source: 'workers/gateway/settings/gateway-events.ts',
    korean: gatewayEventTexts,
  },
];

export const eventsPage: Page = {
  name: 'events',
  title: { en: 'Events', ko: '이벤트' },
  summary: {
    en: "This page lists the events in the log, each with its fields. An event is something that happened to a user or an application. `events` in the request's log line names them, each with the value 1, and their fields are in the same line. An event about another user or carrier, a repeated event, and an event after the response have their own line with the same `request`.",
    ko: '로그에 기록하는 이벤트와 그 필드입니다. 이벤트는 사용자나 애플리케이션에 일어난 일입니다. 요청의 로그 줄에 있는 `events`에 이름이 값 1로 기록되고, 필드는 같은 줄에 있습니다. 다른 사용자나 통신사의 이벤트, 되풀이된 이벤트, 응답한 뒤의 이벤트는 `request`가 같은 별도의 줄에 기록합니다.',
  },
  body: (language) =>
    halves
      .map(({ title, fields, source, korean }) => {
        const names = Object.keys(fields);
        const what = { what: 'event', names, sources: [source], korean, file: 'events-korean.ts' };
        const items = describe(what).map(([name, text]) => {
          const own = fields[name] ?? [];
          return `- **${code(name)}**${own.length > 0 ? ` (${codes(own)})` : ''}<br>${text[language]}`;
        });
        return section(2, title[language], items.join('\n'));
      })
      .join('\n\n'),
};
