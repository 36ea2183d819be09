import { isPhone } from '../../../core/http/device.ts';
import type { Language } from '../../../core/http/language.ts';
import { blockStyle } from '../../../pages/block-style.ts';
import { formStyle } from '../../../pages/form-style.ts';
import type { Child } from '../../../pages/jsx-runtime.ts';
import { LanguageSwitchButton } from '../../../pages/language-switch.tsx';
import { Layout } from '../../../pages/layout.tsx';
import { page } from '../../../pages/page.ts';
import { PageLink } from '../../../pages/page-link.tsx';
import { renderOnce } from '../../../pages/render-once.ts';
import { type Operator, operatorFrame } from '../../pages/operator-frame.tsx';
import { signInName } from '../../protocol/sign-in-name.ts';
import { accountClientId, accountPath } from '../../registry/account-client.ts';
import type { View } from '../flow/sign-in-context.ts';
import { formActionPaths, type PageName } from '../flow/sign-in-paths.ts';
import { signInTexts } from '../texts/index.ts';
import { signInCountdownScript } from './sign-in-countdown.ts';
import { TimeLimit, timeLimitStyle, UntilWithoutScripts } from './time-limit.tsx';

interface FrameOptions {
  language: Language;
  title: string;
  /**
   * The parts of the sign-in's context that the page uses. Undefined if the request doesn't belong to a sign-in.
   */
  view?: View | undefined;
  /** The operator that the page names. Used only if the page has no `view`. */
  operator?: Operator;
  /** The control that switches to the other language. Used only if the page has no `view`. */
  otherLanguage?: Child;
  /** The page that is shown after a language switch. Default: the page for the sign-in's current state. */
  name?: PageName | undefined;
  refresh?: number | undefined;
  script?: string;
  /** Whether the page's script opens a WebSocket. */
  hasSocket?: boolean;
  /** Browser features that the page needs (pages/page.ts). */
  features?: readonly string[];
  /** Origin of a widget on the page. */
  widget?: string;
  /** Whether the page is an ending (pages/ending.tsx). Its content then has a card of its own. */
  ends?: boolean;
  /** Whether the page has a form with visible fields, and needs their styles. */
  hasForm?: boolean;
  /** Styles that this page adds to the style sheet. */
  ownStyle?: string;
  status?: number;
  headers?: Record<string, string>;
  cookies?: readonly string[];
  /** ID of a failed request. The page then shows a code for support. */
  requestId?: string | undefined;
}

/** Returns a page of the sign-in. Inside an application's WebView (`isHybrid`), it has the application's brand. */
export function renderSignInPage(options: FrameOptions, content: Child): Response {
  const { language, title, view, name, refresh, script, hasSocket, ends, requestId } = options;
  const {
    operator = view?.env ?? {},
    ownStyle = '',
    hasForm = false,
    status = 200,
    headers = {},
    cookies = [],
  } = options;
  const frame = operatorFrame({
    operator,
    language,
    ownStyle: (hasForm ? formStyle : blockStyle) + (name === undefined ? '' : timeLimitStyle) + ownStyle,
    inside: view?.signIn.isHybrid ? view.application : undefined,
    newWindow: view && newWindowText(view),
    otherLanguage: view === undefined ? options.otherLanguage : <LanguageButton {...{ view, name }} />,
    more: view !== undefined && name !== 'consent' && (
      <AccountLink view={view} label={signInTexts[language].accountShort} />
    ),
  });
  const failedId = requestId && view ? signInName(view.signIn.id) : requestId;
  const timeLimit = view !== undefined && name !== undefined && { view, name };
  const scripts = [...(script === undefined ? [] : [script]), ...(timeLimit ? [signInCountdownScript] : [])];
  return page(
    (nonce) => (
      <Layout
        {...{ language, title, nonce, refresh, ends, failedId }}
        phone={view && isPhone(view.request.headers)}
        script={scripts.length > 0 ? scripts.join('\n') : undefined}
        {...frame}
      >
        {timeLimit && <TimeLimit {...timeLimit} form={formId} />}
        {ends ? content : <section class="card">{content}</section>}
        {timeLimit && <UntilWithoutScripts {...timeLimit} />}
      </Layout>
    ),
    {
      status,
      headers,
      cookies,
      // The page sends no form-action directive, because Chromium also applies that directive to redirects. The
      // application's callback may redirect to an app link, such as com.example.app:/ or intent://, or to plain
      // HTTP. The form-action directive protects against injected forms. Injection isn't possible here. The page
      // contains only the service's own markup, all text is escaped, and default-src 'none' and the nonces block
      // all other content.
      allowsAnyFormRedirect: view !== undefined,
      hasOpener: view?.application.popup,
      widget: options.widget,
      features: options.features,
      sockets: hasSocket ? view?.url.origin.replace('http', 'ws') : undefined,
    },
  );
}

/**
 * Link to the account page. It's omitted in a sign-in to that page, and in a WebView, where following it would
 * leave the sign-in.
 */
export function AccountLink({ view, label, class: name }: { view: View; label: string; class?: string }) {
  const { isHybrid, client_id } = view.signIn;
  if (isHybrid || client_id === accountClientId) return null;
  return (
    <PageLink
      {...{ label, ...(name && { class: name }) }}
      href={accountPath}
      newWindow={newWindowText(view)}
    />
  );
}

/** ID of the form whose fields the page's language button also sends. */
export const formId = 'sign-in';

/** Language button. On the sign-in page, it sends the form, so that the entries aren't lost. */
function LanguageButton({
  view: { signIn, language },
  name = 'wait',
}: {
  view: View;
  name?: PageName | undefined;
}) {
  if (name === 'sign-in')
    return (
      <>
        <EnterButton />
        <LanguageSwitchButton language={language} form={formId} formaction={formActionPaths.language} />
      </>
    );
  return (
    <form method="post" action={formActionPaths.language}>
      <input type="hidden" name="flow" value={signIn.id} />
      <input type="hidden" name="page" value={name} />
      <LanguageSwitchButton language={language} />
    </form>
  );
}

/**
 * Hidden submit button. Enter activates the first button of a form, so this one precedes the language button.
 */
const EnterButton = renderOnce(() => (
  <span class="visually-hidden" aria-hidden="true">
    <button type="submit" form={formId} tabindex={-1} />
  </span>
));

/**
 * The application's logo, a heading or its registered name, and the host of the redirect URI. Inside the application's
 * WebView, the logo is in the page's bar. The account pages aren't an application, so they have only the heading.
 */
export function ApplicationHeading({ view, title }: { view: View; title?: string }) {
  const { application, language, redirect_uri, signIn } = view;
  if (application.client_id === accountClientId) return title === undefined ? null : <h1>{title}</h1>;
  const name = (
    <p>
      <span class="visually-hidden">{signInTexts[language].forApplication}</span>{' '}
      <strong>{application.name}</strong>
    </p>
  );
  return (
    <ApplicationBlock logo={signIn.isHybrid ? undefined : application.logo} host={new URL(redirect_uri).host}>
      {title === undefined ? name : <h1>{title}</h1>}
    </ApplicationBlock>
  );
}

interface BlockProps {
  logo?: string | undefined;
  host: string | undefined;
  children: Child;
}

/** What identifies an application: its logo beside its name and host. */
export const ApplicationBlock = ({ logo, host, children }: BlockProps) => (
  <div class="application">
    {logo && <img class="logo" src={logo} alt="" />}
    <div class="names">
      {children}
      {host !== undefined && <p class="host">{host}</p>}
    </div>
  </div>
);

/**
 * Returns the text for a link that opens a new window, or undefined inside a WebView, where no link opens a new
 * window.
 */
export const newWindowText = ({ language, signIn }: View): string | undefined =>
  signIn.isHybrid ? undefined : signInTexts[language].newWindow;
