import type { Result } from '../test-suite/run-cases.ts';

/** A module of the OpenID Foundation's certification plans, with its result in a run. */
export interface ModuleResult {
  /** The section of the module's cases. */
  plan: string;
  module: string;
  outcome: Result['outcome'] | 'not played';
  /** The reason why the module was skipped or has no case. If the module failed, a description of the failure. */
  explanation?: string;
}

/**
 * The reasons why no case covers a module. If there's a reason only for the service, a case covers the module for
 * the gateway, and vice versa.
 */
interface Unplayed {
  service?: string;
  gateway?: string;
}
const atBoth = (why: string): Unplayed => ({ service: why, gateway: why });

const noAddress = atBoth('Not offered: users have no postal address (§2.1). The suite skips the module.');
const noSession: Unplayed = {
  service:
    'Fails at the service by design, because the service keeps no session and prompts the phone at each sign-in. Passes at a gateway.',
};
const needsBrowser = atBoth('Needs a browser that posts the response. Run the module with the suite.');
const noBackChannel: Unplayed = {
  service:
    "Fails by design: signing out of one application doesn't sign the user out of others. A logout_token is sent after an event and names the user.",
  gateway: 'Needs a receiver that the gateway can reach. Run the module with the suite.',
};

const unplayed: Record<string, Record<string, Unplayed>> = {
  'Basic OP': {
    'oidcc-scope-address': noAddress,
    'oidcc-scope-all': noAddress,
    'oidcc-prompt-none-logged-in': noSession,
    'oidcc-id-token-hint': noSession,
    'oidcc-max-age-10000': {
      service: 'Prompts the phone again, because the service keeps no session. The suite reports a warning.',
    },
    'oidcc-codereuse-30seconds': atBoth(
      "This suite doesn't wait. `oidcc-codereuse` tests the same behavior.",
    ),
    'oidcc-ensure-request-object-with-redirect-uri': atBoth(
      'Not offered: request objects are rejected. The suite skips the module.',
    ),
    'oidcc-refresh-token': atBoth('Not offered: there are no refresh tokens. The suite skips the module.'),
  },
  'Form Post OP': { 'oidcc-server': needsBrowser },
  'Back-channel OP': {
    'oidcc-backchannel-logout-discovery-endpoint-verification': noBackChannel,
    'oidcc-backchannel-rp-initiated-logout': noBackChannel,
  },
};

/** Sections whose cases correspond to modules of the OpenID Foundation. */
const openIdSections: readonly string[] = ['Config OP', 'Basic OP', 'Form Post OP', 'RP-Initiated Logout OP'];

/** Returns the modules of the tested plans, including modules without cases. */
export function certificationModulesOf(results: readonly Result[], half: keyof Unplayed): ModuleResult[] {
  const played = results
    .filter(({ section }) => openIdSections.includes(section))
    .map(({ section: plan, statement, outcome, reason, came }): ModuleResult => {
      const [module = ''] = statement.split(':');
      const explanation = reason ?? came;
      return { plan, module, outcome, ...(explanation !== undefined && { explanation }) };
    });
  if (played.length === 0) return [];
  const others = Object.entries(unplayed).flatMap(([plan, modules]) =>
    Object.entries(modules).flatMap(([module, why]): ModuleResult[] => {
      const explanation = why[half];
      return explanation === undefined ? [] : [{ plan, module, outcome: 'not played', explanation }];
    }),
  );
  return [...played, ...others];
}

const marks = { passed: '✓', failed: '✗', skipped: '–', 'not played': '–' };

/** Describes the modules as text, grouped by plan. The text is empty if no OpenID Connect case has run. */
export function describeModules(modules: readonly ModuleResult[]): string {
  const plans = [...new Set(modules.map(({ plan }) => plan))];
  const blocks = plans.map((plan) => {
    const own = modules.filter((one) => one.plan === plan);
    const lines = own.map(({ module, outcome, explanation }) =>
      [`  ${marks[outcome]} ${module}`, ...(explanation === undefined ? [] : [`      ${explanation}`])].join(
        '\n',
      ),
    );
    return [`${plan}`, ...lines].join('\n');
  });
  return plans.length === 0 ? '' : ['Modules of the OpenID Foundation', ...blocks].join('\n\n');
}
