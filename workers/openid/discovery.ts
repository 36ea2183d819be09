import { languages } from '../core/http/language.ts';
import { openIdPrompts } from '../core/protocol/prompts.ts';
import { automaticLoginAcr, phoneAcr } from './acr.ts';
import { responseModes } from './openid-request.ts';
import { scopes } from './scopes.ts';
import { signingAlgorithms } from './signing-algorithms.ts';

/**
 * Returns the discovery document (OpenID Connect Discovery 1.0 §3). The document is complete, because some
 * products reject a document with missing fields. @param paths the paths of the endpoints, relative to the issuer.
 * @param subject `pairwise` if each sector has its own `sub` (OpenID Connect Core 1.0 §8). @param claims the
 * supported claims in addition to the common claims.
 */
export const discoveryDocument = (
  issuer: string,
  paths: Readonly<Record<string, string>>,
  { subject = 'public', claims = [] }: { subject?: 'public' | 'pairwise'; claims?: readonly string[] } = {},
) => ({
  issuer,
  ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, `${issuer}${path}`])),
  response_types_supported: ['code'],
  response_modes_supported: responseModes,
  grant_types_supported: ['authorization_code'],
  subject_types_supported: [subject],
  id_token_signing_alg_values_supported: signingAlgorithms,
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  scopes_supported: scopes,
  claims_supported: [
    'iss',
    'sub',
    'aud',
    'exp',
    'iat',
    'auth_time',
    'nonce',
    'acr',
    'amr',
    'at_hash',
    'name',
    'gender',
    'birthdate',
    'phone_number',
    'phone_number_verified',
    'email',
    'email_verified',
    ...claims,
  ],
  claim_types_supported: ['normal'],
  acr_values_supported: [phoneAcr, automaticLoginAcr],
  prompt_values_supported: openIdPrompts,
  ui_locales_supported: languages,
  claims_parameter_supported: false,
  request_parameter_supported: false,
  request_uri_parameter_supported: false,
  authorization_response_iss_parameter_supported: true,
});
