import { maxBodyLength } from '../../workers/core/protocol/parameters.ts';
import { maxSecrets } from '../../workers/service/objects/application-changes.ts';
import {
  firstWait,
  guessesPeriod,
  maxDenialWait,
  maxGuesses,
  maxInDay,
  maxTaken,
  maxUnansweredWait,
  minInterval,
  strangersBlock,
} from '../../workers/service/objects/phone-request-limits.ts';
import { maxWrongCodes, maxWrongCodesOfNetwork } from '../../workers/service/objects/wrong-review-codes.ts';
import { maxCallbacks } from '../../workers/service/operator/applications/field-schemas.ts';
import { maxStateLength } from '../../workers/service/protocol/sent-request.ts';
import { applicationFields } from '../../workers/service/registry/application-fields.ts';
import {
  denialCountPeriod,
  phoneRequestCountPeriod,
  phoneRequestLifetime,
  wrongReviewCodesPeriod,
} from '../../workers/service/settings/service-lifetimes.ts';
import type { Language } from './page.ts';

interface Figures {
  duration(seconds: number): string;
  /** The default of `PHONE_REQUEST_LIMIT`. */
  perPhone: number;
}
type Row = Record<Language, string[]>;

const figure = (count: number): string => count.toLocaleString('en');

/** The limits of requests to one phone, for unknown browsers and for the owner's. */
export const requestLimits = ({ duration, perPhone }: Figures): Row[] => [
  {
    en: [
      'Unapproved requests to a phone',
      `\`PHONE_REQUEST_LIMIT\` (${perPhone}) in ${duration(phoneRequestCountPeriod)}: unknown browsers together, each known browser separately. ${duration(minInterval)} between two`,
      '429 with `Retry-After`',
    ],
    ko: [
      '휴대폰 한 대에 보낸 미승인 요청',
      `${duration(phoneRequestCountPeriod)}에 \`PHONE_REQUEST_LIMIT\`(${perPhone})건. 모르는 브라우저는 합쳐서, 아는 브라우저는 따로. 요청 간격 ${duration(minInterval)}`,
      '429, `Retry-After`',
    ],
  },
  {
    en: [
      'Open requests on a phone',
      `One, for ${duration(phoneRequestLifetime)}. A caller can replace ${maxTaken} requests of others in ${duration(phoneRequestCountPeriod)}. An unknown browser never replaces a known one's`,
      '429. The replaced page says that its sign-in has ended',
    ],
    ko: [
      '휴대폰 한 대에 열려 있는 요청',
      `하나, ${duration(phoneRequestLifetime)} 동안. 다른 호출자의 요청은 ${duration(phoneRequestCountPeriod)}에 ${maxTaken}번까지 대체. 모르는 브라우저는 아는 브라우저의 요청을 대체하지 못함`,
      '429. 대체된 페이지는 로그인이 끝났다고 안내',
    ],
  },
  {
    en: [
      'Pushes of unknown browsers to a phone',
      `${maxInDay} a day, ${duration(firstWait)} apart. From the third unanswered push of a day, the wait doubles, up to ${duration(maxUnansweredWait)}`,
      "429. Sign-ins that start in the carrier's app are never refused by these limits",
    ],
    ko: [
      '모르는 브라우저가 휴대폰 한 대에 보낸 푸시',
      `하루 ${maxInDay}번, 간격 ${duration(firstWait)}. 하루에 응답이 없는 세 번째 푸시부터 대기 시간이 두 배씩 늘어나 최대 ${duration(maxUnansweredWait)}`,
      '429. 통신사 앱에서 시작한 로그인은 이 제한으로 거절하지 않음',
    ],
  },
  {
    en: [
      'Denials because the owner didn’t send the request',
      `The browser's network is blocked for ${duration(denialCountPeriod)}. After the second one in that time, all unknown browsers are blocked for ${duration(strangersBlock)}`,
      '429. The browser no longer counts as known',
    ],
    ko: [
      '명의자가 본인의 요청이 아니라고 거절',
      `요청한 브라우저의 네트워크를 ${duration(denialCountPeriod)} 동안 차단. 그동안 두 번째이면 모르는 브라우저를 모두 ${duration(strangersBlock)} 동안 차단`,
      '429. 그 브라우저는 더 이상 아는 브라우저가 아님',
    ],
  },
  {
    en: [
      'Wrong numbers chosen on the phone',
      `The first in a sign-in leads to another request. The second is a denial: ${duration(firstWait)}, doubled after each further one in a day, up to ${duration(maxDenialWait)}`,
      '429',
    ],
    ko: [
      '휴대폰에서 선택한 틀린 숫자',
      `로그인에서 처음이면 다시 요청. 두 번째는 거절: ${duration(firstWait)}, 하루 안에 되풀이하면 두 배씩 최대 ${duration(maxDenialWait)}`,
      '429',
    ],
  },
  {
    en: [
      'Names that unknown browsers try on a number',
      `${maxGuesses} unconfirmed in ${duration(guessesPeriod)}. The log has \`name_guessing\``,
      '429 for unknown browsers, or a Turnstile check',
    ],
    ko: [
      '모르는 브라우저가 번호 하나에 시도한 이름',
      `확인되지 않은 시도 ${duration(guessesPeriod)}에 ${maxGuesses}번. 로그에 \`name_guessing\``,
      '모르는 브라우저에 429 또는 Turnstile 확인',
    ],
  },
  {
    en: [
      'Requests that the carrier did not confirm',
      `\`PHONE_REQUEST_LIMIT\` (${perPhone}) in ${duration(phoneRequestCountPeriod)}, per caller. They reach no phone, and count only for the caller`,
      '429',
    ],
    ko: [
      '통신사가 확인해 주지 않은 요청',
      `호출자마다 ${duration(phoneRequestCountPeriod)}에 \`PHONE_REQUEST_LIMIT\`(${perPhone})건. 휴대폰에 도달하지 않으므로 호출자에게만 셈`,
      '429',
    ],
  },
  {
    en: [
      'Wrong codes for a store reviewer, whose number has no other limit',
      `${maxWrongCodesOfNetwork} per network in ${duration(wrongReviewCodesPeriod)}. All networks together: ${figure(maxWrongCodes)}`,
      '429 until the time is over, even for the right code',
    ],
    ko: [
      '잘못된 심사 코드. 심사 계정의 번호에는 다른 제한이 없음',
      `네트워크마다 ${duration(wrongReviewCodesPeriod)}에 ${maxWrongCodesOfNetwork}번. 모든 네트워크를 합쳐 ${figure(maxWrongCodes)}번`,
      '시간이 지날 때까지 올바른 코드에도 429',
    ],
  },
];

const { name, recipient, purpose, retention, guardian_consent } = applicationFields;

/** Maximum sizes. */
export const sizeLimits: Row[] = [
  {
    en: ['`state`', `${maxStateLength} bytes in encoded form`],
    ko: ['`state`', `인코딩된 형태로 ${maxStateLength}바이트`],
  },
  {
    en: ["A request's body", `${maxBodyLength / 1024} KiB`],
    ko: ['요청 본문', `${maxBodyLength / 1024}KiB`],
  },
  {
    en: [
      "An application's texts",
      `Name ${name.maxLength}, recipient ${recipient.maxLength}, purpose ${purpose.maxLength}, retention ${retention.maxLength}, and guardian's consent ${guardian_consent.maxLength} characters`,
    ],
    ko: [
      '애플리케이션의 글',
      `이름 ${name.maxLength}자, 제공받는 자 ${recipient.maxLength}자, 목적 ${purpose.maxLength}자, 기간 ${retention.maxLength}자, 법정대리인 동의 ${guardian_consent.maxLength}자`,
    ],
  },
  {
    en: ["An application's callbacks and secrets", `${maxCallbacks} callbacks and ${maxSecrets} secrets`],
    ko: ['애플리케이션의 콜백과 시크릿', `콜백 ${maxCallbacks}개, 시크릿 ${maxSecrets}개`],
  },
];
