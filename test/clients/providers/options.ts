import type { Settings } from '../../../docs/clients/user.ts';

/** What an application is configured with, as a provider of plid takes it. */
export const optionsOf = ({ service, client_id, client_secret, redirect_uri }: Settings) => ({
  service,
  clientId: client_id,
  clientSecret: client_secret,
  redirectUri: redirect_uri,
});
