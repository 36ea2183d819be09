/** The credentials of a registered application. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** An application that is registered at the service. */
export interface Application extends Credentials {
  /** One of the application's redirect URIs. */
  redirectUri: string;
}

/** An application that is registered for OpenID Connect. */
export interface RelyingParty extends Application {
  /** The issuer of a gateway, such as `https://shop.example.com/auth/oidc`. Default: the service is the issuer. */
  issuer?: string | undefined;
  /** One of the redirect URIs that the application has registered for sign-outs. */
  postLogoutRedirectUri?: string | undefined;
}

/**
 * Returns the HTTP Basic header, which contains the client ID, a colon, and the client secret, together encoded in
 * Base64 (§4.2).
 */
export const basicAuthorizationHeader = ({ clientId, clientSecret }: Credentials) => ({
  Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
});
