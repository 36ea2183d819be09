/**
 * Identity headers of other proxies. An application that was or could be configured for such a proxy trusts them
 * from any caller. Headers that applications let their own pages send, such as `X-Auth-Token`, aren't in this list.
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
  // Client certificates that a TLS-terminating proxy has verified
  ...[
    '(?:x-)?(?:ssl-)?client-(?:cert|verify|dn|subject|issuer|s-dn|i-dn)',
    '(?:x-)?ssl-client',
    'x-arr-clientcert',
  ],
];
const foreignIdentity = new RegExp(`^(?:${families.join('|')})(?:-|$)`);

/**
 * Whether a header would identify a user in the name of another proxy. CGI and others read every non-alphanumeric
 * character as `-`.
 * @param trusted header names in lower case that a proxy in front of the gateway sets, in exactly this spelling.
 */
export const isForeignIdentityHeader = (name: string, trusted: readonly string[]): boolean =>
  foreignIdentity.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, '-')) &&
  !trusted.includes(name.toLowerCase());
