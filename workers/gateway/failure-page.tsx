import { prefersPage } from '../core/accept.ts';
import type { Context, ErrorPage } from '../core/endpoint.ts';
import type { ProtocolError, Reason } from '../core/errors.ts';
import { Layout } from '../core/layout.tsx';
import { page } from '../core/page.ts';
import type { Bindings } from './bindings.ts';
import { failureAnswer } from './failure-answer.ts';
import { findFlow } from './flow-cookies.ts';
import { type Word, words } from './words.ts';

type PageEnv = Pick<Bindings, 'KEYS'>;
type PageContext = Context<PageEnv>;

/** What stands above each reason. A reason that is not here concerns no person: it is told as JSON alone. */
export const titles: Partial<Record<Reason, Word>> = {
  no_session: 'refused',
  access_denied: 'denied',
  login_required: 'refused',
  flow_missing: 'refused',
  flow_mismatch: 'refused',
  flow_expired: 'over',
  flow_used: 'over',
  flow_of_app: 'over',
  signed_out: 'over',
  service_refused: 'refused',
  service_nonsense: 'refused',
  service_silent: 'silent',
  sign_in_pending: 'pending',
  unavailable: 'refused',
  internal: 'refused',
  missing_item: 'faulty',
  invalid_item: 'faulty',
};

/** Tells a failure of a sign-in: to a person as a page with one way on, to a program as JSON. */
export const signInFailure: ErrorPage<PageEnv> = async (error, context) => {
  const title = titles[error.reason];
  if (title === undefined || !prefersPage(context.request)) return failureAnswer(error, context);
  if (error.reason === 'sign_in_pending') return failurePage(error, context, { title, refresh: 3 });
  if (error.reason === 'flow_of_app') return failurePage(error, context, { title });
  const way = { href: await startAgain(context), label: 'startAgain' } as const;
  return failurePage(error, context, { title, lead: 'nothingLost', way });
};

/** Tells why somebody could not be disconnected. */
export const disconnectFailure: ErrorPage<PageEnv> = (error, context) => {
  if (titles[error.reason] === undefined || !prefersPage(context.request))
    return failureAnswer(error, context);
  return failurePage(error, context, { title: 'stillConnected', way: { href: '/', label: 'back' } });
};

interface FailurePage {
  title: Word;
  lead?: Word;
  way?: { href: string; label: Word };
  /** Seconds after which the page tries again by itself. */
  refresh?: number;
}

function failurePage(
  error: ProtocolError,
  { language }: PageContext,
  { title, lead, way, refresh }: FailurePage,
): Response {
  const text = words[language];
  return page(
    (nonce) => (
      <Layout language={language} title={text[title]} nonce={nonce} refresh={refresh}>
        <div class="card">
          <h1>{text[title]}</h1>
          <p>{error.describe(language)}</p>
          {lead !== undefined && <p class="lead">{text[lead]}</p>}
          {way !== undefined && (
            <p class="actions">
              <a class="button" href={way.href}>
                {text[way.label]}
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
