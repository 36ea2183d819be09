import * as v from 'valibot';
import { type Context, endpoint } from '../../core/endpoint.ts';
import { page } from '../../core/page.ts';
import { originSetting } from '../../core/settings.ts';
import { choosePageLanguage } from '../language.ts';
import { DemoFrame } from './frame.tsx';
import { readSession, readWire } from './gateway.ts';
import { SignedIn } from './signed-in.tsx';
import { Welcome } from './welcome.tsx';
import { demoWordsIn } from './words.ts';

const schema = v.object({
  /** The gateway that stands in front of this application; here the sandbox has the same address. */
  GATEWAY_ORIGIN: originSetting,
});

/** The shop: it knows the gateway's address and nothing else of the login. */
async function showShop({ env, request, url, ...context }: Context<v.InferOutput<typeof schema>>) {
  const { GATEWAY_ORIGIN } = env;
  if (url.origin !== GATEWAY_ORIGIN) return Response.redirect(`${GATEWAY_ORIGIN}/`, 302);
  const { language, headers } = choosePageLanguage({ ...context, request, url });
  const words = demoWordsIn(language);
  const session = await readSession(GATEWAY_ORIGIN, request);
  const exchanges = session === undefined ? [] : await readWire(GATEWAY_ORIGIN, session.user.plid);
  return page(
    (nonce) => (
      <DemoFrame {...{ url, language, words, nonce }}>
        {session === undefined ? (
          <Welcome words={words} />
        ) : (
          <SignedIn {...{ session, exchanges, language, words }} />
        )}
      </DemoFrame>
    ),
    { headers },
  );
}

export default endpoint('demo', schema, { 'GET /': showShop });
