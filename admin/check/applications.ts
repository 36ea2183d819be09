import type { AdminApi, Application } from '../cli/admin-api.ts';
import type { Finding } from './public-endpoints.ts';

/** Path of the callback in plid's gateway. */
const gatewayCallback = '/auth/callback';

/**
 * Checks that the registered applications can be decrypted with the service's keys, and that gateways and relying
 * parties receive events about ended accounts.
 */
export async function checkApplications(admin: AdminApi): Promise<Finding[]> {
  const applications = await admin.list();
  const sealed = (word: 'earlier' | 'unknown') =>
    applications.filter(({ secrets }) => secrets.some((secret) => secret.sealed === word));
  const found = [
    ...about(sealed('unknown'), {
      level: 'fault',
      what: (names) =>
        `KEYS can't decrypt the stored client secrets of ${names}, so those applications can't read any user data`,
      advice:
        'KEYS predates a rotation or belongs to another service. Deploy with the secrets file from the last deployment (docs/operate/keys.md).',
    }),
    ...about(sealed('earlier'), {
      level: 'note',
      what: (names) => `the stored client secrets of ${names} are encrypted with an earlier key of KEYS`,
      advice:
        'This is expected during a rotation of KEYS. For the next step, run: npx plid-admin keys status service',
    }),
    ...about(applications.filter(hearsNothing), {
      level: 'note',
      what: (names) =>
        `registered with a gateway's callback address, but without an address for events about ended accounts: ${names}`,
      advice:
        'Users erased here stay stored there. Run: npx plid-admin applications update <client_id> --events <its origin>/auth/events (docs/operate/deploy.md, Deploy a gateway).',
    }),
    ...about(applications.filter(hasUnusedLogoutAddress), {
      level: 'note',
      what: (names) => `registered with a back-channel logout address, but not for OpenID Connect: ${names}`,
      advice:
        'No user is signed out there. Run: npx plid-admin applications update <client_id> --openid RS256 (docs/operate/applications.md, OpenID Connect).',
    }),
  ];
  return found.length > 0 ? found : [good(applications)];
}

/** Returns a list with one finding about the given applications, or an empty list if no applications are given. */
const about = (
  applications: readonly Application[],
  { what, ...rest }: Omit<Finding, 'what'> & { what(names: string): string },
): Finding[] => (applications.length === 0 ? [] : [{ ...rest, what: what(named(applications)) }]);

const hearsNothing = ({ events, redirect_uris }: Application): boolean =>
  events === '' && redirect_uris.some((uri) => uri.endsWith(gatewayCallback));

const hasUnusedLogoutAddress = ({ openid, openid_logout }: Application): boolean =>
  !openid && Boolean(openid_logout);

/** Lists at most three applications, each with its name and client ID. */
function named(applications: readonly Application[]): string {
  const names = applications.slice(0, 3).map(({ name, client_id }) => `${name} (${client_id})`);
  const more = applications.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const good = ({ length }: readonly Application[]): Finding => ({
  level: 'good',
  what:
    length === 1
      ? 'the only registered application is valid'
      : `all ${length} registered applications are valid`,
});
