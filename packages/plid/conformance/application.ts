/** The credentials that an application got when it was registered. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** An application that is registered at the service. */
export interface Application extends Credentials {
  /** One of its callback addresses. */
  redirectUri: string;
}

/** HTTP Basic: the Base64 of client id, a colon, client secret (§4.2). */
export const basic = ({ clientId, clientSecret }: Credentials) => ({
  Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
});
