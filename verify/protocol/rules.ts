import type { ShownPart } from '../../workers/core/carrier/port.ts';
import { needsFullSignIn } from '../../workers/gateway/features/native-apps/app-flow.ts';
import { isBoundToBrowser } from '../../workers/service/features/app-start/return-secret.ts';
import { accountClientId } from '../../workers/service/registry/account-client.ts';
import { compareCountries, decideRisk } from '../../workers/service/sign-in/carrier/risk.ts';
import { approvalScope } from '../../workers/service/sign-in/consent/approval-scope.ts';
import { plainFormat } from '../../workers/service/sign-in/flow/plain-format.ts';
import { needsFullSignIn as isFullSignIn } from '../../workers/service/sign-in/request/automatic-login.ts';
import type { Asked, Browser, CarrierKind, SignIn, World } from './state.ts';

/** The decisions that the promise rests on. */
export interface Rules {
  /** Of an app's flow, by its link: whether its address requests a full sign-in. */
  needsFullSignIn(link: string): boolean;
  /** Whether the flow requires a full sign-in when it returns, by its link. */
  isFullDemanded(link: string): boolean;
  /** Whether a sign-in of this flow, with `prompt=login` in its address or without, may be an automatic login. */
  mayBeAutomatic(signIn: Pick<SignIn, 'flow' | 'prompt'>): boolean;
  /** Whether a flow accepts a code: its verifier, or its cookie, belongs to the flow of the code. */
  takes(flow: number, code: number): boolean;
  /** Whether a browser may continue an approved sign-in. @param cookie the browser that holds the sign-in's cookie. */
  mayComplete(asked: Asked, from: Browser, cookie: Browser): boolean;
  /** What an approval grants. @param known whether this browser has signed in before. */
  given(
    world: World,
    asked: Asked,
    from: Browser,
    known: boolean,
  ): { automaticLogin: boolean; account: boolean };
}

/** The parts of a question that a carrier of each kind says it shows. */
const shownBy: Record<CarrierKind, ShownPart[] | undefined> = {
  all: ['application', 'automaticLogin', 'account'],
  less: ['application'],
  silent: undefined,
};

/** The product's rules. If the product has a function for a decision, this calls it, so that the search notices a change. */
export const product: Rules = {
  needsFullSignIn: (link) => needsFullSignIn(link, undefined),
  isFullDemanded: (link) => needsFullSignIn(link, undefined),
  mayBeAutomatic: ({ flow, prompt }) =>
    !isFullSignIn({
      format: plainFormat,
      application: {
        client_id: flow === 'account' ? accountClientId : 'an application',
        openid_automatic: false,
      },
      ...(prompt && { prompt: 'login' }),
    }),
  takes: (flow, code) => flow === code,
  mayComplete: ({ way, returned }, from, cookie) =>
    from === cookie && (way === 'number' || isBoundToBrowser({ way }, returned === from)),
  given: ({ carrier, shownRequired, relayAbroad }, { automatic }, from, known) => {
    const country = compareCountries(from === 'relay' && relayAbroad ? 'US' : 'KR', 'KR');
    const risk = decideRisk({ known, country, reused: false, matching: true });
    return approvalScope({ automatic, ...withShown(shownBy[carrier]) }, risk, shownRequired);
  },
};

const withShown = (shown: ShownPart[] | undefined) => (shown === undefined ? {} : { shown });

/** The rules, each time without one of them. The search must find an attacker with something that the phone did not approve. */
export const withoutRule: Record<string, { rules: Rules; finds: RegExp }> = {
  'an app’s flow that needs a full sign-in rejects an automatic login when it returns': {
    rules: { ...product, isFullDemanded: () => false },
    finds: /hostile app has session: an automatic login/,
  },
  'the page of all connections never uses automatic login': {
    rules: { ...product, mayBeAutomatic: () => true },
    finds: /has account: the phone did not approve it/,
  },
  'a flow rejects the code of another flow': {
    rules: { ...product, takes: () => true },
    finds: /app has session: the approval was for another flow/,
  },
  'an approval grants automatic login only if the phone showed it': {
    rules: { ...product, given: (...about) => ({ ...product.given(...about), automaticLogin: true }) },
    finds: /relay has automatic login: (?:the request did not mention it|the phone did not show it)/,
  },
  'an approval opens the page of all connections only if the phone showed it': {
    rules: { ...product, given: (...about) => ({ ...product.given(...about), account: true }) },
    finds: /relay has account: (?:the phone did not show it|the carrier does not confirm)/,
  },
  'a relay in another country than the phone does not get automatic login': {
    rules: {
      ...product,
      given: (world, ...about) => product.given({ ...world, relayAbroad: false }, ...about),
    },
    finds: /relay has automatic login: its browser is in another country/,
  },
  'a link is completed only in the browser to which the app returned': {
    rules: { ...product, mayComplete: (_, from, cookie) => from === cookie },
    finds: /relay has (?:session|account|automatic login): a relay has forwarded a link/,
  },
  'a sign-in is completed only by the browser with its cookie': {
    rules: { ...product, mayComplete: ({ way, returned }, from) => way !== 'link' || returned === from },
    finds: /a relay has forwarded a link|the approval was for another flow/,
  },
};
