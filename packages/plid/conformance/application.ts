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

/** An application that is registered for OpenID Connect. */
export interface RelyingParty extends Application {
  /** The issuer of a gateway, such as `https://shop.example.com/auth/oidc`. Without it the service itself is the issuer. */
  issuer?: string | undefined;
  /** One of its addresses for sign-outs. */
  postLogoutRedirectUri?: string | undefined;
}

/** HTTP Basic: the Base64 of client id, a colon, client secret (§4.2). */
export const basic = ({ clientId, clientSecret }: Credentials) => ({
  Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
});
