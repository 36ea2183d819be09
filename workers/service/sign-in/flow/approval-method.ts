import type { ButtonLook } from '../../../pages/button.tsx';
import type { Child } from '../../../pages/jsx-runtime.ts';
import type { Claim } from '../entries/claim.ts';
import type { Attempt } from '../stages/sign-in-cookie-value.ts';
import type { Approved, AskedStage } from '../stages/sign-in-stage.ts';
import type { ConsentAnswer } from './consent-answer.ts';
import type { RefusedRequest } from './refused-request.ts';
import type { Transition } from './transition.ts';

/**
 * A way in which a user approves a sign-in. The flow asks the method of the sign-in's stage. The worker's index.ts
 * lists the methods.
 */
export interface ApprovalMethod<Context, View> {
  readonly name: AskedStage['method'] | Approved['method'];
  /**
   * Requests the approval for the entries of the form. Returns undefined if the entries are for another method. Missing
   * if the method has a button of its own.
   */
  begin?(context: Context, claim: Claim, sent: SentForm): Promise<Transition | RefusedRequest> | undefined;
  /** Requests the approval again if it wasn't given. Missing if there is nothing to repeat. */
  repeat?(context: Context): Promise<Transition>;
  /** Shows the page that waits for the approval, or continues after the approval. */
  wait(context: Context): Promise<Transition>;
  /**
   * Completes the sign-in after the user has agreed on the consent page. Missing if an approval counts as one by
   * another method.
   */
  complete?(context: Context, answer: ConsentAnswer): Promise<Transition>;
  /** Returns the sign-in as the consent page shows it. Missing if the page shows all of it. */
  limit?(context: Context): Context;
  /** The method's own routes, such as `POST /oauth2/authorize/start`. */
  readonly routes?: Record<string, MethodRoute<Context>>;
  /** Returns what the sign-in page offers in addition to the form. */
  offer?(view: View): Offer;
  /**
   * Returns the name of a page that the browser shows after the grant and before the code, or undefined. Its route is one of
   * the method's own. @param context The sign-in that turns on automatic login on this device.
   */
  pageBeforeCode?(context: Context): string | undefined;
}

/** What the sign-in page offers in addition to the form. */
export interface Offer {
  /** The way with which the page begins. Every other way is then folded. */
  first?: Child;
  /**
   * Button for the carrier that the user has chosen. It needs no other entry, so name and number are folded below it, unless
   * the user has typed them. @param look of the button.
   */
  forCarrier?(look: ButtonLook): Child;
  /** At the end of the form. */
  inForm?: Child;
  /** Below every other way to sign in. */
  last?: Child;
  script?: string;
  style?: string;
  /** Added to the `autocomplete` of the phone number's field. */
  autocomplete?: string;
  /** A browser feature that the page needs (pages/page.ts). */
  feature?: string;
}

/** A method that takes any entries of the form. */
export interface FormMethod<Context, View> extends ApprovalMethod<Context, View> {
  begin(context: Context, claim: Claim, sent: SentForm): Promise<Transition | RefusedRequest>;
}

/** A route of an approval method. */
interface MethodRoute<Context> {
  handle(context: Context): Promise<Transition>;
  /** `form`: a step of the user before a code is issued. `step`: any step of the user. `page`: a question of a page. */
  on: 'form' | 'step' | 'page';
}

/** What a sent form brings along. */
export interface SentForm {
  attempt: Attempt;
  /** Set-Cookie values that store the entries. */
  cookies: string[];
}
