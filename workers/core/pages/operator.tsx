import type { ComponentChildren } from 'preact';
import type { Language } from '../http/language.ts';
import { fill } from '../protocol/texts.ts';
import { PageLink } from './page-link.tsx';

/** Who operates a page, as settings say it. */
export interface Operator {
  OPERATOR_NAME?: string | undefined;
  /** A data: address. */
  OPERATOR_LOGO?: string | undefined;
  /** Style rules (accent.ts). */
  ACCENT_COLOR?: string | undefined;
  PRIVACY_URL?: string | undefined;
  SUPPORT_URL?: string | undefined;
}

const words = {
  en: { operatedBy: 'Operated by {operator}', privacyNotice: 'Privacy', support: 'Help' },
  ko: { operatedBy: '운영: {operator}', privacyNotice: '개인정보 처리방침', support: '고객센터' },
};

/** The operator's name and logo. @param fallback what the page is, for an operator without a name. */
export function Brand({ operator, fallback }: { operator: Operator; fallback: string }) {
  const { OPERATOR_NAME = fallback, OPERATOR_LOGO } = operator;
  return (
    <span class="brand">
      {OPERATOR_LOGO === undefined ? <PhoneSign /> : <img src={OPERATOR_LOGO} alt="" />}
      {OPERATOR_NAME}
    </span>
  );
}

function PhoneSign() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
      <rect x="5.5" y="1.5" width="13" height="21" rx="3" />
      <path d="m9 12 2.2 2.2L15.2 10" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}

interface OperatorFootProps {
  operator: Operator;
  language: Language;
  /** Whether the page's brand names the operator already. */
  isNamed: boolean;
  /** As of a {@link PageLink}. */
  newWindow?: string | undefined;
  /** Further links and buttons. */
  children: ComponentChildren;
}

/** The foot of a page: who operates it, and where to read and ask more. */
export function OperatorFoot({ operator, language, isNamed, newWindow, children }: OperatorFootProps) {
  const { OPERATOR_NAME, PRIVACY_URL, SUPPORT_URL } = operator;
  const { operatedBy, privacyNotice, support } = words[language];
  return (
    <>
      {OPERATOR_NAME !== undefined && !isNamed && <p>{fill(operatedBy, { operator: OPERATOR_NAME })}</p>}
      <div class="ways">
        {PRIVACY_URL !== undefined && (
          <PageLink href={PRIVACY_URL} label={privacyNotice} newWindow={newWindow} />
        )}
        {SUPPORT_URL !== undefined && <PageLink href={SUPPORT_URL} label={support} newWindow={newWindow} />}
        {children}
      </div>
    </>
  );
}
