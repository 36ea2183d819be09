import type { Language } from '../core/http/language.ts';
import { supportCode } from '../core/protocol/support-code.ts';

const words: Record<Language, string> = { en: 'Support code', ko: '문의 코드' };

/**
 * The code by which support finds a failed request in the log. A tap selects the whole code, and screen readers spell
 * it. @param id of the sign-in, or of the request if no sign-in is known.
 */
export function SupportCode({ language, id }: { language: Language; id: string }) {
  const code = supportCode(id);
  return (
    <p class="hint">
      {words[language]}{' '}
      <code class="selectable" aria-hidden="true">
        {code}
      </code>
      <span class="visually-hidden">{[...code.replace('-', '')].join(' ')}</span>
    </p>
  );
}
