import type * as v from 'valibot';
import { safeParse } from 'valibot';
import { formatDuration } from '../terminal/duration.ts';
import { type HalfFacts, sharedSettings } from './halves.ts';
import { requestLimits, sizeLimits } from './limits-texts.ts';
import { code, type Language, type Page, section, table } from './page.ts';
import { koreanRateLimits } from './rate-limits-korean.ts';
import { describe, sourcesOf } from './source-comments.ts';

const words = {
  rateLimits: { en: 'rate limits', ko: '요청 제한' },
  rateNote: {
    en: "Cloudflare counts rate limits per location, and not exactly. To change one, set it in `[service.limits]` or `[gateway.limits]` of `plid.deploy.toml`. The period can't be changed. Beyond a limit, the response is 429 with `Retry-After`.",
    ko: 'Cloudflare는 요청 제한을 지역마다 따로 세며, 정확한 값은 아닙니다. 바꾸려면 `plid.deploy.toml`의 `[service.limits]`나 `[gateway.limits]`에 적으세요. 기간은 바꿀 수 없습니다. 제한을 넘으면 `Retry-After`와 함께 429를 반환합니다.',
  },
  phone: { en: 'Requests to phones', ko: '휴대폰에 보내는 요청' },
  phoneNote: {
    en: "The number's Durable Object counts these limits exactly. A known browser has signed in with the number before. All other browsers are unknown.",
    ko: '번호의 Durable Object가 정확하게 세는 제한입니다. 아는 브라우저는 그 번호로 로그인한 적이 있는 브라우저이고, 나머지는 모르는 브라우저입니다.',
  },
  beyond: { en: 'Beyond it:', ko: '넘으면:' },
  sizes: { en: 'Sizes', ko: '크기' },
  sizeColumns: { en: ['What', 'Maximum'], ko: ['대상', '최댓값'] },
};

function rateLimitsOf({ half, title, workers }: HalfFacts, language: Language): string {
  const limits = sharedSettings(workers).flatMap(({ binding, ...setting }) =>
    binding?.kind === 'ratelimits' ? [{ ...setting, ...binding }] : [],
  );
  const names = limits.map(({ name }) => name);
  const korean = koreanRateLimits[half];
  const described = new Map(
    describe({ what: 'rate limit', names, sources: sourcesOf[half], korean, file: 'rate-limits-korean.ts' }),
  );
  const items = limits.map(({ name, limit, period }) => {
    const calls = limit.toLocaleString('en');
    const figure = { en: `${calls} in ${period} seconds`, ko: `${period}초에 ${calls}번` };
    return `- ${code(name)}: ${figure[language]}<br>${described.get(name)?.[language]}`;
  });
  const heading = `${title[language]}: ${words.rateLimits[language]}`;
  return section(2, heading, items.join('\n'));
}

/** The default of `PHONE_REQUEST_LIMIT`. */
function phoneRequestLimit(halves: readonly HalfFacts[]): number {
  const [worker] = sharedSettings(halves.flatMap(({ workers }) => workers)).flatMap(({ name, workers }) =>
    name === 'PHONE_REQUEST_LIMIT' ? workers : [],
  );
  const schema = worker?.schema.entries.PHONE_REQUEST_LIMIT as v.GenericSchema;
  return safeParse(schema, undefined).output as number;
}

export const limitsPage = (halves: readonly HalfFacts[]): Page => ({
  name: 'limits',
  title: { en: 'Limits', ko: '제한' },
  summary: {
    en: 'This page lists the rate limits at Cloudflare, the limits of requests to phones, and the maximum sizes.',
    ko: 'Cloudflare의 요청 제한, 휴대폰에 보내는 요청의 제한, 최대 크기입니다.',
  },
  body: (language) => {
    const duration = (seconds: number) => formatDuration(seconds, language);
    const rows = requestLimits({ duration, perPhone: phoneRequestLimit(halves) });
    return [
      words.rateNote[language],
      ...halves.map((half) => rateLimitsOf(half, language)),
      section(
        2,
        words.phone[language],
        words.phoneNote[language],
        rows
          .map(({ [language]: [what, limit, beyond] }) => {
            const text = `${limit}. ${words.beyond[language]} ${beyond}.`;
            return `- **${what}**<br>${text}`;
          })
          .join('\n'),
      ),
      section(
        2,
        words.sizes[language],
        table(
          words.sizeColumns[language],
          sizeLimits.map((row) => row[language]),
        ),
      ),
    ].join('\n\n');
  },
});
