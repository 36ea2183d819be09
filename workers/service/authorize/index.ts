import { endpoint } from '../../core/worker/endpoint.ts';
import { checkPhoneKey } from '../shared/phone-key.ts';
import { refusalPage } from './pages/refusal-page.tsx';
import { schema } from './sign-in/authorize-settings.ts';
import { duringSignIn, inAnySignIn, onStep } from './sign-in/sign-in-handlers.ts';
import { begin } from './steps/begin.ts';
import { beginStart } from './steps/begin-start.ts';
import { cancelByPerson } from './steps/cancel-sign-in.ts';
import { chooseLanguage } from './steps/choose-language.ts';
import { agree, showConsent } from './steps/consent.ts';
import { hearPhone } from './steps/hear-phone.ts';
import { showCodes } from './steps/show-codes.ts';
import { giveMoreTime } from './steps/stay-on-page.ts';
import { sendAgain, showSignIn, submitSignIn } from './steps/submit-sign-in.ts';
import { useRemembered } from './steps/use-remembered.ts';
import { showStatus, wait } from './steps/wait.ts';

/** The authorization request (§4.1) and the sign-in behind it, up to the redirect that ends it. */
export default endpoint(
  'service-authorize',
  schema,
  {
    'GET /oauth2/authorize': begin,
    'POST /oauth2/authorize': begin,
    'GET /oauth2/authorize/sign-in': duringSignIn(showSignIn),
    'POST /oauth2/authorize/sign-in': onStep(submitSignIn),
    'POST /oauth2/authorize/remembered': onStep(useRemembered),
    'POST /oauth2/authorize/start': onStep(beginStart),
    'POST /oauth2/authorize/again': onStep(sendAgain),
    'GET /oauth2/authorize/wait': duringSignIn(wait),
    'GET /oauth2/authorize/status': duringSignIn(showStatus),
    'GET /oauth2/authorize/codes': duringSignIn(showCodes),
    'GET /oauth2/authorize/waiting': hearPhone,
    'GET /oauth2/authorize/consent': duringSignIn(showConsent),
    'POST /oauth2/authorize/consent': duringSignIn(agree),
    'POST /oauth2/authorize/cancel': inAnySignIn(cancelByPerson),
    'POST /oauth2/authorize/longer': onStep(giveMoreTime),
    'POST /oauth2/authorize/language': inAnySignIn(chooseLanguage),
  },
  { errorPage: refusalPage, checkSettings: checkPhoneKey },
);
