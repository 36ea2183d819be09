import { expect, test } from 'vitest';
import { cancelSignIn } from '../../../workers/service/sign-in/code/cancel-sign-in.ts';
import { type DenialReason, denialReasons } from '../../../workers/service/sign-in/stages/denial-reasons.ts';
import { newSignIn, operator, pageView } from '../support/page-views.ts';

const reasons = Object.keys(denialReasons) as DenialReason[];
const env = { ...operator, BASE_URL: 'https://login.example.com' };

/** What the application and this browser get if a sign-in ends for a reason. */
function answerTo(reason: DenialReason, language: 'en' | 'ko', signIn = {}, application = {}) {
  const context = { ...pageView(language, { env, signIn, application }), signInName: 'AAAAAAAAAAA' };
  const { response, formToDrop, signIn: ended } = cancelSignIn(context, reason);
  const form = formToDrop === newSignIn.id ? 'form dropped' : 'form kept';
  return [
    `${response.status} ${form}, ${ended?.stage.at ?? 'cookie as it is'}`,
    ...(response.headers.get('Location') ?? '')
      .split(/[?&]/)
      .map((part) => (part.startsWith('state=') ? part : decodeURIComponent(part))),
  ].join('\n  ');
}

test('each reason of a denial has its answer, and keeps the form only if another try makes sense', async () => {
  const answers = reasons.flatMap((reason) => [
    `# ${reason}`,
    answerTo(reason, 'en'),
    answerTo(reason, 'ko')
      .split('\n')
      .find((line) => line.includes('error_description')),
  ]);
  const openId = answerTo('denied', 'en', { scope: 'openid', state: '' });
  const withIssuer = answerTo('denied', 'en', { state: 'a%20b' }, { iss: true });
  answers.push(
    '# an OpenID Connect request without a state',
    openId,
    '# iss, and a state as it was sent',
    withIssuer,
  );
  await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot('denial-answers.txt');
});

test('a denial after a code was issued changes nothing in the browser', () => {
  const facts = { approved: 0, risk: 'nothing', method: undefined } as const;
  const request = { id: 'r', phoneNo: '01099999999', telcoCd: 'S' } as const;
  const stage = { at: 'granted', granted: 1, plid: 'p', facts, method: 'review', request } as const;
  expect(cancelSignIn(pageView('en', { env, signIn: { stage } }), 'cancelled').signIn).toBeUndefined();
});
