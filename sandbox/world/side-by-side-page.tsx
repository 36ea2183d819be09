import { isLanguage, type Language } from '../../workers/core/http/language.ts';
import { isTopLevelNavigation } from '../../workers/core/http/prefetch.ts';
import { fill } from '../../workers/core/protocol/texts.ts';
import { compactCss } from '../../workers/pages/compact-css.ts';
import { type DirectoryBinding, directoryOf } from '../directory/index.ts';
import { withHyphens } from '../pages/phone-label.tsx';
import { pressingStyle } from '../pages/sandbox-style.ts';
import { readSideBySide, type SideBySide, writeSideBySide } from '../side-by-side.ts';
import { carrierChoiceOf, type Subscriber } from '../subscriber.ts';

/** Paths of the steps of a sign-in in the browser. An automatic sign-in (a run) ends at any other page. */
const signInPath = '/oauth2/authorize';
const waitPath = `${signInPath}/wait`;
const consentPath = `${signInPath}/consent`;

/**
 * Adds a sandbox phone to a page if the user has opened both side by side (`/sandbox/side-by-side`). The page
 * itself is the deployed one, at its own URL and not framed. Only the phone is in a frame. In a run, the form is
 * filled in for the chosen user, and a script presses the buttons.
 */
export async function withPhoneFrame(
  request: Request,
  response: Response,
  env: DirectoryBinding,
): Promise<Response> {
  const beside = readSideBySide(request);
  const policy = response.headers.get('Content-Security-Policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  if (beside === undefined || nonce === undefined || !isTopLevelNavigation(request)) return response;

  const url = new URL(request.url);
  const isForm = url.pathname === signInPath && response.ok;
  const person = beside.phoneNo === '' ? undefined : await directoryOf(env).subscriber(beside.phoneNo);
  const next = nextState(beside, url.pathname, isForm);
  const shown: SideBySidePage = {
    ...beside,
    person,
    pathname: url.pathname,
    nonce,
    press: buttonOf(beside, url, isForm),
  };
  const page = withPane(new Response(response.body, response), shown);
  const answer = isForm && person !== undefined ? withTyped(page, person) : page;
  answer.headers.set(
    'Content-Security-Policy',
    policy.replace('; frame-ancestors', "; frame-src 'self'; frame-ancestors"),
  );
  if (next.run !== beside.run) answer.headers.append('Set-Cookie', writeSideBySide(url, next));
  return answer;
}

/**
 * Returns the next state of a run. A form is submitted automatically only once, so going back or reloading submits
 * nothing.
 */
function nextState(beside: SideBySide, pathname: string, isForm: boolean): SideBySide {
  if (beside.run === '') return beside;
  if (!pathname.startsWith(signInPath)) return { ...beside, run: '' };
  return isForm ? { ...beside, run: 'phone' } : beside;
}

/** Returns the selector of the button that the script presses, or undefined if the script presses no button. */
function buttonOf({ run, agree }: SideBySide, { pathname }: URL, isForm: boolean): string | undefined {
  if (run === 'form' && isForm) return '#sign-in button:not([name])';
  return run === 'phone' && agree === 'Y' && pathname === consentPath ? 'button[form=consent]' : undefined;
}

interface SideBySidePage extends SideBySide {
  person: Subscriber | undefined;
  pathname: string;
  nonce: string;
  press: string | undefined;
}

function withPane(response: Response, shown: SideBySidePage): Response {
  const { nonce, press } = shown;
  let language: Language = 'en';
  return new HTMLRewriter()
    .on('html', {
      element(html) {
        const lang = html.getAttribute('lang') ?? '';
        if (isLanguage(lang)) language = lang;
      },
    })
    .on('head', {
      element: (head) => void head.append(`<style nonce="${nonce}">${style}</style>`, { html: true }),
    })
    .on('body', {
      element(body) {
        body.append((<Pane language={language} shown={shown} />).text, { html: true });
        if (press !== undefined)
          body.append(`<script nonce="${nonce}">${pressing(press)}</script>`, { html: true });
      },
    })
    .transform(response);
}

/** Returns the form, unfolded and filled in for the user. */
function withTyped(response: Response, person: Subscriber): Response {
  const { name, phoneNo } = person;
  const type = (value: string) => ({ element: (input: Element) => void input.setAttribute('value', value) });
  return new HTMLRewriter()
    .on('#sign-in details', { element: (details) => void details.setAttribute('open', '') })
    .on('input[name=name]', type(name))
    .on('input[name=phoneNo]', type(withHyphens(phoneNo)))
    .on('input[name=telcoCd]', {
      element(input) {
        input.removeAttribute('checked');
        if (input.getAttribute('value') === carrierChoiceOf(person)) input.setAttribute('checked', '');
      },
    })
    .transform(response);
}

const words: Record<Language, { phone: string; run: string; byHand: string }> = {
  en: {
    phone: 'Phone',
    run: 'Signing in as {name}. The service’s own pages are filled in and sent automatically.',
    byHand:
      'Scripts are off, so the form is only filled in. Press the form’s button, then tap the number on the phone yourself.',
  },
  ko: {
    phone: '휴대폰',
    run: '{name} 님으로 로그인하는 중입니다. 실제 서비스 화면에서 입력과 전송이 자동으로 진행됩니다.',
    byHand: '스크립트가 꺼져 있습니다. 입력란은 채워져 있으니 버튼과 휴대폰의 숫자를 직접 눌러 주세요.',
  },
};

/** The pane next to the page, with the phone and a description of the automatic steps. */
function Pane({
  language,
  shown: { person, phoneNo, run, pathname },
}: {
  language: Language;
  shown: SideBySidePage;
}) {
  const { phone, run: running, byHand } = words[language];
  const query = new URLSearchParams({
    ...(phoneNo !== '' && { phoneNo }),
    ...(run !== '' && pathname === waitPath && { tap: 'Y' }),
  });
  const isRunning = run !== '' && person !== undefined && pathname.startsWith(signInPath);
  return (
    <aside class="beside" aria-label={phone}>
      {isRunning && (
        <div class="toast">
          <p>{fill(running, { name: person.name })}</p>
          <noscript>
            <p>{byHand}</p>
          </noscript>
        </div>
      )}
      <iframe title={person === undefined ? phone : `${phone}: ${person.name}`} src={`/sandbox?${query}`} />
    </aside>
  );
}

/** Time for which a button is highlighted before it is pressed, in milliseconds. */
const pause = 1_500;

const pressing = (selector: string) => `
const button = document.querySelector(${JSON.stringify(selector)});
button.classList.add('pressing');
document.getElementById('read')?.scrollIntoView({ block: 'end' });
button.scrollIntoView({ block: 'nearest' });
setTimeout(() => button.click(), ${pause});
`;

/**
 * The styles of the pane and the pressed button. If there is room, the phone is next to the page. Otherwise, it
 * covers the lower half of the screen and stays visible while the page scrolls above it. A `toast` above the phone
 * describes a run.
 */
const style = compactCss(`
${pressingStyle}
.beside { position: fixed; inset: auto 0 0; height: 46vh; display: flex; flex-direction: column; background: var(--fill); border: 0 solid var(--line); border-top-width: 2px; }
.toast { margin: .5rem .5rem 0; padding: .5rem .875rem; border-radius: .875rem; background: var(--ink); color: var(--card); box-shadow: var(--shadow); font-size: .875rem; line-height: 1.4; }
.toast p { margin: 0; }
.beside iframe { flex: 1; width: 100%; border: 0; }
@media (max-width: 59.99rem) {
  html { scroll-padding-bottom: calc(46vh + 6rem); }
  body { padding-bottom: 46vh; }
  .stays { bottom: 46vh; }
}
@media (min-width: 60rem) {
  body, body.wide { padding-right: 26rem; }
  .beside { inset: 0 0 0 auto; width: 26rem; height: auto; border-width: 0 0 0 1px; }
}
`);
