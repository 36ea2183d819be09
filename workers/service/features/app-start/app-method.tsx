import type { SignInMethod } from '../../sign-in/flow/sign-in-context.ts';
import { toForm } from '../../sign-in/flow/to-form.ts';
import { startedRequestIn } from '../../sign-in/stages/sign-in-stage.ts';
import { awaitApp } from './await-app.ts';
import { nextQrCodes } from './qr-code-batch.ts';
import { offerStarts } from './start-choices.tsx';
import { requestStart, submitStart } from './submit-start.ts';

/**
 * The user opens the request in their carrier's app, which reports the number. From the approval on, the sign-in is one
 * by a request to that phone.
 */
export const appMethod: SignInMethod = {
  name: 'app',
  repeat: async (context) => {
    const start = startedRequestIn(context.signIn.stage);
    return start ? requestStart(context, start) : toForm(context.signIn.id);
  },
  wait: async (context) => {
    const start = startedRequestIn(context.signIn.stage);
    return start ? awaitApp(context, start) : toForm(context.signIn.id);
  },
  routes: {
    /** Starts the sign-in in a carrier's app. */
    'POST /oauth2/authorize/start': { on: 'form', handle: submitStart },
    /** Codes of the next ten seconds, for the page that shows them. */
    'GET /oauth2/authorize/codes': { on: 'page', handle: nextQrCodes },
  },
  offer: offerStarts,
};
