import * as v from 'valibot';
import { prefersPage } from '../../workers/core/http/accept.ts';
import { choosePageLanguage } from '../../workers/core/http/page-language-choice.ts';
import { redirect } from '../../workers/core/http/redirect.ts';
import type { ProtocolError } from '../../workers/core/protocol/errors.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import { type Context, type ErrorContext, endpoint } from '../../workers/core/worker/endpoint.ts';
import { originSetting } from '../../workers/core/worker/settings.ts';
import type { Child } from '../../workers/pages/jsx-runtime.ts';
import { page } from '../../workers/pages/page.ts';
import { readSideBySide } from '../side-by-side.ts';
import { DemoFrame } from './demo-frame.tsx';
import { demoTextsIn } from './demo-texts.ts';
import { readRecordedExchanges, readSession } from './gateway-client.ts';
import { latestSignIn } from './latest-sign-in.ts';
import { SignedIn } from './signed-in.tsx';
import { usesOtherService } from './uses-other-service.ts';
import { Welcome } from './welcome.tsx';

const schema = v.object({
  /**
   * The origin of the gateway in front of this application. In the local environment, the sandbox has the same
   * origin.
   */
  GATEWAY_ORIGIN: originSetting,
  /** `Y` if users sign in at a service other than the local one. */
  OTHER_SERVICE: v.optional(v.string()),
});
type DemoEnv = v.InferOutput<typeof schema>;

/** Shows the shop page, which needs only the gateway's origin. */
async function showShop(context: Context<DemoEnv>): Promise<Response> {
  const { env, request, url } = context;
  const { GATEWAY_ORIGIN } = env;
  if (url.origin !== GATEWAY_ORIGIN) {
    return redirect(302, `${GATEWAY_ORIGIN}/`);
  }
  const { language } = choosePageLanguage(context);
  const words = demoTextsIn(language);
  const session = await readSession(GATEWAY_ORIGIN, request);
  const hasSandbox = !usesOtherService(env);
  if (session === undefined) {
    const isBeside = readSideBySide(request) !== undefined;
    return answer(context, <Welcome {...{ language, words, isBeside, hasSandbox }} />);
  }
  const exchanges = hasSandbox
    ? latestSignIn(await readRecordedExchanges(GATEWAY_ORIGIN), session.user.plid)
    : [];
  return answer(context, <SignedIn {...{ session, exchanges, language, words, hasSandbox }} />);
}

/** Shows an error page to users. Programs get the error as JSON instead (§7). */
function showRefusal(error: ProtocolError, context: ErrorContext<DemoEnv>): Response | undefined {
  if (!prefersPage(context.request)) return undefined;
  const words = demoTextsIn(choosePageLanguage(context).language);
  const isDown = error.refusal === refusals.unavailable;
  return answer(
    context,
    <section class="card">
      <h1>{words(isDown ? 'gateway_unavailable' : 'no_page')}</h1>
      <p class="actions">
        <a class="button" href="/">
          {words(isDown ? 'again' : 'to_shop')}
        </a>
      </p>
    </section>,
    error,
  );
}

function answer(
  context: ErrorContext<DemoEnv>,
  content: Child,
  { status = 200, headers = {} }: Partial<Pick<ProtocolError, 'status' | 'headers'>> = {},
): Response {
  const { language, cookies } = choosePageLanguage(context);
  return page(
    (nonce) => (
      <DemoFrame
        {...{ url: context.url, language, words: demoTextsIn(language), nonce }}
        hasSandbox={!usesOtherService(context.env ?? {})}
      >
        {content}
      </DemoFrame>
    ),
    { status, headers, cookies },
  );
}

export default endpoint('demo', schema, { 'GET /': showShop }, { errorPage: showRefusal });
