import type { Language } from '../../core/http/language.ts';
import { choosePageLanguage } from '../../core/http/page-language-choice.ts';
import { overHttps } from '../../core/http/redirect.ts';
import type { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { ErrorContext } from '../../core/worker/endpoint.ts';
import { ButtonLink } from '../../pages/button.tsx';
import { Ending } from '../../pages/ending.tsx';
import { LanguageSwitchLink } from '../../pages/language-switch.tsx';
import { Layout } from '../../pages/layout.tsx';
import { page } from '../../pages/page.ts';
import { accountPath } from '../registry/account-client.ts';
import { type Operator, operatorFrame } from './operator-frame.tsx';

/** Texts of a page that explains why a request is refused. */
export interface RefusalTexts {
  title: string;
  text: string;
}

const en = {
  insecure: {
    title: 'This address needs a secure connection',
    text: 'It is available only over https.',
    way: 'Continue over https',
  },
  failed: {
    title: 'Something went wrong',
    text: 'There is a temporary problem. Please try again in a moment.',
    way: 'Try again',
  },
  account: 'Connected services',
};

const ko: typeof en = {
  insecure: {
    title: '보안 연결이 필요한 주소입니다',
    text: 'https로만 접속할 수 있습니다.',
    way: 'https로 계속하기',
  },
  failed: {
    title: '지금은 처리할 수 없습니다',
    text: '일시적인 오류입니다. 잠시 후 다시 시도해 주세요.',
    way: '다시 시도',
  },
  account: '연결된 서비스 관리',
};

const words: Record<Language, typeof en> = { ko, en };

/**
 * Renders an error page with one next step. @param refused the texts that are shown if the request itself is
 * invalid, by language. That page has only a quiet link to the account pages.
 */
export function refusalPage(
  { status, headers, refusal }: ProtocolError,
  context: ErrorContext<Operator>,
  refused: Record<Language, RefusalTexts>,
): Response {
  const { url, env, requestId } = context;
  const { language, cookies } = choosePageLanguage(context);
  const { insecure, failed, account } = words[language];
  const repeated =
    refusal === refusals.insecure_transport
      ? { ...insecure, href: overHttps(url) }
      : status >= 500 && { ...failed, href: url.pathname };
  const { title, text } = repeated || refused[language];
  const frame = operatorFrame({
    operator: env ?? {},
    language,
    otherLanguage: <LanguageSwitchLink {...{ language, url: withoutToken(url) }} />,
  });
  return page(
    (nonce) => (
      <Layout ends {...{ language, title, nonce }} failedId={requestId} {...frame}>
        <Ending kind="failed" {...{ title, text }}>
          {repeated ? (
            <ButtonLink href={repeated.href} label={repeated.way} />
          ) : (
            <ButtonLink href={accountPath} label={account} look="button-quiet" />
          )}
        </Ending>
      </Layout>
    ),
    { status, headers, cookies },
  );
}

/** Removes the id_token from a URL, because page links must not repeat it. */
function withoutToken(url: URL): URL {
  const shown = new URL(url);
  shown.searchParams.delete('id_token_hint');
  return shown;
}
