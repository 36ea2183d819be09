import type { Language } from '../../core/http/language.ts';
import { fill } from '../../core/protocol/texts.ts';
import type { Child } from '../../pages/jsx-runtime.ts';
import { PageLink } from '../../pages/page-link.tsx';
import { renderedOnce } from '../../pages/rendered-once.ts';

/** The operator of a page, as settings name them. */
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
  en: {
    brand: 'Phone-number login',
    operatedBy: 'Operated by {operator}',
    privacyNotice: 'Privacy',
    support: 'Help',
  },
  ko: {
    brand: '휴대폰 번호 로그인',
    operatedBy: '운영: {operator}',
    privacyNotice: '개인정보 처리방침',
    support: '고객센터',
  },
};

interface FrameOptions {
  operator: Operator;
  language: Language;
  /** Whether the page has its operator's sign; one inside an application says in words who it is. */
  hasBrand?: boolean;
  /** The styles that a page adds to the style sheet. */
  ownStyle?: string | undefined;
  /** As of a {@link PageLink}. */
  newWindow?: string | undefined;
  /** The switch to the other language. */
  otherLanguage: Child;
  /** Further links at the foot. */
  more?: Child;
}

/** The parts of a page's frame that name its operator, and link to more: properties of a Layout. */
export function operatorFrame(options: FrameOptions) {
  const { operator, language, hasBrand = true, ownStyle = '', newWindow, otherLanguage, more } = options;
  return {
    bar: (
      <>
        {hasBrand ? (
          <Brand operator={operator} language={language} />
        ) : (
          <OperatedBy operator={operator} language={language} />
        )}
        {otherLanguage}
      </>
    ),
    foot: (
      <div class="ways">
        <OperatorLinks operator={operator} language={language} newWindow={newWindow} />
        {more}
      </div>
    ),
    ownStyle: `${ownStyle}${operator.ACCENT_COLOR ?? ''}`,
  };
}

type Settings = Pick<FrameOptions, 'operator' | 'language'>;

/** An operator without a name is called what the pages are. */
const Brand = renderedOnce(({ operator, language }: Settings) => {
  const { OPERATOR_NAME = words[language].brand, OPERATOR_LOGO } = operator;
  return (
    <span class="brand">
      {OPERATOR_LOGO === undefined ? <PhoneSign /> : <img src={OPERATOR_LOGO} alt="" />}
      {OPERATOR_NAME}
    </span>
  );
});

function PhoneSign() {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
      <rect x="5.5" y="1.5" width="13" height="21" rx="3" />
      <path d="m9 12 2.2 2.2L15.2 10" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}

function OperatedBy({ operator: { OPERATOR_NAME }, language }: Settings) {
  return OPERATOR_NAME === undefined ? null : (
    <p>{fill(words[language].operatedBy, { operator: OPERATOR_NAME })}</p>
  );
}

const OperatorLinks = renderedOnce(
  ({ operator, language, newWindow }: Settings & Pick<FrameOptions, 'newWindow'>) => {
    const { PRIVACY_URL, SUPPORT_URL } = operator;
    const { privacyNotice, support } = words[language];
    return (
      <>
        {PRIVACY_URL !== undefined && (
          <PageLink href={PRIVACY_URL} label={privacyNotice} newWindow={newWindow} />
        )}
        {SUPPORT_URL !== undefined && <PageLink href={SUPPORT_URL} label={support} newWindow={newWindow} />}
      </>
    );
  },
);
