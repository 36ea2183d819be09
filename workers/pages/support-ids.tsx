import type { Language } from '../core/http/language.ts';

const words: Record<Language, { request: string; signIn: string }> = {
  en: { request: 'Request ID', signIn: 'Sign-in ID' },
  ko: { request: '요청 코드', signIn: '문의 코드' },
};

/** The request id, by which support finds the request in the log. A tap selects the whole id. */
export function RequestId({ language, requestId }: { language: Language; requestId: string }) {
  return (
    <p class="hint">
      {words[language].request} <code class="selectable">{requestId}</code>
    </p>
  );
}

/** The id of a whole sign-in, from its first page to the application. Screen readers spell the id. */
export function SignInId({ language, signInName }: { language: Language; signInName: string }) {
  return (
    <p>
      {words[language].signIn}{' '}
      <code class="selectable" aria-hidden="true">
        {signInName}
      </code>
      <span class="visually-hidden">{[...signInName].join(' ')}</span>
    </p>
  );
}
