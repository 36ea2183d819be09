import type { AdminApi, Application } from '../cli/admin-api.ts';
import { checkOlderApplications } from './older-registrations.ts';
import type { Finding } from './public-endpoints.ts';

/** The path of the callback of plid's gateway. */
const gatewayCallback = '/auth/callback';

/**
 * Checks that the registered applications can be decrypted with the service's keys, and that gateways and relying
 * parties receive events about ended accounts.
 */
export async function checkApplications(admin: AdminApi, origin: string): Promise<Finding[]> {
  const applications = await admin.list();
  const sealed = (word: 'earlier' | 'unknown') =>
    applications.filter(({ secrets }) => secrets.some((secret) => secret.sealed === word));
  const found = [
    ...about(sealed('unknown'), {
      level: 'fault',
      what: (names) =>
        `KEYS does not open what is kept of the client secrets of ${names}: nobody's record can be read there`,
      advice:
        'KEYS is of before a rotation, or of another service. Deploy with the file that it was last deployed with (docs/secrets.md).',
    }),
    ...about(sealed('earlier'), {
      level: 'note',
      what: (names) =>
        `what is kept of the client secrets of ${names} is sealed under an earlier key of KEYS`,
      advice: 'That is right while KEYS is rotated: npx plid-admin keys status service says what comes next.',
    }),
    ...about(applications.filter(hearsNothing), {
      level: 'note',
      what: (names) => `${names} is not told of accounts that end, and has the callback of a gateway`,
      advice:
        'What is erased here stays there. npx plid-admin applications update <client_id> --events <its origin>/auth/events (docs/operating-gateway.md).',
    }),
    ...about(applications.filter(logsNobodyOut), {
      level: 'note',
      what: (names) => `${names} has an address for log-outs, and is not registered for OpenID Connect`,
      advice:
        'Nobody is logged out there. npx plid-admin applications update <client_id> --openid RS256 (docs/applications.md).',
    }),
    ...checkOlderApplications(origin, applications),
  ];
  return found.length > 0 ? found : [good(applications)];
}

/** A finding about some applications, if there are any. */
const about = (
  applications: readonly Application[],
  { what, ...rest }: Omit<Finding, 'what'> & { what(names: string): string },
): Finding[] => (applications.length === 0 ? [] : [{ ...rest, what: what(named(applications)) }]);

const hearsNothing = ({ events, redirect_uris }: Application): boolean =>
  events === '' && redirect_uris.some((uri) => uri.endsWith(gatewayCallback));

const logsNobodyOut = ({ openid, openid_logout }: Application): boolean => !openid && Boolean(openid_logout);

/** At most three of them, each with its name or client id. */
function named(applications: readonly Application[]): string {
  const names = applications.slice(0, 3).map(({ name, client_id }) => `${name} (${client_id})`);
  const more = applications.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const good = ({ length }: readonly Application[]): Finding => ({
  level: 'good',
  what: length === 1 ? 'its one application is in order' : `its ${length} applications are in order`,
});
