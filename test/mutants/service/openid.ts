import type { Mutant } from '../mutant.ts';

const tests = ['test/service/openid.test.ts'];

/** Mistakes in what OpenID Connect adds. */
export const openid: readonly Mutant[] = [
  {
    id: 'service-openid-unregistered',
    file: 'workers/service/shared/authorization-request.ts',
    find: '  if (!openid) return undefined;\n',
    replace: '',
    breaks: 'For an application that is not registered for OpenID Connect `scope` means nothing.',
    tests,
  },
  {
    id: 'service-openid-asked-by-scope',
    file: 'workers/service/authorize/steps/read-request.ts',
    find: 'attributesIn(request.scope, attributes)',
    replace: 'attributes',
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
    find: 'device?.plid === subject ?',
    replace: 'device ?',
    breaks: 'The id_token of another user ends nothing.',
    tests: ['test/service/openid-logout.test.ts'],
  },
  {
    id: 'service-openid-log-out-unasked',
    file: 'workers/service/openid/log-out.ts',
    find: "if (request.method === 'POST' && crossOriginHeader(request, url)) return",
    replace:
      "if (request.method === 'POST') return confirmLogOut(context);\n  if (crossOriginHeader(request, url)) return",
    breaks: 'A form of another site ends nothing without asking.',
    tests: ['test/service/openid-logout.test.ts'],
  },
  {
    id: 'service-openid-hint-of-another-application',
    file: 'workers/service/authorize/steps/hinted-person.ts',
    find: "hint?.audience === client_id ? hint.subject : ''",
    replace: "hint?.subject ?? ''",
    breaks: 'The id_token of another application names nobody.',
    tests: ['test/service/openid-hint.test.ts'],
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
