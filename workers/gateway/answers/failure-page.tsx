import { prefersPage } from '../../core/http/accept.ts';
import { Layout } from '../../core/pages/layout.tsx';
import { page } from '../../core/pages/page.ts';
import type { ProtocolError } from '../../core/protocol/errors.ts';
import { refusals } from '../../core/protocol/refusals.ts';
import type { Context, ErrorPage } from '../../core/worker/endpoint.ts';
import { findFlow } from '../flow/browser-flow.ts';
import { isReturnPath } from '../flow/request-checks.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { gatewayRefusals } from '../shared/gateway-refusals.ts';
import { failureAnswer } from './failure-answer.ts';
import { failureText, words } from './gateway-words.ts';

type PageEnv = Pick<Bindings, 'KEYS'>;
type PageContext = Context<PageEnv>;

/** Answers a failed sign-in: a person gets a page with a way on, a program JSON. */
export const signInFailure: ErrorPage<PageEnv> = async (error, context) => {
  const { language } = context;
  const shown = failureText(error.reason, language);
  if (shown === undefined || !prefersPage(context.request)) return failureAnswer(error, context);
  if (error.refusal === gatewayRefusals.flow_of_app) return failurePage(error, context, shown);
  const { startAgain, back } = words[language];
  const return_to = await returnPath(context);
  const links = [{ href: loginPath(return_to), label: startAgain }];
  // Who cancelled wants to be back where they came from, and not to sign in.
  if (error.refusal === refusals.access_denied) links.unshift({ href: return_to, label: back });
  const refresh = error.refusal === gatewayRefusals.sign_in_pending ? 3 : undefined;
  return failurePage(error, context, { ...shown, links, refresh });
};

/** Answers a failed disconnect. */
export const disconnectFailure: ErrorPage<PageEnv> = (error, context) =>
  stillThere(error, context, words[context.language].stillConnected);

/** Answers a failed log-out. Where it was refused, its own title says why. */
export const logoutFailure: ErrorPage<PageEnv> = (error, context) =>
  stillThere(error, context, error.status < 500 ? undefined : words[context.language].stillSignedIn);

/** What was to end has not ended. @param title of the page; the reason's own where it is left out. */
function stillThere(error: ProtocolError, context: PageContext, title?: string): Response {
  const shown = failureText(error.reason, context.language);
  if (shown === undefined || !prefersPage(context.request)) return failureAnswer(error, context);
  const links = [{ href: '/', label: words[context.language].back }];
  return failurePage(error, context, { title: title ?? shown.title, text: shown.text, links });
}

/** Answers for the guard: a person whom something of ours keeps from a page can try again, a program gets JSON. */
export function guardFailure(
  error: ProtocolError,
  { request, language, requestId }: Pick<PageContext, 'request' | 'language' | 'requestId'>,
): Response {
  const shown = failureText(error.reason, language);
  if (shown === undefined || error.status < 500 || !prefersPage(request)) {
    return failureAnswer(error, { language });
  }
  const { notAvailable: title, tryAgain, back } = words[language];
  const { origin, pathname, search } = new URL(request.url);
  const again = request.method === 'GET' && isReturnPath(pathname + search, origin);
  const links = [again ? { href: pathname + search, label: tryAgain } : { href: '/', label: back }];
  return failurePage(error, { language, requestId }, { title, text: shown.text, links });
}

interface FailurePage {
  title: string;
  text: string;
  /** The first one is the button. */
  links?: { href: string; label: string }[];
  /** Seconds after which the page tries again by itself. */
  refresh?: number | undefined;
}

function failurePage(
  error: ProtocolError,
  { language, requestId }: Pick<PageContext, 'language' | 'requestId'>,
  { title, text, links = [], refresh }: FailurePage,
): Response {
  return page(
    (nonce) => (
      <Layout {...{ language, title, nonce, refresh, requestId }}>
        <div class="card">
          <h1>{title}</h1>
          <p>{text}</p>
          {links.map(({ href, label }, index) => (
            <p class="actions" key={href}>
              <a class={index === 0 ? 'button' : 'button-quiet'} href={href}>
                {label}
              </a>
            </p>
          ))}
        </div>
      </Layout>
    ),
    { status: error.status, headers: error.headers },
  );
}

/** Where this sign-in would have led. */
async function returnPath({ request, url, env, now }: PageContext): Promise<string> {
  const flow = await findFlow(request, env.KEYS, url.searchParams.get('state') ?? '', now);
  return typeof flow === 'string' ? '/' : flow.return_to;
}

const loginPath = (return_to: string) =>
  return_to === '/' ? '/auth/login' : `/auth/login?return_to=${encodeURIComponent(return_to)}`;
