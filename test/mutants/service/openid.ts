import type { Mutant } from '../mutant.ts';

const tests = ['test/service/openid.test.ts'];

/** Mistakes in what OpenID Connect adds. */
export const openid: readonly Mutant[] = [
  {
    id: 'service-openid-unregistered',
    file: 'workers/service/shared/authorization-request.ts',
    find: 'application.openid ? readScope(parameters) : undefined',
    replace: 'readScope(parameters)',
    breaks: 'For an application that is not registered for OpenID Connect `scope` means nothing.',
    tests,
  },
  {
    id: 'service-openid-automatic',
    file: 'workers/service/authorize/steps/automatic-login.ts',
    find: '  (scope !== undefined && application.openid_automatic !== true)',
    replace: '  false',
    breaks: 'A request of OpenID Connect logs in automatically only where the application is registered so.',
    tests,
  },
  {
    id: 'service-openid-max-age',
    file: 'workers/service/objects/account.ts',
    find: ' || stored.started < startedSince',
    replace: '',
    breaks: 'A max_age that has passed reaches the phone.',
    tests,
  },
  {
    id: 'service-openid-address-of-code',
    file: 'workers/service/objects/account.ts',
    find: 'redirect !== presented.redirect || ',
    replace: '',
    breaks: 'A code is bound to the redirect address of its request.',
    tests,
  },
  {
    id: 'service-openid-challenge-of-code',
    file: 'workers/service/objects/account.ts',
    find: ' || code_challenge !== presented.code_challenge',
    replace: '',
    breaks: 'A code is bound to the challenge of its request.',
    tests,
  },
  {
    id: 'service-openid-asked-by-scope',
    file: 'workers/service/authorize/steps/create-sign-in.ts',
    find: '  if (scope === undefined) return { asked, optional };\n',
    replace: '  return { asked, optional };\n',
    breaks: 'A person is asked for what the claims of the scopes are made of, and nothing else.',
    tests,
  },
  {
    id: 'service-openid-refused-attribute',
    file: 'workers/service/openid/claims-of-login.ts',
    find: 'agreed.includes(attribute) && ',
    replace: '',
    breaks: 'What a person has refused is no claim.',
    tests,
  },
  {
    id: 'service-openid-userinfo-retired',
    file: 'workers/service/openid/userinfo.ts',
    find: 'application?.openid && application.secrets.some(({ id }) => id === secret)',
    replace: 'application !== undefined',
    breaks:
      'A token ends with the secret that it was asked for with, and with the registration for OpenID Connect.',
    tests,
  },
  {
    id: 'service-openid-log-out-of-another',
    file: 'workers/service/openid/log-out.ts',
    find: 'registered?.plid !== subject',
    replace: 'registered === undefined',
    breaks: 'The id_token of somebody else ends nothing.',
    tests: ['test/service/openid-logout.test.ts'],
  },
  {
    id: 'service-openid-hint-of-another',
    file: 'workers/service/authorize/steps/hinted-person.ts',
    find: 'hint?.subject === plid && ',
    replace: 'hint !== undefined && ',
    breaks: 'The id_token of somebody else logs nobody in without a page.',
    tests: ['test/service/openid-hint.test.ts'],
  },
  {
    id: 'service-openid-logout-refused',
    file: 'workers/service/objects/deliver-event.ts',
    find: "  if (status === 400 && isLogout) return { outcome: 'refused', status };\n",
    replace: '',
    breaks: 'A log-out that a relying party has refused is not sent again.',
    tests: ['test/service/openid-back-channel.test.ts'],
  },
  {
    id: 'service-openid-logout-without-openid',
    file: 'workers/service/objects/event-message.ts',
    find: '  if (!openid || !openid_logout) return undefined;\n',
    replace: "  if (!openid_logout) return undefined;\n  openid ||= 'RS256';\n",
    breaks: 'An application that is no relying party any more is sent no log-out.',
    tests: ['test/service/openid-back-channel.test.ts'],
  },
];
