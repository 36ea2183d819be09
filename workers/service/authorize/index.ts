import { endpoint } from '../../core/worker/endpoint.ts';
import { refusalPage } from './pages/refusal.tsx';
import { schema } from './sign-in/authorize-settings.ts';
import { begin } from './steps/begin.ts';
import { cancel } from './steps/cancel.ts';
import { chooseLanguage } from './steps/choose-language.ts';
import { agree, showConsent } from './steps/consent.ts';
import { anyStep, step } from './steps/step.ts';
import { showSignIn, submitSignIn } from './steps/submit-sign-in.ts';
import { showStatus, wait } from './steps/wait.ts';

/** The authorization request (§4.1) and the sign-in behind it, up to the redirect that ends it. */
export default endpoint(
  'service-authorize',
  schema,
  {
    'GET /oauth2/authorize': begin,
    'POST /oauth2/authorize': begin,
    'GET /oauth2/authorize/sign-in': step(showSignIn),
    'POST /oauth2/authorize/sign-in': step(submitSignIn),
    'GET /oauth2/authorize/wait': step(wait),
    'GET /oauth2/authorize/status': step(showStatus),
    'GET /oauth2/authorize/consent': step(showConsent),
    'POST /oauth2/authorize/consent': step(agree),
    'POST /oauth2/authorize/cancel': anyStep(cancel),
    'GET /oauth2/authorize/language': anyStep(chooseLanguage),
  },
  { errorPage: refusalPage },
);
