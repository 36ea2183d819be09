import { prefersPage } from '../../core/http/accept.ts';
import { choosePageLanguage } from '../../core/http/chosen-language.ts';
import type { Language } from '../../core/http/language.ts';
import { overHttps } from '../../core/http/redirect.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import type { ErrorPage } from '../../core/worker/endpoint.ts';
import { Layout } from '../../pages/layout.tsx';
import { OtherLanguageLink } from '../../pages/other-language.tsx';
import { page } from '../../pages/page.ts';
import { type Operator, operatorFrame } from '../pages/operator.tsx';
import { WayOn } from '../pages/way-on.tsx';
import { accountPath } from '../shared/account-client.ts';

const en = {
  nothing: {
    title: 'There is no page here',
    text: 'Check the address. To sign in somewhere, go to that service and start there.',
    way: 'Connected services',
  },
  insecure: {
    title: 'This address needs a secure connection',
    text: 'It is served over https only.',
    way: 'Continue over https',
  },
  failed: {
    title: 'This does not work at the moment',
    text: 'There is a fault on our side. Please try again in a moment.',
    way: 'Try again',
  },
};

const ko: typeof en = {
  nothing: {
    title: '페이지를 찾을 수 없습니다',
    text: '주소를 확인해 주세요. 로그인하려면 이용할 서비스에서 시작해 주세요.',
    way: '연결된 서비스 관리',
  },
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
};

const words: Record<Language, typeof en> = { ko, en };

/** Paths that programs call, or mistype: they get the JSON of §7, whatever their library puts into Accept. */
export const isForPrograms = (pathname: string): boolean =>
  /^\/(?:oauth2|v1|admin|\.well-known|healthz)(?:\/|$)/.test(pathname);

/** A person's browser that asks for no other worker's address gets a page with a way on; a program the JSON of §7. */
export const noPage: ErrorPage<Operator> = (error, context) => {
  const { request, url, env, requestId } = context;
  if (isForPrograms(url.pathname) || !prefersPage(request)) return undefined;
  const { status, headers, refusal } = error;
  const { language, cookies } = choosePageLanguage(context);
  const [kind, href] =
    refusal === refusals.insecure_transport
      ? (['insecure', overHttps(url)] as const)
      : status >= 500
        ? (['failed', url.pathname] as const)
        : (['nothing', accountPath] as const);
  const { title, text, way } = words[language][kind];
  const frame = operatorFrame({
    operator: env ?? {},
    language,
    otherLanguage: <OtherLanguageLink {...{ language, url }} />,
  });
  return page(
    (nonce) => (
      <Layout {...{ language, title, nonce, requestId }} {...frame}>
        <WayOn {...{ title, text, href }} label={way} />
      </Layout>
    ),
    { status, headers, cookies },
  );
};
