/**
 * The tests of the product that take long. They run programs of their own (sandboxes, Chromium), compare many lives with a model, measure,
 * kill and restart, wait for a time-out, or start worlds that no other file uses. The rest are everyday tests: pure ones, and those whose
 * worlds many files share. CI runs both, and the tests of each ring.
 */
export const thorough = [
  'test/browser/!(login).test.ts',
  'test/browser/every-page/*.test.ts',
  'test/doors/dns-rebinding.test.ts',
  'test/{outages,scale}/**/*.test.ts',
  'test/kits/carrier-kit/!(carrier-kit).test.ts',
  'test/package/command/**/*.test.ts',
  'test/kits/conformance/!(case-needs|case-requests|https-case|wrong-gateways).test.ts',
  'test/package/sandbox/!(load-miniflare).test.ts',
  'test/effects/*.test.ts',
  'test/every-worker/{events,request-id,traces}.test.ts',
  'test/objects/object-{alarms,costs,failures}.test.ts',
  'test/harness/{isolation,reporter}.test.ts',
  'test/documents/{pasted-lines,watching}.test.ts',
  'test/service/**/{application-copies,barocert-kit,carrier,carrier-clock,carrier-numbers,carriers,disclosure-key-rotation,durability,event-keys,expiry,request-attempt,identity-at-rest,local-applications,minimal-carrier,new-isolate,openid-keys,optional-parts,phone-key,single-use}.test.ts',
  'test/gateway/**/{any-service,app-automatic-login,broken-off,failures,leaving-page,party-fields,pushed-requests,sandbox-faults,settings,state-nonces,stored,with-service}.test.ts',
  'test/attacks/{affected-users,affected-users-at-rest,faulty-settings,gateway,malformed-requests,push-bombing,pushed-requests,rate-limit-lockout,relay,relay-abroad,relay-denial,secrets-in-logs}.test.ts',
  'verify/{fuzz,model,neighboring-builds,protocol,schedules}/!(oracles).test.ts',
  'bench/test/*.test.ts',
];

/** The tests that need other people's packages: `npm run verify -- clients` installs them. CI runs it as well. */
export const clients = ['verify/clients/**/*.test.ts', 'verify/examples/**/*.test.ts'];
