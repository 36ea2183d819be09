import { withoutEmpty } from '../fields/read-record.ts';
import type { UserRecord } from '../protocol/user-record.ts';
import { callService } from './call-service.ts';
import { readUser } from './endpoint-calls.ts';
import { PlidMismatch } from './errors.ts';
import { type ClientOptions, checkOptions } from './options.ts';

/** Options that all providers for login libraries share. */
export interface ProviderOptions
  extends Omit<ClientOptions, 'clientSecret' | 'redirectUri' | 'pkce' | 'par'> {
  /** The client secret, issued by the service. It's required because login libraries run on a server. */
  clientSecret: string;
  /**
   * `true` allows automatic login, which returns only the plid. By default, the user approves each sign-in on the
   * phone (`prompt=select_account`), so that the record is complete.
   */
  automaticLogin?: boolean | undefined;
}

/** URLs, parameters, and functions for a library that handles the redirect and the code exchange itself. */
export interface ProviderClient {
  service: string;
  addresses: { authorize: string; par: string; token: string; user: string };
  /** Additional parameters of the authorization request (§4.1). */
  parameters: { prompt?: 'select_account' };
  /**
   * Throws the service's error, for a library that would hide this error. @throws {PlidRefusal} {PlidUnavailable}
   * {PlidMismatch} if the response to a code exchange is an error.
   */
  tellRefusal(answer: Response): Promise<undefined>;
  /**
   * Returns the user for an access token, with every field decrypted. @throws {PlidRefusal} {PlidUnavailable}
   * {PlidMismatch}
   */
  user(accessToken: string | undefined): Promise<UserRecord>;
}

/** @throws {PlidMismatch} `option` if an option is missing or invalid. */
export function providerClient({ automaticLogin = false, ...options }: ProviderOptions): ProviderClient {
  // The value of `redirectUri` is a placeholder, because the library has its own redirect URI.
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
      withoutEmpty(
        (await readUser({ ...settings, clientSecret }, accessToken, settings.onDroppedField)).user,
      ),
  };
}
