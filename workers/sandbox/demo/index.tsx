import type { ComponentChildren } from 'preact';
import * as v from 'valibot';
import { redirect } from '../../core/http/redirect.ts';
import { page } from '../../core/pages/page.ts';
import type { ProtocolError } from '../../core/protocol/errors.ts';
import { refusals } from '../../core/protocol/refusals.ts';
import { type Context, endpoint } from '../../core/worker/endpoint.ts';
import { originSetting } from '../../core/worker/settings.ts';
import { choosePageLanguage } from '../sandbox-language.ts';
import { readSession, readWire } from './ask-gateway.ts';
import { DemoFrame } from './demo-frame.tsx';
import { demoWordsIn } from './demo-words.ts';
import { SignedIn } from './signed-in.tsx';
import { Welcome } from './welcome.tsx';

const schema = v.object({
  /** The gateway in front of this application; in the local world the sandbox has the same address. */
  GATEWAY_ORIGIN: originSetting,
});
type DemoContext = Context<v.InferOutput<typeof schema>>;

/** The shop. Of the login it needs only the gateway's address. */
async function showShop(context: DemoContext): Promise<Response> {
  const { env, request, url } = context;
  const { GATEWAY_ORIGIN } = env;
  if (url.origin !== GATEWAY_ORIGIN) {
    return redirect(302, `${GATEWAY_ORIGIN}/`);
  }
  const { language } = choosePageLanguage(context);
  const words = demoWordsIn(language);
  const session = await readSession(GATEWAY_ORIGIN, request);
  if (session === undefined) return answer(context, <Welcome words={words} />);
  const exchanges = await readWire(GATEWAY_ORIGIN, session.user.plid);
  return answer(context, <SignedIn {...{ session, exchanges, language, words }} />);
}

/** The page where the gateway does not answer. */
function showUnavailable(error: ProtocolError, context: DemoContext): Response | undefined {
  if (error.refusal !== refusals.unavailable) return undefined;
  const words = demoWordsIn(choosePageLanguage(context).language);
  return answer(context, <p class="notice bad">{words('gateway_unavailable')}</p>, error);
}

function answer(
  context: DemoContext,
  content: ComponentChildren,
  { status = 200, headers: more = {} }: Partial<Pick<ProtocolError, 'status' | 'headers'>> = {},
): Response {
  const { language, headers } = choosePageLanguage(context);
  return page(
    (nonce) => (
      <DemoFrame {...{ url: context.url, language, words: demoWordsIn(language), nonce }}>
        {content}
      </DemoFrame>
    ),
    { status, headers: { ...more, ...headers } },
  );
}

export default endpoint('demo', schema, { 'GET /': showShop }, { errorPage: showUnavailable });
