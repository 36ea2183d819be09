import type { ApplicationChoices } from './application-options.ts';

type Choices = Partial<Pick<ApplicationChoices, 'application' | 'guard'>>;

/**
 * The host name at which the service's own paths are reached, such as the account page. At `localhost`, they belong to
 * the developer's own application. A deployed service has its own host instead.
 */
export const servicePathsHost = '127.0.0.1';

/** Returns the origin of the service's own paths. */
export const servicePathsOrigin = (origin: string, { application }: Choices): string =>
  application === undefined ? origin : origin.replace('localhost', servicePathsHost);

/**
 * Returns where the application is, for the welcome of a command. @param identityKey key of the guard's
 * `Plid-Identity`.
 */
export const applicationAddresses = (
  origin: string,
  { application, guard }: Choices,
  identityKey: string,
): [string, string][] => {
  if (application === undefined)
    return [
      ['Shop and phone', `${origin}/sandbox/side-by-side`],
      ['Shop', `${origin}/`],
    ];
  const guarded = `Plid-Identity: HS256 with the key ${identityKey}, iss ${origin}, aud ${application}`;
  return [
    ['Your application', origin],
    ...(guard === undefined ? [] : ([['  behind the guard', guarded]] as [string, string][])),
  ];
};
