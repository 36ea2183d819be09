import type { Settings } from '../../../docs/clients/user.ts';

/** The options of an application for a provider of plid. */
export const optionsOf = ({ service, client_id, client_secret, redirect_uri }: Settings) => ({
  service,
  clientId: client_id,
  clientSecret: client_secret,
  redirectUri: redirect_uri,
});
