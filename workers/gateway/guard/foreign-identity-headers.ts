/**
 * With these other proxies tell the application behind them who sends a request: one that stood behind such a proxy before, or is
 * made to, believes whoever sends them. Not among them is what applications let their own pages send, such as `X-Auth-Token`.
 */
const families = [
  // CGI, Authelia, Kubernetes; Grafana; authentik; SiteMinder; WebSEAL; Shibboleth; Tailscale
  ...['remote', 'x-remote', 'x-proxy-user', 'x-proxy-remote-user', 'x-webauth', 'x-authentik'],
  ...['sm-user', 'sm-userdn', 'iv-user', 'iv-groups', 'iv-creds', 'shib', 'x-shib', 'tailscale'],
  // oauth2-proxy, and what its guide for nginx makes of it; mod_auth_openidc, APISIX; Vouch; Pomerium; Kong
  ...['x-auth-(?:request|user|username|email|name|groups?|roles?)', 'x-(?:user|email|userinfo)$'],
  ...['oidc', 'x-oidc', 'x-vouch', 'x-pomerium', 'x-consumer', 'x-credential', 'x-authenticated'],
  // Cloudflare Access, AWS, Google, Azure, IIS
  ...['cf-access', 'x-amzn-oidc', 'x-goog-(?:iap|authenticated)', 'x-appengine-user'],
  ...['x-(?:apigateway|endpoint)-api-userinfo', 'x-ms-(?:client-principal|token)', 'x-iisnode'],
  // Certificates of a caller, checked by a proxy that ends TLS
  ...[
    '(?:x-)?(?:ssl-)?client-(?:cert|verify|dn|subject|issuer|s-dn|i-dn)',
    '(?:x-)?ssl-client',
    'x-arr-clientcert',
  ],
];
const foreignIdentity = new RegExp(`^(?:${families.join('|')})(?:-|$)`);

/**
 * Whether a header of a caller would tell the application, in the name of another proxy, who sends a request. CGI and others read
 * every other character as `-`.
 * @param trusted names of headers, in small letters, which a proxy in front of the gateway sets: only in that spelling.
 */
export const isForeignIdentity = (name: string, trusted: readonly string[]): boolean =>
  foreignIdentity.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')) &&
  !trusted.includes(name.toLowerCase());
