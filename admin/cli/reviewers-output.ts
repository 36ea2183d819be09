import { describe, table } from '../../tools/terminal/layout.ts';
import { currentConsentTexts } from '../../workers/service/sign-in/texts/consent-texts.ts';
import { signInTexts } from '../../workers/service/sign-in/texts/index.ts';
import { formatKoreanTime } from '../korean-time.ts';
import { formatDateOfSeconds } from './application-output.ts';
import type { AddedReviewer, Reviewer } from './reviewers-api.ts';

const grouped = (phoneNo: string): string => phoneNo.replace(/^(\d{3})(\d{4})/, '$1-$2-');

/** Formats the last minute of a period in Korea. @param seconds since 1970. */
const lastMinute = (seconds: number): string => formatKoreanTime(seconds - 1).slice(0, 16);

/** Lists reviewers, one per line, oldest first. */
export function describeReviewers(reviewers: readonly Reviewer[], client_id: string): string {
  if (reviewers.length === 0) return `${client_id} has no reviewers.`;
  const now = Date.now() / 1000;
  const rows = reviewers.map(({ id, phoneNo, ends, last, sealed }) => [
    id,
    grouped(phoneNo),
    `${lastMinute(ends)} KST`,
    last === undefined ? 'never' : formatDateOfSeconds(last),
    stateOf(ends <= now, sealed),
  ]);
  return table(['REVIEWER', 'NUMBER', 'ENDS', 'LAST SIGN-IN', 'STATE'], rows);
}

/** A code whose key was removed from `KEYS` no longer works. */
function stateOf(hasEnded: boolean, sealed: string): string {
  if (hasEnded) return 'ended';
  return sealed === 'unknown' ? 'code lost with its key, add another' : 'active';
}

/** Describes a new reviewer, with the texts to paste into the review notes. */
export function describeReviewNotes(
  { id, phoneNo, code, ends }: AddedReviewer,
  application: { name: string; attributes: readonly string[] },
): string {
  const end = lastMinute(ends);
  return [
    describe([
      ['reviewer', id],
      ['number', grouped(phoneNo)],
      ['code', code],
      ['ends', `${end} KST`],
    ]),
    [
      'The code is shown only once. Paste one of these texts into the review notes:',
      '- App Store Connect: App Review Information. User name: the number. Password: the code.',
      '- Play Console: App content, App access.',
      'Above the text, write how to reach the sign-in in your app.',
    ].join('\n'),
    ...(application.attributes.includes('ci')
      ? [
          `Note: ${application.name} requests ci. A reviewer's record never contains it, so the application must work without it.`,
        ]
      : []),
    english(grouped(phoneNo), code, end),
    korean(grouped(phoneNo), code, end),
  ].join('\n\n');
}

const english = (number: string, code: string, end: string, { signIn } = signInTexts.en): string =>
  `--- English ---
This app signs in with a Korean phone number. For the review, use this account. It needs no phone, SIM, or SMS.
1. On the sign-in page, choose SKT. If name and number aren't shown, press "${signIn.byNumber}". Enter:
   ${signIn.name}: APP REVIEW
   ${signIn.phoneNo}: ${number}
2. Press "${signIn.submit}". No message is sent. The next page asks for a review code.
3. Enter the review code: ${code}
4. If asked for consent, press "${currentConsentTexts('en').agree}".
The account works until ${end} (Korean time).`;

const korean = (number: string, code: string, end: string, { signIn } = signInTexts.ko): string =>
  `--- 한국어 ---
이 앱은 휴대폰 번호로 로그인합니다. 심사할 때는 아래 계정을 사용해 주세요. 휴대폰이나 문자 메시지가 필요하지 않습니다.
1. 로그인 화면에서 SKT를 선택합니다. 이름과 번호 입력란이 보이지 않으면 '${signIn.byNumber}' 버튼을 누릅니다. 다음과 같이 입력합니다.
   ${signIn.name}: APP REVIEW
   ${signIn.phoneNo}: ${number}
2. '${signIn.submit}' 버튼을 누릅니다. 메시지는 전송되지 않으며, 다음 화면에서 심사 코드를 입력합니다.
3. 심사 코드: ${code}
4. 동의 화면이 나오면 '${currentConsentTexts('ko').agree}' 버튼을 누릅니다.
이 계정은 ${end}(한국 시간)까지 사용할 수 있습니다.`;
