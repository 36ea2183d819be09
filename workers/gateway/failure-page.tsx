import { prefersPage } from '../core/accept.ts';
import type { Context, ErrorPage } from '../core/endpoint.ts';
import type { ProtocolError } from '../core/errors.ts';
import { Layout } from '../core/layout.tsx';
import { page } from '../core/page.ts';
import type { Bindings } from './bindings.ts';
import { failureAnswer } from './failure-answer.ts';
import { findFlow } from './flow-cookies.ts';
import { failureText, words } from './words.ts';

type PageEnv = Pick<Bindings, 'KEYS'>;
type PageContext = Context<PageEnv>;

/** Answers a failed sign-in: a person gets a page with one way on, a program JSON. */
export const signInFailure: ErrorPage<PageEnv> = async (error, context) => {
  const { language } = context;
  const shown = failureText(error.reason, language);
  if (shown === undefined || !prefersPage(context.request)) return failureAnswer(error, context);
  if (error.reason === 'flow_of_app') return failurePage(error, context, shown);
  const link = { href: await startAgain(context), label: words[language].startAgain };
  const refresh = error.reason === 'sign_in_pending' ? 3 : undefined;
  return failurePage(error, context, { ...shown, link, refresh });
};

/** Answers a failed disconnect. */
export const disconnectFailure: ErrorPage<PageEnv> = (error, context) => {
  const { stillConnected, back } = words[context.language];
  const shown = failureText(error.reason, context.language);
  if (shown === undefined || !prefersPage(context.request)) return failureAnswer(error, context);
  const link = { href: '/', label: back };
  return failurePage(error, context, { title: stillConnected, text: shown.text, link });
};

interface FailurePage {
  title: string;
  text: string;
  link?: { href: string; label: string };
  /** Seconds after which the page tries again by itself. */
  refresh?: number | undefined;
}

function failurePage(
  error: ProtocolError,
  { language }: PageContext,
  { title, text, link, refresh }: FailurePage,
): Response {
  return page(
    (nonce) => (
      <Layout {...{ language, title, nonce, refresh }}>
        <div class="card">
          <h1>{title}</h1>
          <p>{text}</p>
          {link !== undefined && (
            <p class="actions">
              <a class="button" href={link.href}>
                {link.label}
              </a>
            </p>
          )}
        </div>
      </Layout>
    ),
    { status: error.status, headers: error.headers },
  );
}

/** A new sign-in that leads to where this one would have led. */
async function startAgain({ request, url, env, now }: PageContext): Promise<string> {
  const flow = await findFlow(request, env.KEYS, url.searchParams.get('state') ?? '', now);
  if (typeof flow === 'string' || flow.return_to === '/') return '/auth/login';
  return `/auth/login?return_to=${encodeURIComponent(flow.return_to)}`;
}
