import type { ComponentChildren } from 'preact';
import type { Language } from '../../../core/http/language.ts';
import type { Parameters } from '../../../core/http/parameters.ts';
import { Layout } from '../../../core/pages/layout.tsx';
import { Brand, type Operator, OperatorFoot } from '../../../core/pages/operator.tsx';
import { page } from '../../../core/pages/page.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { refusals } from '../../../core/protocol/refusals.ts';
import { fill } from '../../../core/protocol/texts.ts';
import type { YesNo } from '../../../core/protocol/user-record.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { actions, type PageName } from '../sign-in/sign-in-redirects.ts';
import { words } from '../words/index.ts';

/** What a page shows of a sign-in. */
export type View = Pick<
  SignInContext,
  'signIn' | 'application' | 'redirect_uri' | 'language' | 'env' | 'url'
>;

interface FrameOptions {
  language: Language;
  title: string;
  /** Absent where the request belongs to no sign-in. */
  view?: View | undefined;
  /** Whose page it is, where there is no view. */
  operator?: Operator;
  /** The page that the other language is shown of. */
  name?: PageName | undefined;
  refresh?: number;
  script?: string;
  /** What this page adds to the style sheet. */
  ownStyle?: string;
  status?: number;
  headers?: Record<string, string>;
  cookies?: readonly string[];
  /** On the page of an error. */
  requestId?: string | undefined;
}

/** A page of the sign-in. Inside an application's WebView (`isHybrid`) it has no brand. */
export function answerPage(options: FrameOptions, content: ComponentChildren): Response {
  const { language, title, view, name, refresh, script, requestId } = options;
  const { operator = view?.env ?? {}, status = 200, headers = {}, cookies = [] } = options;
  const hasBrand = view?.signIn.isHybrid !== true;
  const bar = hasBrand ? <Brand operator={operator} fallback={words[language].brand} /> : undefined;
  const foot = (
    <OperatorFoot {...{ operator, language }} isNamed={hasBrand} newWindow={view && newWindowOf(view)}>
      {view !== undefined && name !== undefined && <LanguageButton view={view} name={name} />}
    </OperatorFoot>
  );
  const ownStyle = `${options.ownStyle ?? ''}${operator.ACCENT_COLOR ?? ''}`;
  return page(
    (nonce) => (
      <Layout {...{ language, title, nonce, refresh, script, bar, foot, ownStyle, requestId }}>
        <section class="card">{content}</section>
      </Layout>
    ),
    {
      status,
      headers: [
        ...Object.entries(headers),
        ...cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]),
      ],
      // The callback is the application's: it may go on to an app link, such as com.example.app:/ or intent://, or to plain
      // http. form-action would stop injected forms. There can be none here: the page holds only our own
      // markup, every text is escaped, and default-src 'none' and the nonces block everything else.
      formsLeadAnywhere: view !== undefined,
    },
  );
}

/** The id of the form whose fields the language button of its page takes along. */
export const formId = 'sign-in';

/** On the sign-in page it sends the form, so that what was typed is kept; it follows the form's own button, which Enter presses. */
function LanguageButton({ view: { signIn, language }, name }: { view: View; name: PageName }) {
  const other = language === 'ko' ? 'en' : 'ko';
  const choice = { type: 'submit', name: 'language', value: other, lang: other } as const;
  const label = words[language].otherLanguage;
  if (name === 'sign-in') {
    return (
      <button {...choice} form={formId} formAction={actions.language} formNoValidate>
        {label}
      </button>
    );
  }
  return (
    <form method="post" action={actions.language}>
      <input type="hidden" name="flow" value={signIn.id} />
      <input type="hidden" name="page" value={name} />
      <button {...choice}>{label}</button>
    </form>
  );
}

/** The application: the name that the operator registered, and the host that the sign-in leads back to. */
export function ApplicationName({ view }: { view: View }) {
  const { application, language } = view;
  return (
    <p class="asking">
      <span class="visually-hidden">{words[language].forApplication}</span>{' '}
      <strong>{application.name}</strong> <ReturnHost view={view} />
    </p>
  );
}

/** The host that a sign-in leads back to. */
export const ReturnHost = ({ view: { redirect_uri } }: { view: View }) => (
  <code>{new URL(redirect_uri).host}</code>
);

/** What is said of a link that opens a window; inside a WebView none does. */
export const newWindowOf = ({ language, signIn }: View): string | undefined =>
  signIn.isHybrid ? undefined : words[language].newWindow;

interface ReturnFormProps {
  view: View;
  /** Whether the sign-in has ended: the button then leads back instead of cancelling. */
  ended?: boolean;
  quiet?: boolean;
}

/** The button back to the application, on every page of a sign-in. */
export function ReturnForm({ view: { signIn, application, language }, ended, quiet }: ReturnFormProps) {
  const { cancel, goBack } = words[language];
  return (
    <form method="post" action={actions.cancel} class="actions">
      <input type="hidden" name="flow" value={signIn.id} />
      <button type="submit" class={quiet ? 'button-quiet' : 'button'}>
        {ended ? fill(goBack, { application: application.name }) : cancel}
      </button>
    </form>
  );
}

/** Offers automatic login on this device, with the choice made earlier in this sign-in; nothing where the application wants a full sign-in. */
export function AutomaticLoginBox({
  view: { signIn },
  label,
  hints,
}: {
  view: View;
  label: string;
  hints: string;
}) {
  const { automaticLogin } = signIn;
  return automaticLogin === undefined ? null : (
    <label class="check">
      <input
        type="checkbox"
        name="autoLogin"
        value="Y"
        checked={automaticLogin === 'chosen'}
        aria-describedby={hints}
      />
      {label}
    </label>
  );
}

/**
 * The checkbox of a page. @returns N where it is not ticked.
 * @throws {ProtocolError} `invalid_item` where it is neither Y nor N, or repeated.
 */
export function readAutomaticLoginChoice(parameters: Parameters): YesNo {
  const autoLogin = parameters.optional('autoLogin') ?? 'N';
  if (autoLogin !== 'Y' && autoLogin !== 'N')
    throw new ProtocolError(refusals.invalid_item, { item: 'autoLogin' });
  return autoLogin;
}

/**
 * Sends a form once, however often its button is pressed, and focuses the first faulty field; without scripts the pages work as
 * well. A form's redirects may open another app while the page stays: after coming back, or after ten seconds, the button
 * works again.
 */
export const sendOnce = `
const sent = new Set();
const allowAgain = () => sent.clear();
addEventListener('submit', (event) => {
  if (sent.has(event.target)) return event.preventDefault();
  sent.add(event.target);
  setTimeout(allowAgain, 10000);
});
addEventListener('pageshow', allowAgain);
document.addEventListener('visibilitychange', () => document.hidden || allowAgain());
const faulty = document.querySelector('input[aria-invalid=true], [aria-invalid=true] input');
(faulty ?? document.querySelector('[role=alert]'))?.focus();
`.trim();
