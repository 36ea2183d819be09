import * as v from 'valibot';
import type { SignInParameters } from '../../../../packages/plid/client/authorization.ts';
import { prefersPage } from '../../../core/http/accept.ts';
import { mayBeCrossSite } from '../../../core/http/navigation.ts';
import { queryParameters } from '../../../core/protocol/parameters.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { pick } from '../../../core/worker/settings.ts';
import { signInFailure } from '../../errors/failure-page.tsx';
import { startAppSignIn } from '../../features/native-apps/app-login.ts';
import { limitRequests } from '../../flow/address-limits.ts';
import { readSignInParameters } from '../../flow/authorization-url.ts';
import { startBrowserSignIn } from '../../flow/begin-sign-in.ts';
import { browserChoice } from '../../flow/open-in-browser.ts';
import { redirectToOwnHost } from '../../flow/redirect-to-own-host.ts';
import { checkReturnPath, hasSignedOut, rejectEmbedded, rejectPrefetch } from '../../flow/request-checks.ts';
import { appSettings } from '../../settings/app-settings.ts';
import { bindings } from '../../settings/gateway-bindings.ts';
import { pageSettings } from '../../settings/page-settings.ts';
import { serviceSettings } from '../../settings/service-settings.ts';
import { inAppBrowserPage } from './in-app-browser-page.tsx';

export { GuardPages } from '../../features/guard/guard-refusal-pages-entrypoint.ts';

const schema = v.object({
  ...pick(bindings, 'KEYS', 'GATEWAY_ORIGIN', 'HSTS_SUBDOMAINS', 'POPUP', 'STATES', 'STATE_LIMIT'),
  ...pick(bindings, 'REQUEST_LIMIT'),
  ...pick(serviceSettings, 'SERVICE_URL', 'AUTHORIZE_PATH', 'PKCE', 'PAR', 'PAR_PATH'),
  ...pick(serviceSettings, 'SERVICE_TIMEOUT', 'CLIENT_ID', 'CLIENT_SECRET'),
  ...pick(appSettings, 'APP_LINKS', 'APP_LIMIT', 'APP_NETWORK_LIMIT', 'APP_TOTAL_LIMIT'),
  ...pageSettings,
});
type LoginContext = Context<v.InferOutput<typeof schema>>;

/**
 * Starts a browser's sign-in and redirects to the service. The return address is checked first. In the browser of an
 * application, a page offers the phone's own browser before the sign-in has a cookie. After a sign-out,
 * a link on another site doesn't cause an automatic login. An app's sign-in is accepted on any host: it has no
 * cookie that the callback could miss, and behind a proxy that rewrites `Host`, a refusal would stop every app.
 */
async function startInBrowser(context: LoginContext): Promise<Response> {
  const { request, url, env } = context;
  rejectPrefetch(request);
  rejectEmbedded(request);
  const redirected = redirectToOwnHost(context);
  if (redirected !== undefined) return redirected;
  await limitRequests(context);
  const parameters = queryParameters(url);
  const return_to = parameters.optional('return_to') ?? '/';
  checkReturnPath(return_to, env.GATEWAY_ORIGIN);
  const flow = { return_to, ...(parameters.optional('required') === 'Y' && { required: true as const }) };
  const extras = readSignInParameters(parameters);
  const choice = offerBrowser(context, extras);
  if (choice !== undefined) return inAppBrowserPage(context, choice);
  if (!hasSignedOut(request) || !mayBeCrossSite(request) || extras.prompt === 'login') {
    return startBrowserSignIn(context, flow, extras);
  }
  return startBrowserSignIn(context, flow, { ...extras, prompt: 'select_account' });
}

/**
 * Returns the ways on for a page in the browser of an application. Undefined for programs, for a login without a page
 * (`prompt=none`), and for an application that declares its own WebView (`isHybrid`).
 */
function offerBrowser({ request, url, env }: LoginContext, { prompt, isHybrid }: SignInParameters) {
  if (!prefersPage(request) || prompt === 'none' || isHybrid === 'Y') return undefined;
  const address = new URL(url.pathname + url.search, env.GATEWAY_ORIGIN);
  return browserChoice(request.headers.get('User-Agent'), address);
}

/** Starts sign-ins. */
export default endpoint(
  'gateway-login',
  schema,
  {
    /**
     * Starts a sign-in. `return_to`: a path of this host. `required=Y`: users who cancel get a gateway page.
     * Forwards `prompt`, `isHybrid`, and `ui_locales`.
     */
    'GET /auth/login': startInBrowser,
    /** Starts an app's sign-in, with JSON. */
    'POST /auth/login': startAppSignIn,
  },
  { errorPage: signInFailure },
);
