import { expect, test } from 'vitest';
import { ProtocolError, retryLaterError } from '../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import { blockStyle } from '../../../workers/pages/block-style.ts';
import { endingStyle } from '../../../workers/pages/ending-style.ts';
import { formStyle } from '../../../workers/pages/form-style.ts';
import { style } from '../../../workers/pages/style.ts';
import { appMethod } from '../../../workers/service/features/app-start/app-method.tsx';
import { drawQrCodeScript } from '../../../workers/service/features/app-start/draw-qr-code.ts';
import { otherTabPage } from '../../../workers/service/features/app-start/other-tab-page.tsx';
import { startPage } from '../../../workers/service/features/app-start/start-page.tsx';
import { refusedReviewPage, reviewPage } from '../../../workers/service/features/reviewers/review-page.tsx';
import * as serviceRefusals from '../../../workers/service/protocol/service-refusals.ts';
import { accountClient, accountClientId } from '../../../workers/service/registry/account-client.ts';
import { consentPage } from '../../../workers/service/sign-in/consent/consent-page.tsx';
import { consentStyle } from '../../../workers/service/sign-in/consent/consent-style.ts';
import { scrollBeforeConsentScript } from '../../../workers/service/sign-in/consent/scroll-before-consent.ts';
import type { FilledForm } from '../../../workers/service/sign-in/entries/sign-in-form.ts';
import type { ErrorDescription } from '../../../workers/service/sign-in/flow/describe-error.ts';
import type { SignInContext } from '../../../workers/service/sign-in/flow/sign-in-context.ts';
import { challengePage } from '../../../workers/service/sign-in/form/challenge-page.tsx';
import { formWithError } from '../../../workers/service/sign-in/form/form-with-error.tsx';
import { retryCountdownScript } from '../../../workers/service/sign-in/form/retry-time.tsx';
import { signInPage } from '../../../workers/service/sign-in/form/sign-in-page.tsx';
import * as formScripts from '../../../workers/service/sign-in/pages/form-scripts.ts';
import { signInCountdownScript } from '../../../workers/service/sign-in/pages/sign-in-countdown.ts';
import { signInErrorPage } from '../../../workers/service/sign-in/pages/sign-in-error-page.tsx';
import { timeLimitStyle } from '../../../workers/service/sign-in/pages/time-limit.tsx';
import { phoneMethod } from '../../../workers/service/sign-in/phone/phone-method.ts';
import { resendOnReturnScript } from '../../../workers/service/sign-in/phone/resend-on-return.ts';
import { unansweredPage } from '../../../workers/service/sign-in/phone/unanswered-page.tsx';
import { unregisteredPage } from '../../../workers/service/sign-in/phone/unregistered-page.tsx';
import { waitingPage } from '../../../workers/service/sign-in/phone/waiting-page.tsx';
import { waitingStyle } from '../../../workers/service/sign-in/phone/waiting-style.ts';
import { phoneStatusScript } from '../../../workers/service/sign-in/phone/watch-phone-status.ts';
import { signInTexts } from '../../../workers/service/sign-in/texts/index.ts';
import { describeStates, type RenderPage } from '../../support/assertions/page-states.ts';
import {
  newSignIn,
  now,
  operator,
  pageView,
  phoneRequest,
  shop,
  startedRequest,
  type ViewChanges,
} from '../support/page-views.ts';

const parts = {
  style,
  blockStyle,
  endingStyle,
  formStyle,
  timeLimitStyle,
  consentStyle,
  waitingStyle,
  ...formScripts,
  resendOnReturnScript,
  retryCountdownScript,
  scrollBeforeConsentScript,
  signInCountdownScript,
  phoneStatusScript,
  drawQrCodeScript,
};

const inLanguage =
  (changes: ViewChanges, render: (view: SignInContext) => Response): RenderPage =>
  (language) =>
    render(pageView(language, changes));

const empty: FilledForm = { typed: {}, faults: {}, remember: false, recalled: false };
const typed = { name: '홍길동', phoneNo: '010-1234-5678', telcoCd: 'KM' };
const filled: FilledForm = { ...empty, typed, remember: true };
const hybrid: ViewChanges = { signIn: { isHybrid: true } };
const account: ViewChanges = {
  signIn: { client_id: accountClientId },
  application: accountClient('https://login.example.com', 'en'),
  redirect_uri: 'https://login.example.com/account/signed-in',
};
const logo = { application: { logo: 'data:image/png;base64,AA==' } };
const starts = (...names: string[]) => ({
  methods: [phoneMethod, appMethod] as const,
  env: {
    ...operator,
    STARTS: names.map((name) => ({ telcoCd: name.charAt(0), way: name.slice(2) })),
  },
});

/** A method that the page begins with, such as a passkey. */
const firstWay: ViewChanges = {
  methods: [phoneMethod, { ...appMethod, offer: () => ({ first: 'The first way' }) }],
};

const forms: Record<string, RenderPage> = {
  'a new form': inLanguage({}, (view) => signInPage(view, { form: empty })),
  'a form that the browser must not restore': inLanguage({}, (view) =>
    signInPage(view, { form: empty, forget: true, formGroup: 'group' }),
  ),
  'a form with a guessed carrier': inLanguage({}, (view) => signInPage(view, { form: empty, carrier: 'L' })),
  'a form without automatic login': (language) => {
    const { automaticLogin: _, ...signIn } = newSignIn;
    return signInPage({ ...pageView(language), signIn }, { form: empty });
  },
  'a filled form with automatic login': inLanguage({ signIn: { automaticLogin: 'chosen' } }, (view) =>
    signInPage(view, { form: filled, carrier: 'L' }),
  ),
  'a remembered user': inLanguage(logo, (view) =>
    signInPage(view, { form: { ...filled, recalled: true }, carrier: 'L' }),
  ),
  'a remembered user of a network, without automatic login': (language) => {
    const { automaticLogin: _, ...signIn } = newSignIn;
    const form = { ...filled, typed: { ...typed, telcoCd: 'S' }, recalled: true };
    return signInPage({ ...pageView(language), signIn }, { form });
  },
  'a form inside a WebView': inLanguage({ ...hybrid, ...logo, signIn: { isHybrid: true } }, (view) =>
    signInPage(view, { form: empty }),
  ),
  'a form of the account pages': inLanguage(account, (view) => signInPage(view, { form: empty })),
  'a form without an operator': inLanguage({ env: {} }, (view) => signInPage(view, { form: empty })),
  'a form in a pop-up': inLanguage({ application: { popup: true } }, (view) =>
    signInPage(view, { form: empty }),
  ),
  'a form in the last minute': inLanguage({ signIn: { expires: now + 60 } }, (view) =>
    signInPage(view, { form: empty }),
  ),
  'a form a second before the last minute': inLanguage({ signIn: { expires: now + 61 } }, (view) =>
    signInPage(view, { form: empty }),
  ),
  'a form that no step extends': inLanguage({ signIn: { expires: now + 1_800 } }, (view) =>
    signInPage(view, { form: empty }),
  ),
  'a form with starts by link': inLanguage(starts('S-link', 'K-link', 'L-link'), (view) =>
    signInPage(view, { form: empty }),
  ),
  'a form with starts by link and a likely carrier': inLanguage(starts('S-link', 'K-link'), (view) =>
    signInPage(view, { form: empty, carrier: 'K' }),
  ),
  'a form with starts and a chosen carrier': inLanguage(starts('S-link', 'K-link'), (view) =>
    signInPage(view, { form: { ...empty, typed: { telcoCd: 'SM' } }, carrier: 'K' }),
  ),
  'a form with one start by link': inLanguage(starts('L-link'), (view) => signInPage(view, { form: empty })),
  'a form after a way that comes first': inLanguage(firstWay, (view) => signInPage(view, { form: empty })),
  'a filled form after a way that comes first': inLanguage(firstWay, (view) =>
    signInPage(view, { form: filled }),
  ),
  'a form with starts by code': inLanguage(starts('S-code', 'L-code'), (view) =>
    signInPage(view, { form: empty }),
  ),
};

const refused = (form: FilledForm, error: ProtocolError, changes: ViewChanges = {}) =>
  inLanguage(changes, (view) => formWithError(view, form, error));
const badForm: FilledForm = {
  ...filled,
  faults: { name: 'characters', phoneNo: 'invalid', telcoCd: 'missing' },
};
const formsWithErrors: Record<string, RenderPage> = {
  'typing mistakes': refused(badForm, new ProtocolError(refusals.invalid_item, { item: 'name' })),
  'empty fields': refused(
    { ...empty, faults: { name: 'missing', phoneNo: 'missing', telcoCd: 'missing' } },
    new ProtocolError(refusals.missing_item, { item: 'name' }),
  ),
  'an invalid name': refused(
    { ...filled, faults: { name: 'invalid' } },
    new ProtocolError(refusals.invalid_item, { item: 'name' }),
    starts('S-link'),
  ),
  'unconfirmed entries': refused(filled, new ProtocolError(serviceRefusals.unconfirmed), starts('S-link')),
  'unconfirmed remembered entries': refused(
    { ...filled, recalled: true },
    new ProtocolError(serviceRefusals.unconfirmed),
  ),
  'too many requests': refused(filled, retryLaterError(refusals.too_many_requests, 600), starts('S-link')),
  'too many requests of a remembered user': refused(
    { ...filled, recalled: true },
    retryLaterError(refusals.too_many_requests, 1),
  ),
  "the carrier's limit": refused(filled, retryLaterError(serviceRefusals.carrier_limit, 90)),
  'an outage': refused(filled, new ProtocolError(refusals.unavailable)),
  'another refusal': refused(filled, new ProtocolError(serviceRefusals.start_not_offered)),
};

const turnstile = { ...operator, TURNSTILE_SITE_KEY: 'site-key-1' };
const tooMany = retryLaterError(serviceRefusals.challenge, 60);
const challenges: Record<string, RenderPage> = {
  'typed entries': inLanguage({ env: turnstile }, (view) => challengePage(view, filled, tooMany)),
  'entries to forget, with automatic login': inLanguage(
    { env: turnstile, signIn: { automaticLogin: 'chosen' } },
    (view) => challengePage(view, { ...empty, typed: { name: '"<&>' } }, tooMany),
  ),
  'remembered entries': inLanguage({ env: turnstile, signIn: { automaticLogin: 'chosen' } }, (view) =>
    challengePage(view, { ...filled, recalled: true }, tooMany),
  ),
};

const shown = { name: '홍*동', gender: 'M', ci: 'ab****' } as const;
const agree = (changes: ViewChanges, minor?: 'guarded') =>
  inLanguage(changes, (view) => consentPage(view, { shown, ...(minor && { minor }) }, 'digest'));
const consents: Record<string, RenderPage> = {
  'required and optional items': agree({}),
  'terms that have just changed': agree({ query: '&changed=Y' }),
  'no optional items, in a WebView': agree({ signIn: { optional: [], isHybrid: true } }),
  "a guardian's consent": agree({ application: { guardian_consent: 'By phone' } }, 'guarded'),
  'a guardian who is not needed': agree({ application: { guardian_consent: 'By phone' } }),
  'long terms': agree({
    application: {
      purpose: '가'.repeat(41),
      purpose_en: 'x'.repeat(81),
      retention: '가'.repeat(40),
      retention_en: 'x'.repeat(80),
    },
  }),
  'no English terms and no support': agree({
    application: { purpose_en: '', retention_en: '', support_url: '' },
  }),
  'chosen automatic login': agree({ signIn: { automaticLogin: 'chosen' } }),
  'a full sign-in that the application requires': (language) => {
    const { automaticLogin: _, ...signIn } = newSignIn;
    return consentPage({ ...pageView(language), signIn }, { shown: { name: '홍*동' } }, 'digest');
  },
};

const wait = (request: object, changes: ViewChanges = {}) =>
  inLanguage(changes, (view) => waitingPage(view, { ...phoneRequest, ...request }));
const install = 'https://store.example/pass';
const waiting: Record<string, RenderPage> = {
  'a new request': wait({}),
  'digits to type': wait({ entry: 'type', telcoCd: 'K' }),
  'a carrier that calls, and a link of its own': wait({ calls: true, open: 'pass-app://request/1' }),
  'a carrier without a known app': wait({ telcoCd: 'L' }),
  'a second request after a mismatch': wait({ mismatched: true }),
  'a second before the picture': wait({ sent: now - 9 }),
  'the picture': wait({ sent: now - 10 }),
  'a second before the help': wait({ sent: now - 19, install }),
  'the help, and an app to install': wait({ sent: now - 20, install }),
  'the last button to send again': wait({ sent: now - 60 }, { signIn: { again: 1 } }),
  'no more requests': wait({ sent: now - 60 }, { signIn: { again: 2 } }),
  'a page that no longer reloads': wait({}, { query: '&still=Y' }),
  'the account pages': wait({}, account),
  'a WebView': wait({ install, sent: now - 20 }, { ...hybrid, ...logo, signIn: { isHybrid: true } }),
};

const ended: Record<string, RenderPage> = {
  'a request without a response': inLanguage({}, (view) => unansweredPage(view)),
  'a request that no phone got': inLanguage({}, (view) =>
    unansweredPage(view, signInTexts[view.language].tryAgain),
  ),
  'a number without an app': inLanguage({}, (view) =>
    unregisteredPage(view, { phoneNo: '01012345678', telcoCd: 'S' }),
  ),
  'a number without an app, and an app to install': inLanguage({ signIn: { again: 2 } }, (view) =>
    unregisteredPage(view, { phoneNo: '01012345678', telcoCd: 'K', install: 'market://pass' }),
  ),
  'a number without an app, after three requests': inLanguage({ signIn: { again: 3 } }, (view) =>
    unregisteredPage(view, { phoneNo: '01012345678', telcoCd: 'L', install }),
  ),
};

const start = (request: object, changes: ViewChanges = {}) =>
  inLanguage(changes, (view) => startPage(view, { ...startedRequest, ...request }));
const otherMethods: Record<string, RenderPage> = {
  'a start by link': start({ open: 'pass-app://start/1' }),
  'a start by the general link': start({ sent: now - 19 }),
  'a start without a link, with help': start({ telcoCd: 'L', sent: now - 20 }),
  'a start by a code with digits': start({ way: 'code', code: 'secret', digits: '12345678', calls: true }),
  'a start by a code': start({ way: 'code', code: 'secret' }),
  'a start by digits': start({ way: 'code', digits: '123456' }),
  'an approval in another tab': inLanguage({}, (view) => otherTabPage(view)),
  'a reviewer': inLanguage({}, (view) => reviewPage(view)),
  'a wrong code of a reviewer': inLanguage({}, (view) =>
    refusedReviewPage(view, new ProtocolError(refusals.invalid_item, { item: 'code' })),
  ),
  'too many codes of a reviewer': inLanguage({}, (view) =>
    refusedReviewPage(view, retryLaterError(refusals.too_many_requests, 3_600)),
  ),
};

const kinds = Object.keys(signInTexts.en.refusals) as ErrorDescription['kind'][];
const errorPage =
  (
    kind: ErrorDescription['kind'],
    described: Partial<ErrorDescription>,
    remembersLanguage = false,
  ): RenderPage =>
  (language) => {
    const view = pageView(language, { query: `&ui_locales=${language}` });
    return signInErrorPage(
      { ...view, language: language === 'ko' ? 'en' : 'ko' },
      {
        error: retryLaterError(refusals.unavailable, 5),
        remembersLanguage,
        description: {
          kind,
          context: undefined,
          retry: undefined,
          application: undefined,
          page: view.url,
          ...described,
        },
      },
    );
  };
const inSignIn =
  (kind: ErrorDescription['kind'], described: Partial<ErrorDescription> = {}): RenderPage =>
  (language) =>
    errorPage(kind, { context: pageView(language), ...described })(language);
const errors: Record<string, RenderPage> = {
  ...Object.fromEntries(kinds.map((kind) => [`${kind}, in a sign-in`, inSignIn(kind)])),
  'a sign-in that can be retried': inSignIn('unavailable', { retry: '/oauth2/authorize/wait?flow=1' }),
  'no sign-in': errorPage('missing', {}),
  'no sign-in, with the remembered language': errorPage('missing', {}, true),
  'no sign-in, at a known application': errorPage('otherBrowser', {
    application: { name: shop.name, href: 'https://shop.example/' },
  }),
  'no sign-in, and a retry': errorPage('unavailable', {
    retry: '/oauth2/authorize?client_id=1',
    application: { name: shop.name, href: '/account' },
  }),
};

const pages = {
  forms,
  'forms-with-errors': formsWithErrors,
  challenges,
  consents,
  waiting,
  ended,
  'other-methods': otherMethods,
  errors,
};

test.each(Object.entries(pages))('pages of a sign-in: %s', async (group, states) => {
  await expect(await describeStates(states, parts)).toMatchFileSnapshot(`page-states/${group}.txt`);
});
