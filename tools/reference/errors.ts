import type { Refusal } from '../../workers/core/protocol/errors.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import * as gatewayRefusals from '../../workers/gateway/settings/gateway-refusals.ts';
import * as operatorRefusals from '../../workers/service/operator/access/operator-refusals.ts';
import * as serviceRefusals from '../../workers/service/protocol/service-refusals.ts';
import { denialReasons } from '../../workers/service/sign-in/stages/denial-reasons.ts';
import { coreErrors, gatewayErrors, operatorErrors, outcomes, serviceErrors } from './errors-korean.ts';
import { code, entry, type Language, type Page, section, type Texts } from './page.ts';
import { describe } from './source-comments.ts';

const words = {
  outcomes: { en: 'Outcomes of a sign-in', ko: '로그인 결과' },
  outcomesNote: {
    en: 'If a sign-in ends without a code, the callback contains `error=access_denied`, `plid_reason`, and `plid_sign_in`, the ID of the sign-in.',
    ko: '로그인이 인가 코드 없이 끝나면 콜백에 `error=access_denied`, `plid_reason`, 로그인 ID인 `plid_sign_in`이 포함됩니다.',
  },
};

interface Group {
  title: Texts;
  of: Record<string, Refusal>;
  source: string;
  korean: Record<string, string>;
}

const groups: readonly Group[] = [
  {
    title: { en: 'Service and gateway', ko: '서비스와 게이트웨이' },
    of: refusals,
    source: 'workers/core/protocol/refusals.ts',
    korean: coreErrors,
  },
  {
    title: { en: 'Service', ko: '서비스' },
    of: serviceRefusals,
    source: 'workers/service/protocol/service-refusals.ts',
    korean: serviceErrors,
  },
  {
    title: { en: 'Gateway', ko: '게이트웨이' },
    of: gatewayRefusals,
    source: 'workers/gateway/settings/gateway-refusals.ts',
    korean: gatewayErrors,
  },
  {
    title: { en: 'Operator APIs', ko: '운영자 API' },
    of: operatorRefusals,
    source: 'workers/service/operator/access/operator-refusals.ts',
    korean: operatorErrors,
  },
];

/** Cause and fix of each error, from its comment. */
const fixesOf = (names: object, source: string, korean: Record<string, string>) =>
  describe({ what: 'error', names: Object.keys(names), sources: [source], korean, file: 'errors-korean.ts' });

/** A text for users as a quote in both languages, with … for each inserted value. */
const message = ({ en, ko }: Texts): string =>
  `> ${[en, ko].map((text) => text.replace(/\{\w+\}/g, '…').replace(/(?=<)/g, '\\')).join('<br>')}`;

const entriesOf = ({ of, source, korean }: Group, language: Language): string[] =>
  fixesOf(of, source, korean).flatMap(([name, fix]) => {
    const refusal = of[name];
    if (refusal === undefined) return [];
    const { status, error, reason } = refusal;
    return [entry(3, reason, reason, `${status} ${code(error)}`, message(refusal), fix[language])];
  });

/** The reasons for a sign-in without a code. */
const reasonsFile = 'workers/service/sign-in/stages/denial-reasons.ts';

export const errorsPage: Page = {
  name: 'errors',
  title: { en: 'Error responses', ko: '오류 응답' },
  summary: {
    en: "This page lists every error response of the workers. Responses contain `error` and `message` (§7), in the language of the request. The gateway's also contain `reason`. The service writes `reason` only to the log. Below each `reason` are the status, the `error`, the `message` in both languages, and the cause and fix. `…` replaces the parts that vary.",
    ko: '워커의 모든 오류 응답입니다. 응답에는 `error`와 요청 언어의 `message`가 있습니다(§7). 게이트웨이의 응답에는 `reason`도 있으며, 서비스는 `reason`을 로그에만 기록합니다. `reason`마다 상태 코드, `error`, 두 언어의 `message`, 원인과 해결 방법을 적었습니다. `…`는 달라지는 부분입니다.',
  },
  body: (language) =>
    [
      ...groups.map((group) => section(2, group.title[language], ...entriesOf(group, language))),
      section(
        2,
        words.outcomes[language],
        words.outcomesNote[language],
        ...fixesOf(denialReasons, reasonsFile, outcomes).map(([name, fix]) =>
          entry(
            3,
            name,
            `outcome-${name}`,
            message(denialReasons[name as keyof typeof denialReasons]),
            fix[language],
          ),
        ),
      ),
    ].join('\n\n'),
};
