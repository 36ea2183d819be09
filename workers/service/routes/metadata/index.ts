import * as v from 'valibot';
import { languages } from '../../../core/http/language.ts';
import { publicDocument } from '../../../core/http/public-document.ts';
import { callWorker } from '../../../core/storage/call-with-timeout.ts';
import { type Context, endpoint } from '../../../core/worker/endpoint.ts';
import { showHealth } from '../../../core/worker/health.ts';
import { pick } from '../../../core/worker/settings.ts';
import { operatorSettings } from '../../settings/operator-settings.ts';
import { bindings } from '../../settings/service-bindings.ts';
import { notFoundPage } from './not-found-page.tsx';
import { securityContactSetting, showSecurityContact } from './security-contact.ts';

const schema = v.object({
  ...pick(bindings, 'BASE_URL', 'EVENT_KEYS', 'HSTS_SUBDOMAINS'),
  /**
   * Contact for vulnerability reports and its last day, such as `mailto:security@example.com, 2027-06-30`.
   * Served as `/.well-known/security.txt`. Renew it before that day.
   */
  SECURITY_CONTACT: securityContactSetting,
  ...operatorSettings,
});
type MetadataContext = Context<v.InferOutput<typeof schema>>;

/**
 * Returns the service's metadata (RFC 8414), built from its settings and never from the Host header of a request.
 */
function describeService({ env: { BASE_URL } }: MetadataContext) {
  return publicDocument({
    issuer: BASE_URL,
    authorization_endpoint: `${BASE_URL}/oauth2/authorize`,
    pushed_authorization_request_endpoint: `${BASE_URL}/oauth2/par`,
    token_endpoint: `${BASE_URL}/oauth2/token`,
    jwks_uri: `${BASE_URL}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    prompt_values_supported: ['none', 'login', 'select_account'],
    ui_locales_supported: languages,
  });
}

/** Returns the public keys of the event signing keys (RFC 7517 §5). */
async function listEventKeys({ env: { EVENT_KEYS } }: MetadataContext) {
  return publicDocument(await callWorker('asking for the keys of events', EVENT_KEYS.publicKeys()));
}

/** Metadata, health, and every path that belongs to no other worker (404). */
export default endpoint(
  'service-metadata',
  schema,
  {
    /** The service's metadata (RFC 8414). */
    'GET /.well-known/oauth-authorization-server': describeService,
    /** Public keys of events. */
    'GET /.well-known/jwks.json': listEventKeys,
    /** Contact for vulnerability reports, if `SECURITY_CONTACT` is set. */
    'GET /.well-known/security.txt': showSecurityContact,
    /** For monitors: 200 if the worker runs and its settings are valid. */
    'GET /healthz': showHealth,
  },
  { catchAll: true, errorPage: notFoundPage },
);
