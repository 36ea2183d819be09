import { endpoint } from '../../../core/worker/endpoint.ts';
import { appMethod } from '../../features/app-start/app-method.tsx';
import { openIdFormat } from '../../features/openid/openid-format.ts';
import { reviewMethod } from '../../features/reviewers/review-method.ts';
import { checkPhoneKey } from '../../objects/phone-key.ts';
import { answerError } from '../../sign-in/code/answer-error.ts';
import { cancelByUser } from '../../sign-in/code/cancel-sign-in.ts';
import { showConsent, submitConsent } from '../../sign-in/consent/consent.ts';
import type { FlowParts } from '../../sign-in/flow/sign-in-context.ts';
import { beforeCode, signInHandlers } from '../../sign-in/flow/sign-in-handlers.ts';
import { chooseLanguage } from '../../sign-in/form/choose-language.ts';
import { continueAs } from '../../sign-in/form/continue-as.ts';
import { extendSignIn } from '../../sign-in/form/rerender-page.ts';
import { repeatRequest, showSignIn, submitSignIn } from '../../sign-in/form/submit-sign-in.ts';
import { phoneMethod } from '../../sign-in/phone/phone-method.ts';
import { servePhoneStatus, showWaitingPage } from '../../sign-in/phone/show-waiting-page.ts';
import { openWaitingSocket } from '../../sign-in/phone/waiting-socket.ts';
import { authorize } from '../../sign-in/request/authorize.ts';
import { repeatAsGet } from '../../sign-in/request/repeat-as-get.ts';
import { schema } from '../../sign-in/settings/sign-in-settings.ts';

/** The ways in which users may approve a sign-in, in addition to the request to a phone. */
const methods = [reviewMethod, appMethod];
/** Formats of requests in addition to §4.1. */
const formats = [openIdFormat];
const parts: FlowParts = { methods: [phoneMethod, ...methods], formats };
const { inAnySignIn, duringSignIn, onStep, methodRoutes } = signInHandlers(parts);

/** Worker that handles the authorization request (§4.1) and the sign-in, up to the redirect that ends it. */
export default endpoint(
  'service-authorize',
  schema,
  {
    'GET /oauth2/authorize': (context) => authorize(context, parts),
    'POST /oauth2/authorize': (context) => repeatAsGet(context, formats),
    'GET /oauth2/authorize/sign-in': duringSignIn(beforeCode(showSignIn)),
    'POST /oauth2/authorize/sign-in': onStep(beforeCode(submitSignIn)),
    'POST /oauth2/authorize/remembered': onStep(beforeCode(continueAs)),
    'POST /oauth2/authorize/again': onStep(beforeCode(repeatRequest)),
    'GET /oauth2/authorize/wait': duringSignIn(showWaitingPage),
    'GET /oauth2/authorize/status': duringSignIn(servePhoneStatus),
    'GET /oauth2/authorize/waiting': duringSignIn(openWaitingSocket),
    'GET /oauth2/authorize/consent': duringSignIn(showConsent),
    'POST /oauth2/authorize/consent': duringSignIn(submitConsent),
    'POST /oauth2/authorize/cancel': inAnySignIn(cancelByUser),
    'POST /oauth2/authorize/longer': onStep(extendSignIn),
    'POST /oauth2/authorize/language': inAnySignIn(chooseLanguage),
    ...methodRoutes,
  },
  { errorPage: answerError, checkSettings: checkPhoneKey },
);
