/**
 * The tests of the product that take long. They run programs of their own (sandboxes), compare many lives with a model, measure,
 * kill and restart, wait for a time-out, start worlds that no other file uses, or send many requests (two seconds and more for one file). The rest are everyday tests: pure ones, and those whose worlds many files share. CI runs both, and the tests of each ring.
 */
export const thorough = [
  'test/doors/{dns-rebinding,gateway-host,gateway-host-posts,in-app-browser,prefetch,preflights,published-keys,repeated-callback}.test.ts',
  'test/{outages,scale}/**/*.test.ts',
  'test/kits/carrier-kit/!(carrier-kit).test.ts',
  'test/package/command/**/*.test.ts',
  'test/kits/conformance/!(case-needs|case-requests|https-case|wrong-gateways).test.ts',
  'test/package/sandbox/!(load-miniflare).test.ts',
  'test/effects/*.test.ts',
  'test/every-worker/{bundles,events,openid-discovery,page-or-json,recorded-accesses,request-id,sign-in-name,traces}.test.ts',
  'test/objects/object-{alarms,costs,failures}.test.ts',
  'test/harness/{isolation,named-files,reporter,unread-body}.test.ts',
  'test/documents/{code-blocks,pasted-lines,watching}.test.ts',
  'test/service/**/{affected-users,app-initiated,application-changes,application-copies,application-history,authorize-error-order,barocert-kit,barocert-port,barocert-sign-in,carrier,carrier-answers,carrier-clock,carrier-numbers,carrier-questions,carriers,challenge,device-generations,disclosure-key-rotation,durability,event-keys,expiry,identity-at-rest,known-and-unknown,local-applications,minimal-carrier,new-isolate,openid-keys,optional-parts,phone-key,request-attempt,review,sign-in-expiry,sign-in-lockout,sign-in-owner,single-use,waiting-socket}.test.ts',
  'test/gateway/**/{any-service,app-automatic-login,app-single-use,apps,back-channel-logout,broken-off,departures,failures,gateway-access-records,http,leaving-page,party-fields,pushed-requests,sandbox-faults,settings,state-nonces,stored,verify-methods,with-service}.test.ts',
  'test/attacks/{access-records,affected-users,affected-users-at-rest,app-initiated,carrier-links,every-route,faulty-settings,gateway,gateway-openid,gateway-unauthenticated,malformed-requests,push-bombing,pushed-requests,rate-limit-lockout,relay,relay-abroad,relay-denial,relay-unmatched,reviewers,secrets-in-logs,sign-in}.test.ts',
  'verify/{fuzz,model,neighboring-builds,protocol,schedules}/!(oracles).test.ts',
  'bench/test/*.test.ts',
];

/** The tests of pages in Chromium, which take a third of the time of all that aren't everyday. CI runs them as well. */
export const browser = ['test/browser/!(login).test.ts', 'test/browser/every-page/*.test.ts'];

/** The tests that need other browsers: `npm run verify -- engines`, each night. */
export const engines = ['verify/engines/*.test.ts'];

/** The tests that need other people's packages: `npm run verify -- clients` installs them. CI runs it as well. */
export const clients = ['verify/clients/**/*.test.ts', 'verify/examples/**/*.test.ts'];
