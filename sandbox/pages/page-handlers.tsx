import { prefersPage } from '../../workers/core/http/accept.ts';
import { choosePageLanguage } from '../../workers/core/http/page-language-choice.ts';
import { isTopLevelNavigation } from '../../workers/core/http/prefetch.ts';
import type { ProtocolError } from '../../workers/core/protocol/errors.ts';
import { queryParameters } from '../../workers/core/protocol/parameters.ts';
import type { Context, ErrorContext } from '../../workers/core/worker/endpoint.ts';
import { Notice } from '../../workers/pages/notice.tsx';
import { page } from '../../workers/pages/page.ts';
import { isAllowedAddress } from '../allowed-address.ts';
import { findOpenedRequest } from '../api/phone-request-handlers.ts';
import { directoryOf } from '../directory/index.ts';
import type { Env } from '../sandbox-bindings.ts';
import { readAutomaticLogins } from '../service-client.ts';
import { readSideBySide, writeSideBySide } from '../side-by-side.ts';
import { sandboxTexts } from '../texts/index.ts';
import { FaultsPage } from './faults-page.tsx';
import { OpenedLinkPage } from './opened-link-page.tsx';
import type { Phone } from './phone-screen.tsx';
import { markupPolicy } from './phone-script.ts';
import { PhonesPage } from './phones-page.tsx';
import { Frame, type PageProps } from './sandbox-frame.tsx';
import { SubscribersPage } from './subscribers-page.tsx';

/** `/sandbox`: the phones. */
export async function showPhones(context: Context<Env>): Promise<Response> {
  const { env, url } = context;
  const subscribers = await directoryOf(env).subscribers();
  const phone = await readPhoneState(context, queryParameters(url).optional('phoneNo'));
  const page = renderSandboxPage(context, (props) => <PhonesPage {...props} {...{ subscribers, phone }} />);
  return rememberPhone(context, page, phone?.subscriber.phoneNo ?? '');
}

/** `/sandbox/open/:id`: shows the phone after it opens a request's link. */
export async function showOpenedRequest(context: Context<Env>): Promise<Response> {
  const { env } = context;
  const request = await findOpenedRequest(context);
  const phone = await readPhoneState(context, request.phoneNo);
  const subscribers = await directoryOf(env).subscribers();
  // Any redirect of a form is allowed, because the app returns from this page to the sign-in, which may be at
  // another origin.
  return renderSandboxPage(
    context,
    (props) => <OpenedLinkPage {...props} {...{ request, subscribers, phone }} />,
    {
      allowsAnyFormRedirect: true,
    },
  );
}

/** Remembers the chosen phone for the next side-by-side page. */
function rememberPhone({ request, url }: Context<Env>, page: Response, phoneNo: string): Response {
  const beside = readSideBySide(request);
  if (beside !== undefined && isFramed(request) && beside.phoneNo !== phoneNo)
    page.headers.append('Set-Cookie', writeSideBySide(url, { ...beside, phoneNo }));
  return page;
}

/**
 * Whether the page is shown side by side with another page (sandbox/world/side-by-side-page.tsx). Only this origin
 * may embed it.
 */
const isFramed = (request: Request) => !isTopLevelNavigation(request);

/** Returns a phone with its requests and notices, or undefined if the number is unknown. */
export async function readPhoneState(
  context: Context<Env>,
  phoneNo: string | undefined,
): Promise<Phone | undefined> {
  const { env, now } = context;
  if (phoneNo === undefined) return undefined;
  const subscriber = await directoryOf(env).subscriber(phoneNo);
  if (subscriber === undefined) return undefined;
  const requests = await directoryOf(env).requests(phoneNo, now);
  const stored = await directoryOf(env).notices(phoneNo);
  const notices = stored.map(({ end, ...notice }) =>
    isAllowedAddress(end, context) ? { ...notice, end } : notice,
  );
  const automaticLogins = await readAutomaticLogins(env, phoneNo).catch(() => undefined);
  return { subscriber, requests, notices, automaticLogins, now };
}

export async function showSubscribers(context: Context<Env>): Promise<Response> {
  const subscribers = await directoryOf(context.env).subscribers();
  const phoneNo = queryParameters(context.url).optional('phoneNo');
  const chosen = subscribers.find((subscriber) => subscriber.phoneNo === phoneNo);
  return renderSandboxPage(context, (props) => <SubscribersPage {...props} {...{ subscribers, chosen }} />);
}

export async function showFaults(context: Context<Env>): Promise<Response> {
  const faults = await directoryOf(context.env).faults();
  return renderSandboxPage(context, (props) => <FaultsPage {...props} faults={faults} />);
}

/** Shows an error page to users. Scripts get the error as JSON instead (§7). */
export function errorPage(error: ProtocolError, context: ErrorContext<Env>): Response | undefined {
  if (!prefersPage(context.request)) return undefined;
  const { language } = choosePageLanguage(context);
  return renderSandboxPage(
    context,
    (props) => (
      <Frame {...props} title={props.words('error_title')}>
        <section class="card">
          <h1>{props.words('error_title')}</h1>
          <Notice kind="bad">{error.describe(language)}</Notice>
          <p class="actions">
            <a class="button" href="/sandbox">
              {props.words('error_back')}
            </a>
          </p>
        </section>
      </Frame>
    ),
    error,
  );
}

type AnswerOptions = Partial<Pick<ProtocolError, 'status' | 'headers'>> & {
  allowsAnyFormRedirect?: boolean;
};

/** Renders a page of the sandbox. */
export function renderSandboxPage(
  context: ErrorContext<Env>,
  render: (props: PageProps) => ReturnType<typeof Frame>,
  { status = 200, headers = {}, allowsAnyFormRedirect = false }: AnswerOptions = {},
): Response {
  const { url, request } = context;
  const { language, cookies } = choosePageLanguage(context);
  const framed = isFramed(request);
  const isRunning = framed && (readSideBySide(request)?.run ?? '') !== '';
  const words = sandboxTexts(language);
  const shown = page((nonce) => render({ url, language, words, nonce, framed, isRunning }), {
    status,
    headers,
    cookies,
    trustedTypes: markupPolicy,
    allowsAnyFormRedirect,
  });
  if (!framed) return shown;
  const policy = shown.headers.get('Content-Security-Policy') ?? '';
  shown.headers.set(
    'Content-Security-Policy',
    policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  );
  shown.headers.delete('X-Frame-Options');
  return shown;
}
