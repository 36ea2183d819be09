import type { Language } from '../core/http/language.ts';

const words: Record<Language, string> = { en: 'Support code', ko: '문의 코드' };

/**
 * The code by which support finds a failed request in the log: the id of the sign-in, or of the request if no sign-in
 * is known. A tap selects the whole code, and screen readers spell it.
 */
export function SupportCode({ language, code }: { language: Language; code: string }) {
  return (
    <p class="hint">
      {words[language]}{' '}
      <code class="selectable" aria-hidden="true">
        {code}
      </code>
      <span class="visually-hidden">{[...code].join(' ')}</span>
    </p>
  );
}
