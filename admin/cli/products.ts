import type { Line } from '../../tools/terminal/layout.ts';
import type { Provider } from './admin-api.ts';

/** The settings that products ask for. */
export interface Values {
  client_id: string;
  client_secret: string;
  /** Space-separated scopes. */
  scope: string;
  /** The provider's metadata, for products that don't read the discovery document. */
  provider: Provider;
}

/**
 * A product that signs users in with OpenID Connect. In the product, the service is named `plid`, and some
 * callbacks contain this name.
 */
export interface Product {
  /** Format of the product's address for `--at`. Missing if the product generates and displays a callback. */
  at?: string;
  /** Callback path, relative to the product's address. */
  callback?: string;
  /** Back-channel logout path, relative to the product's address (OpenID Connect Back-Channel Logout 1.0). */
  logout?: string;
  /**
   * Redirect path after a sign-out, relative to the product's address (OpenID Connect RP-Initiated Logout 1.0).
   * Only for products that start a sign-out.
   */
  signedOut?: string;
  /** The place in the product where the operator pastes the values. */
  where: string;
  /** Scopes that the product needs in addition to the scopes of the application's attributes. */
  scope?: 'email';
  /** True if the product reads the user's claims from the id_token, and never calls userinfo in this setup. */
  idTokenOnly?: true;
  /** True if the product sends no PKCE challenge, according to its documentation. */
  withoutPkce?: true;
  /** Returns the values, each with its name in the product. */
  rows(values: Values): Line[];
}

const discoveryOf = ({ provider }: Values) => `${provider.issuer}/.well-known/openid-configuration`;

const products = {
  authjs: {
    at: 'https://app.example.com',
    callback: '/api/auth/callback/plid',
    idTokenOnly: true,
    where: 'providers, in your code',
    rows: ({ provider, ...values }) => [
      ['id', 'plid'],
      ['type', 'oidc'],
      ['issuer', provider.issuer],
      ['clientId', values.client_id],
      ['clientSecret', values.client_secret],
      ['authorization.params.scope', values.scope],
    ],
  },
  'better-auth': {
    at: 'https://app.example.com',
    callback: '/api/auth/callback/plid',
    idTokenOnly: true,
    where: 'genericOAuth, in your code',
    rows: (values) => [
      ['providerId', 'plid'],
      ['discoveryUrl', discoveryOf(values)],
      ['clientId', values.client_id],
      ['clientSecret', values.client_secret],
      ['scopes', values.scope],
      ['pkce', 'true'],
    ],
  },
  keycloak: {
    at: 'https://sso.example.com/realms/main',
    callback: '/broker/plid/endpoint',
    logout: '/protocol/openid-connect/logout/backchannel-logout',
    signedOut: '/broker/plid/endpoint/logout_response',
    where: 'Identity providers, OpenID Connect v1.0',
    rows: (values) => [
      ['Alias', 'plid'],
      ['Discovery endpoint', discoveryOf(values)],
      ['Client authentication', 'Client secret sent as basic auth'],
      ['Client ID', values.client_id],
      ['Client Secret', values.client_secret],
      ['Scopes', values.scope],
      ['Sync mode', 'Import'],
      ['Use PKCE', 'On'],
      ['PKCE Method', 'S256'],
      ['Backchannel logout', 'On'],
    ],
  },
  auth0: {
    at: 'https://example.eu.auth0.com',
    callback: '/login/callback',
    idTokenOnly: true,
    where: 'Authentication, Enterprise, OpenID Connect',
    rows: (values) => [
      ['OpenID Connect Discovery URL', discoveryOf(values)],
      ['Type', 'Back Channel'],
      ['Client ID', values.client_id],
      ['Client Secret', values.client_secret],
      ['Scopes', values.scope],
    ],
  },
  cognito: {
    at: 'https://example.auth.ap-northeast-2.amazoncognito.com',
    callback: '/oauth2/idpresponse',
    withoutPkce: true,
    where: 'Social and external providers, OpenID Connect (OIDC)',
    rows: ({ provider, ...values }) => [
      ['Provider name', 'plid'],
      ['Client ID', values.client_id],
      ['Client secret', values.client_secret],
      ['Authorized scopes', values.scope],
      ['Attribute request method', 'GET'],
      ['Issuer URL', provider.issuer],
    ],
  },
  supabase: {
    at: 'https://example.supabase.co',
    callback: '/auth/v1/callback',
    idTokenOnly: true,
    where: 'Authentication, Providers, New Provider, OIDC',
    rows: ({ provider, ...values }) => [
      ['Identifier', 'custom:plid'],
      ['Issuer URL', provider.issuer],
      ['Client ID', values.client_id],
      ['Client Secret', values.client_secret],
      ['Scopes', values.scope],
      ['email_optional', 'true'],
      ['pkce_enabled', 'true'],
    ],
  },
  logto: {
    where: 'Connectors, Social connectors, OIDC',
    idTokenOnly: true,
    withoutPkce: true,
    rows: ({ provider: { authorization_endpoint, token_endpoint, jwks_uri, issuer }, ...values }) => [
      ['Authorization Endpoint', authorization_endpoint],
      ['Token Endpoint', token_endpoint],
      ['Client ID', values.client_id],
      ['Client Secret', values.client_secret],
      ['Scope', values.scope],
      [
        'ID Token Verification Config',
        JSON.stringify({ jwksUri: jwks_uri, issuer, audience: values.client_id }),
      ],
    ],
  },
  firebase: {
    at: 'https://example.firebaseapp.com',
    callback: '/__/auth/handler',
    idTokenOnly: true,
    withoutPkce: true,
    where: 'Authentication, Sign-in method, OpenID Connect',
    rows: ({ provider, ...values }) => [
      ['Grant type', 'Code flow'],
      ['Name', 'plid'],
      ['Client ID', values.client_id],
      ['Issuer (URL)', provider.issuer],
      ['Client secret', values.client_secret],
      ['addScope, in your code', values.scope],
    ],
  },
  'cloudflare-access': {
    at: 'https://example.cloudflareaccess.com',
    callback: '/cdn-cgi/access/callback',
    idTokenOnly: true,
    where: 'Zero Trust, Login methods, OpenID Connect',
    scope: 'email',
    rows: ({ provider, ...values }) => [
      ['App ID', values.client_id],
      ['Client secret', values.client_secret],
      ['Auth URL', provider.authorization_endpoint],
      ['Token URL', provider.token_endpoint],
      ['Certificate URL', provider.jwks_uri],
      ['Scopes', values.scope],
      ['Email claim', 'email'],
      ['Proof Key for Code Exchange (PKCE)', 'On'],
    ],
  },
  ory: {
    at: 'https://example.projects.oryapis.com',
    callback: '/self-service/methods/oidc/callback/plid',
    where: 'selfservice.methods.oidc.config.providers',
    rows: ({ provider, ...values }) => [
      ['id', 'plid'],
      ['provider', 'generic'],
      ['issuer_url', provider.issuer],
      ['client_id', values.client_id],
      ['client_secret', values.client_secret],
      ['scope', values.scope.split(' ').join(', ')],
      ['claims_source', 'userinfo'],
      ['pkce', 'force'],
    ],
  },
  'oauth2-proxy': {
    at: 'https://application.example.com',
    callback: '/oauth2/callback',
    where: 'its options',
    rows: ({ provider, ...values }) => [
      ['--provider', 'oidc'],
      ['--oidc-issuer-url', provider.issuer],
      ['--client-id', values.client_id],
      ['--client-secret', values.client_secret],
      ['--scope', values.scope],
      ['--code-challenge-method', 'S256'],
      ['--oidc-email-claim', 'sub'],
      ['--email-domain', '*'],
    ],
  },
  workos: {
    where: 'Connections, OpenID Connect',
    scope: 'email',
    idTokenOnly: true,
    withoutPkce: true,
    rows: (values) => [
      ['Client ID', values.client_id],
      ['Client Secret', values.client_secret],
      ['Discovery Endpoint', discoveryOf(values)],
    ],
  },
} satisfies Record<string, Product>;

export type ProductName = keyof typeof products;
export const productNames = Object.keys(products) as ProductName[];
export const productOf = (name: ProductName): Product => products[name];
