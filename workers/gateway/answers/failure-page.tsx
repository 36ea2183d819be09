import { prefersPage } from '../../core/http/accept.ts';
import { redirect } from '../../core/http/redirect.ts';
import { Layout } from '../../core/pages/layout.tsx';
import { page } from '../../core/pages/page.ts';
import type { ProtocolError } from '../../core/protocol/errors.ts';
import { refusals } from '../../core/protocol/refusals.ts';
import type { Context, ErrorPage } from '../../core/worker/endpoint.ts';
import { findFlow } from '../flow/browser-flow.ts';
import { isReturnPath } from '../flow/request-checks.ts';
import type { Bindings } from '../shared/gateway-bindings.ts';
import { gatewayRefusals } from '../shared/gateway-refusals.ts';
import type { BrowserFlow } from '../shared/gateway-values.ts';
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
  if (error.refusal === refusals.access_denied) return notApproved(error, context);
  const flow = await flowOf(context);
  const links = [{ href: loginPath(flow), label: words[language].startAgain }];
  const refresh = error.refusal === gatewayRefusals.sign_in_pending ? 3 : undefined;
  return failurePage(error, context, { ...shown, links, refresh });
};

/** Why the service sent somebody back that the person knows, since they were told or wanted it so. */
const knownReasons = ['cancelled', 'unanswered', 'expired'];

/**
 * Who has left the service's pages is led back where they came from; what the phone said is told. Only our own service
 * says which (`plid_reason`): for any other one page says both.
 */
async function notApproved(error: ProtocolError, context: PageContext): Promise<Response> {
  const { url, language } = context;
  const flow = await flowOf(context);
  const reason = url.searchParams.get('plid_reason') ?? '';
  const isKnown = knownReasons.includes(reason);
  if (isKnown && !flow.required) return redirect(303, flow.return_to);
  const { startAgain, back, notApproved: texts } = words[language];
  const again = { href: loginPath(flow), label: startAgain };
  const away = { href: flow.required ? '/' : flow.return_to, label: back };
  if (isKnown) return failurePage(error, context, { ...texts.required, links: [again, away] });
  if (reason === 'wrong_number')
    return failurePage(error, context, { ...texts.wrongNumber, links: [again, away] });
  const shown = reason === 'denied' ? texts.denied : texts.unknown;
  return failurePage(error, context, { ...shown, links: [away, again] });
}

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
async function flowOf({ request, url, env, now }: PageContext): Promise<ReturnFlow> {
  const flow = await findFlow(request, env.KEYS, url.searchParams.get('state') ?? '', now);
  return typeof flow === 'string' ? { return_to: '/' } : flow;
}

type ReturnFlow = Pick<BrowserFlow, 'return_to' | 'required'>;

function loginPath({ return_to, required }: ReturnFlow): string {
  const parameters = { ...(return_to !== '/' && { return_to }), ...(required && { required: 'Y' }) };
  const query = new URLSearchParams(parameters).toString();
  return query === '' ? '/auth/login' : `/auth/login?${query}`;
}
