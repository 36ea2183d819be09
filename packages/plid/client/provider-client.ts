import { withoutEmpty } from '../fields/read-record.ts';
import type { UserRecord } from '../protocol/user-record.ts';
import { callService } from './call-service.ts';
import { readUser } from './endpoints.ts';
import { PlidMismatch } from './errors.ts';
import { type ClientOptions, checkOptions } from './options.ts';

/** The base of every provider for a login library. */
export interface ProviderOptions
  extends Omit<ClientOptions, 'clientSecret' | 'redirectUri' | 'pkce' | 'par'> {
  /** As the service issued it: login libraries run on a server. */
  clientSecret: string;
  /**
   * `true` lets a device log in automatically, which brings only the plid. By default the person approves each sign-in on their phone
   * (`prompt=select_account`), so that the record is whole each time.
   */
  automaticLogin?: boolean | undefined;
}

/** For a library that sends the person to the service and exchanges the code by itself: addresses, parameters, and the user. */
export interface ProviderClient {
  service: string;
  addresses: { authorize: string; par: string; token: string; user: string };
  /** Further parameters of the authorization request (§4.1). */
  parameters: { prompt?: 'select_account' };
  /** For a library that hides the service's refusal of a code. @throws {PlidRefusal} {PlidUnavailable} {PlidMismatch} where the answer to an exchange is one. */
  tellRefusal(answer: Response): Promise<undefined>;
  /** The user behind an access token, every field in the clear. @throws {PlidRefusal} {PlidUnavailable} {PlidMismatch} */
  user(accessToken: string | undefined): Promise<UserRecord>;
}

/** @throws {PlidMismatch} `option`, where one is missing or not valid. */
export function providerClient({ automaticLogin = false, ...options }: ProviderOptions): ProviderClient {
  // The library has its callback address itself.
  const settings = checkOptions({ ...options, redirectUri: options.service });
  const { service, paths } = settings;
  const { clientSecret } = settings;
  if (clientSecret === undefined) throw new PlidMismatch('option', 'The option clientSecret is missing.');
  return {
    service,
    addresses: {
      authorize: service + paths.authorize,
      par: service + paths.par,
      token: service + paths.token,
      user: service + paths.user,
    },
    parameters: automaticLogin ? {} : { prompt: 'select_account' },
    tellRefusal: (answer) =>
      callService(
        { ...settings, fetch: async () => answer },
        paths.token,
        { method: 'POST' },
        () => undefined,
      ),
    user: async (accessToken = '') =>
      withoutEmpty((await readUser({ ...settings, clientSecret }, accessToken, settings.onLeftOut)).user),
  };
}
