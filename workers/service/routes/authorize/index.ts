import { endpoint } from '../../../core/worker/endpoint.ts';
import { appMethod } from '../../features/app-start/app-method.tsx';
import { openIdFormat } from '../../features/openid/openid-format.ts';
import { passkeyMethod } from '../../features/passkeys/passkey-method.tsx';
import { passkeySettings } from '../../features/passkeys/passkey-settings.ts';
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
import { schemaWith } from '../../sign-in/settings/sign-in-settings.ts';

/** The ways in which users may approve a sign-in, in addition to the request to a phone. */
const methods = [reviewMethod, appMethod, passkeyMethod];
/** Formats of requests in addition to §4.1. */
const formats = [openIdFormat];
/** The settings of these parts. */
const settings = { ...passkeySettings };
const parts: FlowParts = { methods: [phoneMethod, ...methods], formats };
const { inAnySignIn, duringSignIn, onStep, methodRoutes } = signInHandlers(parts);

/**
 * Sign-in pages.
 *
 * This worker handles the authorization request (§4.1) and the sign-in, up to the redirect that ends it.
 */
export default endpoint(
  'service-authorize',
  schemaWith(settings),
  {
    /** Authorization request (§4.1). */
    'GET /oauth2/authorize': (context) => authorize(context, parts),
    /** Authorization request, as a form. */
    'POST /oauth2/authorize': (context) => repeatAsGet(context, formats),
    /** The form again, for users who come back to it. */
    'GET /oauth2/authorize/sign-in': duringSignIn(beforeCode(showSignIn)),
    /** Sends name, phone number, and carrier. */
    'POST /oauth2/authorize/sign-in': onStep(beforeCode(submitSignIn)),
    /** Continues as the remembered user, or forgets them. */
    'POST /oauth2/authorize/remembered': onStep(beforeCode(continueAs)),
    /** Sends the request again. */
    'POST /oauth2/authorize/again': onStep(beforeCode(repeatRequest)),
    /** Waiting page with the number to match. */
    'GET /oauth2/authorize/wait': duringSignIn(showWaitingPage),
    /** State of the request, for the waiting page's script. */
    'GET /oauth2/authorize/status': duringSignIn(servePhoneStatus),
    /** WebSocket that reports the phone's answer. */
    'GET /oauth2/authorize/waiting': duringSignIn(openWaitingSocket),
    /** Consent page. */
    'GET /oauth2/authorize/consent': duringSignIn(showConsent),
    /** Agrees, from the consent page. */
    'POST /oauth2/authorize/consent': duringSignIn(submitConsent),
    /** Returns to the application without a sign-in. */
    'POST /oauth2/authorize/cancel': inAnySignIn(cancelByUser),
    /** Extends the time. */
    'POST /oauth2/authorize/longer': onStep(extendSignIn),
    /** Changes the page's language. */
    'POST /oauth2/authorize/language': inAnySignIn(chooseLanguage),
    ...methodRoutes,
  },
  { errorPage: answerError, checkSettings: checkPhoneKey },
);
