import type { Settings } from '../../../docs/clients/user.ts';

/** The options of a file of docs/clients/plid for a registered application. */
export const optionsOf = ({ service, client_id, client_secret, redirect_uri }: Settings) => ({
  service,
  clientId: client_id,
  clientSecret: client_secret,
  redirectUri: redirect_uri,
});
