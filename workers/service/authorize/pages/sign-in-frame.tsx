import type { ComponentChildren } from 'preact';
import type { Language } from '../../../core/http/language.ts';
import type { Parameters } from '../../../core/http/parameters.ts';
import { Layout } from '../../../core/pages/layout.tsx';
import { page } from '../../../core/pages/page.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { refusals } from '../../../core/protocol/refusals.ts';
import { fill } from '../../../core/protocol/texts.ts';
import type { YesNo } from '../../../core/protocol/user-record.ts';
import type { SignInContext } from '../sign-in/sign-in-context.ts';
import { actions, languagePath, type PageName } from '../sign-in/sign-in-redirects.ts';
import { words } from '../words/index.ts';

/** What a page shows of a sign-in. */
export type View = Pick<SignInContext, 'signIn' | 'application' | 'redirect_uri' | 'language'>;

interface FrameOptions {
  language: Language;
  title: string;
  /** Absent where the request belongs to no sign-in. */
  view?: View | undefined;
  /** The page that the language link leads to. */
  name?: PageName | undefined;
  refresh?: number;
  script?: string;
  status?: number;
  headers?: Record<string, string>;
  cookies?: readonly string[];
  /** On the page of an error. */
  requestId?: string | undefined;
}

/** A page of the sign-in. Inside an application's WebView (`isHybrid`) it has no brand. */
export function answerPage(options: FrameOptions, content: ComponentChildren): Response {
  const { language, title, view, name, refresh, script, requestId } = options;
  const { status = 200, headers = {}, cookies = [] } = options;
  const bar = (
    <>
      {view?.signIn.isHybrid !== true && <Brand name={words[language].brand} />}
      {view !== undefined && name !== undefined && <LanguageLink view={view} name={name} />}
    </>
  );
  return page(
    (nonce) => (
      <Layout {...{ language, title, nonce, refresh, script, bar, requestId }}>
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

function Brand({ name }: { name: string }) {
  return (
    <span class="brand">
      <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">
        <rect x="5.5" y="1.5" width="13" height="21" rx="3" />
        <path d="m9 12 2.2 2.2L15.2 10" stroke-linecap="round" stroke-linejoin="round" />
      </svg>
      {name}
    </span>
  );
}

function LanguageLink({ view: { signIn, language }, name }: { view: View; name: PageName }) {
  const other = language === 'ko' ? 'en' : 'ko';
  return (
    <a
      class="button-quiet small"
      lang={other}
      hreflang={other}
      rel="nofollow"
      href={languagePath(name, signIn.id, other)}
    >
      {words[language].otherLanguage}
    </a>
  );
}

/** The application: the name that the operator registered, and the host that the sign-in leads back to. */
export function ApplicationName({ view: { application, redirect_uri, language } }: { view: View }) {
  return (
    <p class="asking">
      <span>{words[language].forApplication}</span> <strong>{application.name}</strong>{' '}
      <code>{new URL(redirect_uri).host}</code>
    </p>
  );
}

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

interface ChoiceProps {
  view: View;
  /** Whether it also says how automatic login ends. */
  full?: boolean;
}

/** Offers automatic login on this device, with the choice made earlier in this sign-in; nothing where the application wants a full sign-in. */
export function AutomaticLoginChoice({ view: { language, application, signIn }, full = false }: ChoiceProps) {
  const { autoLogin: text } = words[language];
  const values = { application: application.name };
  if (signIn.automaticLogin === undefined) return null;
  return (
    <div class={full ? 'notice' : undefined}>
      <label class="check">
        <input
          type="checkbox"
          name="autoLogin"
          value="Y"
          checked={signIn.automaticLogin === 'chosen'}
          aria-describedby={full ? 'autoLogin-hint autoLogin-end' : 'autoLogin-hint'}
        />
        {text.label}
      </label>
      <p class="hint" id="autoLogin-hint">
        {fill(full ? text.about : text.hint, values)}
      </p>
      {full && (
        <p class="hint" id="autoLogin-end">
          {fill(text.end, values)}
        </p>
      )}
    </div>
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
