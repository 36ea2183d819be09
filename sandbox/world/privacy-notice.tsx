import * as v from 'valibot';
import type { Language } from '../../workers/core/http/language.ts';
import { readRememberedLanguage } from '../../workers/core/http/remembered-language.ts';
import { endpoint, type Handler } from '../../workers/core/worker/endpoint.ts';
import { Layout } from '../../workers/pages/layout.tsx';
import { page } from '../../workers/pages/page.ts';

/**
 * The path of the privacy notice. It is below `/sandbox`, so that it doesn't hide a path of a developer's own
 * application.
 */
export const privacyPath = '/sandbox/privacy';

const words: Record<Language, { title: string; lead: string; text: string; way: string }> = {
  ko: {
    title: '데모 애플리케이션의 개인정보 처리방침',
    lead: '실제 서비스라면 여기에 그 회사의 개인정보 처리방침이 있습니다.',
    text: '이 애플리케이션과 가입자는 이 컴퓨터에만 있는 가상의 것입니다. 어떤 정보도 다른 곳으로 보내지 않습니다.',
    way: '첫 화면으로',
  },
  en: {
    title: 'Privacy notice of the demo applications',
    lead: 'A real service shows its company’s privacy notice here.',
    text: 'These applications and subscribers are fictional and exist only on this computer. No data is sent anywhere.',
    way: 'Go to the start page',
  },
};

const showPrivacyNotice: Handler<object> = ({ request, language: asked }) => {
  const language = readRememberedLanguage(request) ?? asked;
  const { title, lead, text, way } = words[language];
  return page((nonce) => (
    <Layout {...{ language, title, nonce }}>
      <section class="card">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        <p>{text}</p>
        <p class="actions">
          <a class="button" href="/">
            {way}
          </a>
        </p>
      </section>
    </Layout>
  ));
};

/** The demo applications' privacy notice, which their consent pages link to. */
export default endpoint('privacy-notice', v.object({}), { [`GET ${privacyPath}`]: showPrivacyNotice });
