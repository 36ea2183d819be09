/**
 * Identity headers that other proxies set. Applications that were or could be configured for such a proxy trust
 * these headers from any caller. The list excludes headers that applications let their own pages send, such as
 * `X-Auth-Token`.
 */
const families = [
  // Headers of CGI, Authelia, and Kubernetes; Grafana; authentik; SiteMinder; WebSEAL; Shibboleth; Tailscale
  ...['remote', 'x-remote', 'x-proxy-user', 'x-proxy-remote-user', 'x-webauth', 'x-authentik'],
  ...['sm-user', 'sm-userdn', 'iv-user', 'iv-groups', 'iv-creds', 'shib', 'x-shib', 'tailscale'],
  // Headers of oauth2-proxy, including the headers that its guide for nginx sets; mod_auth_openidc and APISIX;
  // Vouch; Pomerium; Kong
  ...['x-auth-(?:request|user|username|email|name|groups?|roles?)', 'x-(?:user|email|userinfo)$'],
  ...['oidc', 'x-oidc', 'x-vouch', 'x-pomerium', 'x-consumer', 'x-credential', 'x-authenticated'],
  // Headers of Cloudflare Access, AWS, Google, Azure, and IIS
  ...['cf-access', 'x-amzn-oidc', 'x-goog-(?:iap|authenticated)', 'x-appengine-user'],
  ...['x-(?:apigateway|endpoint)-api-userinfo', 'x-ms-(?:client-principal|token)', 'x-iisnode'],
  // Headers with client certificates that a TLS-terminating proxy has verified
  ...[
    '(?:x-)?(?:ssl-)?client-(?:cert|verify|dn|subject|issuer|s-dn|i-dn)',
    '(?:x-)?ssl-client',
    'x-arr-clientcert',
  ],
];
const foreignIdentity = new RegExp(`^(?:${families.join('|')})(?:-|$)`);

/**
 * Whether a header could pass as another proxy's identity header. CGI and similar interfaces don't distinguish `-`
 * from other non-alphanumeric characters in header names. @param trusted lowercase names of headers that a proxy
 * in front of the gateway sets, in exactly this spelling.
 */
export const isForeignIdentityHeader = (name: string, trusted: readonly string[]): boolean =>
  foreignIdentity.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')) &&
  !trusted.includes(name.toLowerCase());
