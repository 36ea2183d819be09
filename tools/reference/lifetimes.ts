import * as gateway from '../../workers/gateway/settings/gateway-lifetimes.ts';
import * as service from '../../workers/service/settings/service-lifetimes.ts';
import { formatDuration } from '../terminal/duration.ts';
import { gatewayLifetimeTexts } from './lifetimes-texts-gateway.ts';
import { serviceLifetimeTexts } from './lifetimes-texts-service.ts';
import { code, type Language, type Page, section, type Texts, table } from './page.ts';

const columns = { en: ['What', 'Time', 'Name in the code'], ko: ['대상', '시간', '코드의 이름'] };

const rows = (texts: Record<string, Texts>, seconds: Record<string, number>, language: Language) =>
  Object.entries(texts).map(([name, text]) => [
    text[language],
    formatDuration(seconds[name] ?? 0, language),
    code(name),
  ]);

export const lifetimesPage: Page = {
  name: 'lifetimes',
  title: { en: 'Lifetimes', ko: '유효 시간' },
  summary: {
    en: 'This page lists the lifetimes and periods that are constants. Lifetimes that you can change are [settings](settings.md), and [stored data](stored-data.md) lists how long data is stored.',
    ko: '코드에 정해진 유효 시간과 기간입니다. 바꿀 수 있는 유효 시간은 [설정](settings.md)에, 데이터의 저장 기간은 [저장 데이터](stored-data.md)에 있습니다.',
  },
  body: (language) =>
    [
      section(
        2,
        { en: 'Service', ko: '서비스' }[language],
        table(columns[language], rows(serviceLifetimeTexts, service, language)),
      ),
      section(
        2,
        { en: 'Gateway', ko: '게이트웨이' }[language],
        table(columns[language], rows(gatewayLifetimeTexts, gateway, language)),
      ),
    ].join('\n\n'),
};
