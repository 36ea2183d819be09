import type { Language } from '../core/http/language.ts';

const label: Record<Language, string> = { en: 'Request id', ko: '요청 번호' };

/** The id that a person reads out to the support: the log finds the request by it. A tap selects the whole id. */
export function RequestNote({ language, requestId }: { language: Language; requestId: string }) {
  return (
    <p class="hint">
      {label[language]} <code class="selectable">{requestId}</code>
    </p>
  );
}
