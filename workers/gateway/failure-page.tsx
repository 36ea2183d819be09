import type { Context } from '../core/endpoint.ts';
import type { ProtocolError, Reason } from '../core/errors.ts';
import { Layout } from '../core/layout.tsx';
import { page } from '../core/page.ts';
import { prefersPage } from './accept.ts';
import type { Bindings } from './bindings.ts';
import { failureAnswer } from './failure-answer.ts';
import { findFlow } from './flow-cookies.ts';
import { type Word, words } from './words.ts';

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
  unavailable: 'silent',
  internal: 'refused',
  missing_item: 'faulty',
  invalid_item: 'faulty',
};

type PageContext = Context<Pick<Bindings, 'KEYS'>>;

/**
 * Tells a failure of a sign-in: to a person as a page with one clear way on, to a program as JSON.
 */
export async function failurePage(error: ProtocolError, context: PageContext): Promise<Response> {
  const title = titles[error.reason];
  if (title === undefined || !prefersPage(context.request)) return failureAnswer(error, context);
  const { language } = context;
  const pending = error.reason === 'sign_in_pending';
  const again = await startAgain(context);
  const ownWords = words[language];
  return page(
    (nonce) => (
      <Layout language={language} title={ownWords[title]} nonce={nonce} refresh={pending ? 3 : undefined}>
        <div class="card">
          <h1>{ownWords[title]}</h1>
          <p>{error.describe(language)}</p>
          {!pending && error.reason !== 'flow_of_app' && (
            <>
              <p class="lead">{ownWords.nothingLost}</p>
              <p class="actions">
                <a class="button" href={again}>
                  {ownWords.startAgain}
                </a>
              </p>
            </>
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
