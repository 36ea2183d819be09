import { prefersPage } from '../../core/http/accept.ts';
import type { Language } from '../../core/http/language.ts';
import { choosePageLanguage } from '../../core/http/page-language-choice.ts';
import { overHttps, redirect } from '../../core/http/redirect.ts';
import { ProtocolError } from '../../core/protocol/errors.ts';
import * as refusals from '../../core/protocol/refusals.ts';
import { fill } from '../../core/protocol/texts.ts';
import type { Context, ErrorContext, ErrorPage } from '../../core/worker/endpoint.ts';
import { Steps } from '../../pages/button.tsx';
import { Ending, type EndingProps } from '../../pages/ending.tsx';
import { Layout } from '../../pages/layout.tsx';
import { page } from '../../pages/page.ts';
import { findFlow, hasFlow } from '../flow/browser-flow.ts';
import { OtherBrowserError } from '../flow/other-browser-error.ts';
import { pageBefore } from '../identity/page-before.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import * as gatewayRefusals from '../settings/gateway-refusals.ts';
import type { BrowserFlow } from '../settings/gateway-sealed-types.ts';
import { failureResponse } from './failure-response.ts';
import { failureText } from './failure-texts.ts';
import { gatewayFrame, type PageSettings } from './gateway-frame.tsx';
import { gatewayTexts } from './gateway-texts.ts';

/**
 * `POPUP` is optional, because some workers complete no sign-in. The pages of these workers never let their opener
 * keep access to the window.
 */
type OwnSettings = PageSettings & Partial<Pick<Bindings, 'GATEWAY_ORIGIN' | 'POPUP'>>;
type PageEnv = Pick<Bindings, 'KEYS'> & OwnSettings;
type PageContext = ErrorContext<PageEnv>;

/** Error response of a failed sign-in. Users get a page with a next step, and programs get JSON. */
export const signInFailure: ErrorPage<PageEnv> = async (error, asked) => {
  if (!prefersPage(asked.request)) return failureResponse(error, asked);
  const context = withChosenLanguage(asked);
  const { language } = context;
  const { startAgain, back } = gatewayTexts[language];
  const shown = failureText(error, language);
  if (error.refusal === gatewayRefusals.flow_of_app)
    return failurePage(error, context, { ...shown, links: [{ href: '/', label: back }] });
  if (error.refusal === refusals.access_denied) return notApproved(error, context);
  if (error instanceof OtherBrowserError)
    return failurePage(error, context, { ...shown, links: nextLinks(error, language) });
  const flow = await flowOf(context);
  const links = [{ href: loginPath(flow), label: startAgain }];
  const refresh = error.refusal === gatewayRefusals.sign_in_pending ? 3 : undefined;
  return failurePage(error, context, { ...shown, links, refresh });
};

/** Maximum length of a page name that is displayed, in characters. */
const maxPageName = 60;

/**
 * Returns the page's links. An attacker can choose the return path, so words in the path could be mistaken for
 * text from the gateway. Therefore, if the path is long or needs percent-encoding, its link doesn't show the path.
 */
function nextLinks({ return_to }: OtherBrowserError, language: Language): FailurePage['links'] {
  const { startAgain, toPage, toUnnamedPage } = gatewayTexts[language];
  const again = { href: loginPath({ return_to }), label: startAgain };
  if (return_to === '/') return [again];
  const hasName = /^[\w./~-]+$/.test(return_to) && return_to.length <= maxPageName;
  return [again, { href: return_to, label: hasName ? fill(toPage, { page: return_to }) : toUnnamedPage }];
}

/**
 * Reasons for an unapproved return that need no error page. Either the user chose to return, or the service's page
 * has already explained the reason.
 */
const knownReasons = ['cancelled', 'unanswered', 'unregistered', 'underage', 'expired'];

/**
 * Responds to a sign-in that wasn't approved. A user who cancelled on the service's pages returns to the page they
 * came from. After a denial on the phone, a page explains the denial and offers another sign-in. Only this
 * repository's service reports in `plid_reason` which of the two happened. For other services, one page mentions
 * both possibilities.
 */
async function notApproved(error: ProtocolError, context: InChosenLanguage<PageContext>): Promise<Response> {
  const { url, language, cookies } = context;
  const flow = await flowOf(context);
  const reason = url.searchParams.get('plid_reason') ?? '';
  const isKnown = knownReasons.includes(reason);
  if (isKnown && !flow.required) return redirect(303, flow.return_to, cookies);
  const { startAgain, back, notApproved: texts } = gatewayTexts[language];
  const again = { href: loginPath(flow), label: startAgain };
  const away = { href: flow.required ? '/' : flow.return_to, label: back };
  if (reason === 'underage')
    return failurePage(error, context, { kind: 'info', ...texts.underage, links: [away] });
  if (isKnown) return failurePage(error, context, { kind: 'info', ...texts.required, links: [again, away] });
  if (reason === 'wrong_number')
    return failurePage(error, context, { kind: 'denied', ...texts.wrongNumber, links: [again, away] });
  const shown = { ...failureText(error, language), ...(reason === 'denied' && texts.denied) };
  return failurePage(error, context, { ...shown, links: [again, away] });
}

/**
 * Error response for a failed disconnection. Opening the address with GET doesn't count as an attempt to
 * disconnect.
 */
export const disconnectFailure: ErrorPage<PageEnv> = (error, context) => {
  const wasAttempted = ![refusals.not_found, refusals.method_not_allowed].includes(error.refusal);
  return notEndedPage(error, context, wasAttempted ? 'stillConnected' : undefined);
};

/** A disconnection that is complete at the service and the gateway. */
interface Disconnection {
  /** The address to which users can continue. */
  address: string;
  /** What is done, for programs. */
  answer: Record<string, unknown>;
  /** Set-Cookie values. */
  cookies: readonly string[];
}

/** Response to a disconnection that the application hasn't handled yet. The gateway repeats its part of it. */
export function incompleteDisconnection(
  asked: PageContext & Pick<Context<unknown>, 'noteRefusal'>,
  { address, answer, cookies }: Disconnection,
): Response {
  const error = new ProtocolError(gatewayRefusals.disconnect_incomplete);
  asked.noteRefusal(error);
  const context = withChosenLanguage(asked);
  const links = [{ href: address, label: gatewayTexts[context.language].back }];
  const response = prefersPage(asked.request)
    ? failurePage(error, context, { ...failureText(error, context.language), links })
    : failureResponse(error, asked, { ...answer, pending: ['application'] });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  response.headers.set('Clear-Site-Data', '"cache"');
  return response;
}

/** Error response for a failed sign-out. If the gateway refused the request, the page's title names the reason. */
export const logoutFailure: ErrorPage<PageEnv> = (error, context) =>
  notEndedPage(error, context, error.status < 500 ? undefined : 'stillSignedIn');

/**
 * Error response for a request that failed to end a session or connection. @param still key of the page's title.
 * If omitted, the page shows the error's title.
 */
function notEndedPage(
  error: ProtocolError,
  asked: PageContext,
  still?: 'stillConnected' | 'stillSignedIn',
): Response {
  if (!prefersPage(asked.request)) return failureResponse(error, asked);
  const context = withChosenLanguage(asked);
  const { startAgain, back, ...titles } = gatewayTexts[context.language];
  const shown = failureText(error, context.language);
  const again =
    error.refusal === gatewayRefusals.no_session ? [{ href: '/auth/login', label: startAgain }] : [];
  const links = [...again, { href: '/', label: back }];
  return failurePage(error, context, {
    ...shown,
    ...(still !== undefined && { title: titles[still] }),
    links,
  });
}

type InChosenLanguage<Asked> = Asked & { cookies: readonly string[] };

/** Returns the request with the language that the user has chosen on a page of the gateway or the service. */
export const withChosenLanguage = <Asked extends Pick<PageContext, 'request' | 'url' | 'language'>>(
  asked: Asked,
): InChosenLanguage<Asked> => ({
  ...asked,
  ...choosePageLanguage(asked, hasFlow(asked.request, asked.url.searchParams.get('state'))),
});

export type FailureContext = InChosenLanguage<
  Pick<PageContext, 'request' | 'language' | 'requestId' | 'url'>
> &
  Partial<Pick<PageContext, 'signInName'>> & {
    env?: OwnSettings | undefined;
  };

interface FailurePage extends Pick<EndingProps, 'kind' | 'details'> {
  title: string;
  text: string;
  /** The page's links. The first one is displayed as the primary button. */
  links: { href: string; label: string }[];
  /** Seconds until the page retries by itself. */
  refresh?: number | undefined;
}

/**
 * Returns the target of the language link. After a form submission, the target is the form's own address, because
 * opening that link doesn't submit the form again.
 */
function languageLinkUrl(request: Request, url: URL): URL | undefined {
  if (request.method === 'GET') return url;
  return url.pathname.startsWith('/auth/') ? new URL(url.pathname, url) : undefined;
}

/** The address at which the user can repeat a request that failed because of its own address. */
function addressElsewhere(
  { reason }: ProtocolError,
  { request, url, env }: Pick<FailureContext, 'request' | 'url' | 'env'>,
): string | undefined {
  if (reason === refusals.insecure_transport.reason) return overHttps(url);
  if (reason !== gatewayRefusals.other_host.reason || env?.GATEWAY_ORIGIN === undefined) return undefined;
  return env.GATEWAY_ORIGIN + pageBefore(request, url.origin);
}

export function failurePage(
  error: ProtocolError,
  { request, language, cookies, requestId, signInName, url, env }: FailureContext,
  { links, refresh, ...shown }: FailurePage,
): Response {
  const frame = gatewayFrame({ settings: env, language, url: languageLinkUrl(request, url) });
  const elsewhere = addressElsewhere(error, { request, url, env });
  const steps =
    elsewhere === undefined ? links : [{ href: elsewhere, label: gatewayTexts[language].tryAgain }];
  return page(
    (nonce) => (
      <Layout
        ends
        title={shown.title}
        {...{ language, nonce, refresh }}
        failedId={signInName ?? requestId}
        {...frame}
      >
        <Ending {...shown}>
          <Steps steps={steps} />
        </Ending>
      </Layout>
    ),
    { status: error.status, headers: error.headers, cookies, hasOpener: env?.POPUP === 'Y' },
  );
}

/**
 * @returns the address to which this sign-in would have returned the user, or `/` if the sign-in's flow can't be
 * decrypted.
 */
async function flowOf({ request, url, env, now }: PageContext): Promise<ReturnFlow> {
  if (env === undefined) return { return_to: '/' };
  const flow = await findFlow(request, env.KEYS, url.searchParams.get('state') ?? '', now);
  return typeof flow === 'string' ? { return_to: '/' } : flow;
}

type ReturnFlow = Pick<BrowserFlow, 'return_to' | 'required'>;

export function loginPath({ return_to, required }: ReturnFlow): string {
  const parameters = { ...(return_to !== '/' && { return_to }), ...(required && { required: 'Y' }) };
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? '/auth/login' : `/auth/login?${query}`;
}
