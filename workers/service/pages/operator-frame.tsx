import type { Language } from '../../core/http/language.ts';
import { fill } from '../../core/protocol/texts.ts';
import { Brand, BrandLinks } from '../../pages/brand.tsx';
import type { Child } from '../../pages/jsx-runtime.ts';
import type { Application } from '../registry/applications.ts';

/** The operator of a page, from settings. */
export interface Operator {
  OPERATOR_NAME?: string | undefined;
  /** A `data:` URL. */
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
  },
  ko: {
    brand: '휴대폰 번호 로그인',
    operatedBy: '운영: {operator}',
  },
};

interface FrameOptions {
  operator: Operator;
  language: Language;
  /** The application whose WebView shows the page. It is the page's brand, and the footer names the operator. */
  inside?: Pick<Application, 'name' | 'logo'> | undefined;
  /** Styles that a page adds to the style sheet. */
  ownStyle?: string | undefined;
  /** Text that screen readers add to a link that opens a new window (page-link.tsx). */
  newWindow?: string | undefined;
  /** The language switch. */
  otherLanguage: Child;
  /** Additional links in the footer. */
  more?: Child;
}

/** Returns the layout properties that identify the operator: name, logo, and links. */
export function operatorFrame(options: FrameOptions) {
  const { operator, language, inside, ownStyle = '', newWindow, otherLanguage, more } = options;
  const { PRIVACY_URL, SUPPORT_URL } = operator;
  return {
    bar: (
      <>
        {inside ? (
          <Brand name={inside.name} logo={inside.logo} />
        ) : (
          <Brand name={operator.OPERATOR_NAME ?? words[language].brand} logo={operator.OPERATOR_LOGO} />
        )}
        {otherLanguage}
      </>
    ),
    foot: (
      <>
        <div class="ways">
          <BrandLinks language={language} privacy={PRIVACY_URL} support={SUPPORT_URL} newWindow={newWindow} />
          {more}
        </div>
        {inside && <OperatedBy operator={operator} language={language} />}
      </>
    ),
    ownStyle: `${ownStyle}${operator.ACCENT_COLOR ?? ''}`,
  };
}

type Settings = Pick<FrameOptions, 'operator' | 'language'>;

function OperatedBy({ operator: { OPERATOR_NAME }, language }: Settings) {
  return OPERATOR_NAME === undefined ? null : (
    <p>{fill(words[language].operatedBy, { operator: OPERATOR_NAME })}</p>
  );
}
