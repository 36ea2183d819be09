import type { Mutant } from '../mutant.ts';

const tests = ['test/service/carriers.test.ts'];
const silent = ['test/service/ask-twice.test.ts'];
const settings = ['test/parsers/carriers-settings.test.ts'];
const call = 'workers/service/carriers/call-carrier.ts';
const twice = 'workers/service/carriers/ask-twice.ts';
const port = 'workers/service/carriers/http-carrier.ts';
const schema = 'workers/service/carriers/carriers-settings.ts';

export const carriers: readonly Mutant[] = [
  {
    id: 'service-carriers-redirect',
    file: call,
    find: "redirect: 'manual',",
    replace: "redirect: 'follow',",
    breaks: 'A redirect takes the token of a carrier nowhere.',
    tests,
  },
  {
    id: 'service-carriers-endless',
    file: call,
    find: 'await readText(response, maxLength)',
    replace: 'await response.text()',
    breaks: 'At most 32 KiB of an answer are read.',
    tests,
  },
  {
    id: 'service-carriers-refused-again',
    file: call,
    find: '  if (isTemporary(response.status)) throw',
    replace: '  if (response.status !== 200) throw',
    breaks: 'A call that was refused is not sent again.',
    tests,
  },
  {
    id: 'service-carriers-once',
    file: twice,
    find: '  first.catch(again.resolve);\n',
    replace: '  first.catch(() => undefined);\n',
    breaks: 'An attempt that has failed is repeated at once.',
    tests,
  },
  {
    id: 'service-carriers-patient',
    file: twice,
    find: 'const patience = 4_000;',
    replace: 'const patience = 7_000;',
    breaks: 'A carrier that is silent is asked once more after 4 seconds.',
    tests: silent,
  },
  {
    id: 'service-carriers-slow',
    file: twice,
    find: 'const timeout = 8_000;',
    replace: 'const timeout = 9_500;',
    breaks: 'A carrier has 8 seconds in all.',
    tests: silent,
  },
  {
    id: 'service-carriers-other',
    file: port,
    find: 'telcoCd ?? onlyCarrier(env)',
    replace: "(telcoCd && 'S') ?? onlyCarrier(env)",
    breaks: 'A request is asked about at its own carrier alone.',
    tests,
  },
  {
    id: 'service-carriers-nobody',
    file: 'workers/service/carriers/check-carriers.ts',
    find: "if (answer.status !== 'unconfirmed')",
    replace: "if (answer.status === 'declined')",
    breaks: 'The check finds a carrier that confirms a number which nobody has.',
    tests,
  },
  {
    id: 'service-carriers-both',
    file: schema,
    find: 'if (env[token] && env[certificate]) return',
    replace: 'if (env[token] === env[certificate]) return',
    breaks: 'A carrier has a token or a certificate, never both.',
    tests: settings,
  },
  {
    id: 'service-carriers-clear',
    file: schema,
    find: 'isSecureAddress(url) && text',
    replace: 'text',
    breaks: 'The token of a carrier never goes over plain http.',
    tests: settings,
  },
];
