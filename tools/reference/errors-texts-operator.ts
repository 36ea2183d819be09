import type * as refusals from '../../workers/service/operator/access/operator-refusals.ts';
import type { Texts } from './page.ts';

/** Cause and fix of every error of the operator APIs, in the page's order. */
export const operatorErrors: Record<keyof typeof refusals, Texts> = {
  missing_recipient: { en: 'Add `--recipient`.', ko: '`--recipient`를 추가하세요.' },
  missing_purpose: { en: 'Add `--purpose`.', ko: '`--purpose`를 추가하세요.' },
  missing_retention: { en: 'Add `--retention`.', ko: '`--retention`을 추가하세요.' },
  missing_privacy_url: { en: 'Add `--privacy-url`.', ko: '`--privacy-url`을 추가하세요.' },
  optional_not_asked: {
    en: 'Add the attribute to `--attributes` too, or remove it from `--optional`.',
    ko: '항목을 `--attributes`에도 추가하거나 `--optional`에서 빼세요.',
  },
  unreadable: {
    en: 'The text contains invisible characters, often because it was copied from a document. Type it again.',
    ko: '보이지 않는 문자가 있습니다. 대개 문서에서 복사한 경우이므로 직접 입력하세요.',
  },
  mixed_scripts: {
    en: 'Type the word again. A copied word may contain letters of another script that look the same.',
    ko: '단어를 직접 입력하세요. 복사한 단어에는 모양이 같은 다른 문자가 있을 수 있습니다.',
  },
  unacceptable_address: {
    en: 'Write the address as a browser shows it.',
    ko: '브라우저에 표시되는 대로 주소를 적으세요.',
  },
  unacceptable_callback: {
    en: 'Correct the address as the message says.',
    ko: '메시지에 따라 주소를 고치세요.',
  },
  unacceptable_events: {
    en: 'Correct the address as the message says.',
    ko: '메시지에 따라 주소를 고치세요.',
  },
  loopback_address: {
    en: 'Register an https address. For a test with a deployed service, add `--allow-loopback`.',
    ko: 'https 주소를 등록하세요. 배포된 서비스로 시험하려면 `--allow-loopback`을 추가하세요.',
  },
  name_taken: {
    en: 'Choose another name. For the app and the website of one shop, add `--same-name`.',
    ko: '다른 이름을 쓰세요. 한 쇼핑몰의 앱과 웹사이트라면 `--same-name`을 추가하세요.',
  },
  application_exists: {
    en: 'If you want to replace the application, add `--replace` to the import.',
    ko: '애플리케이션을 대체하려면 가져오기에 `--replace`를 추가하세요.',
  },
  application_deleted: {
    en: 'Register the application again. It gets another client ID.',
    ko: '애플리케이션을 새로 등록하세요. 클라이언트 ID가 바뀝니다.',
  },
  changed_meanwhile: {
    en: 'Another operator has changed the application. Run `applications show`, and decide again.',
    ko: '다른 운영자가 애플리케이션을 변경했습니다. `applications show`로 확인하고 다시 결정하세요.',
  },
  client_id_taken: {
    en: 'The random client ID already exists. Run the command again.',
    ko: '무작위로 만든 클라이언트 ID가 이미 있습니다. 명령을 다시 실행하세요.',
  },
  secrets_full: {
    en: 'Retire the older secret with `applications retire`.',
    ko: '`applications retire`로 이전 시크릿을 폐기하세요.',
  },
  secret_in_use: { en: 'Run `applications rotate` first.', ko: '먼저 `applications rotate`를 실행하세요.' },
  sealed_elsewhere: {
    en: "Copy the former service's `KEYS` to the secrets file, deploy, and import again.",
    ko: '이전 서비스의 `KEYS`를 시크릿 파일에 복사해 배포한 뒤 다시 가져오세요.',
  },
  events_not_set_up: {
    en: 'Run `npx plid-admin deploy service`, which creates the key.',
    ko: '`npx plid-admin deploy service`를 실행하면 키를 만듭니다.',
  },
  openid_not_set_up: {
    en: 'Run `npx plid-admin deploy service`, which creates the keys.',
    ko: '`npx plid-admin deploy service`를 실행하면 키를 만듭니다.',
  },
  reviewer_period: { en: 'Choose another `--until`.', ko: '`--until`을 다시 지정하세요.' },
  reviewers_full: {
    en: 'Run `reviewers list`, then `reviewers remove`.',
    ko: '`reviewers list`로 확인하고 `reviewers remove`로 삭제하세요.',
  },
};
