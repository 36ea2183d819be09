import * as v from 'valibot';
import { isSecureAddress } from '../../core/http/secure-address.ts';
import { signingAlgorithms } from '../../openid/signing-algorithms.ts';

/** A redirect URI, which is compared character by character, or the address of a receiver. */
const address = v.pipe(
  v.string('needs an address'),
  v.check(isAddress, 'needs https://… (http only on localhost), without a fragment, at most 500 characters'),
);

function isAddress(text: string): boolean {
  if (!/^[\x21-\x7e]{1,500}$/.test(text) || text.includes('#') || !URL.canParse(text)) return false;
  const url = new URL(text);
  return isSecureAddress(url) && url.username === '' && url.password === '';
}

const secrets = v.pipe(
  v.array(
    v.pipe(
      v.string('needs the SHA-256 hash of a secret'),
      v.regex(/^[0-9a-f]{64}$/, 'needs the SHA-256 hash of a secret: 64 hexadecimal digits'),
    ),
    'needs a list that contains the SHA-256 hash of the secret',
  ),
  v.minLength(1, 'needs the SHA-256 hash of the secret'),
  v.maxLength(2, 'needs at most two hashes: one for the new secret and one for the old secret'),
);

const redirectUris = v.pipe(
  v.array(address, 'needs a list of the addresses that users are redirected to'),
  v.minLength(1, 'needs an address that users are redirected to'),
  v.check(
    (uris) => new Set(uris.map((uri) => new URL(uri).hostname)).size === 1,
    'needs addresses on a single host, because each `sub` is specific to one host; create an entry for each host',
  ),
);

const relyingParty = v.strictObject(
  {
    id: v.pipe(
      v.string('needs a name'),
      v.regex(/^[\w.-]{1,64}$/, 'needs at most 64 letters, digits, `_`, `.`, and `-`'),
    ),
    /** The SHA-256 hashes of the relying party's secrets, in hexadecimal. */
    secrets,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: v.optional(v.array(address, 'needs a list of addresses'), []),
    /** Receiver of logout_tokens (OpenID Connect Back-Channel Logout 1.0 §2.2). If it is missing, none are sent. */
    backchannel_logout_uri: v.optional(address),
    /** Whether logout_tokens need a `sid`. They always have one, so both values have the same effect. */
    backchannel_logout_session_required: v.optional(v.boolean('needs true or false'), false),
    alg: v.optional(v.picklist(signingAlgorithms, 'needs RS256 or ES256'), 'RS256'),
    /** Scopes that the relying party may request, space-separated. */
    scope: v.optional(
      v.pipe(
        v.string('needs scopes'),
        v.regex(
          /^openid(?: (?:profile|phone|email))*$/,
          'needs openid, followed by the scopes that the relying party reads: any of profile, phone, and email',
        ),
      ),
      'openid profile',
    ),
    /** Whether the relying party's id_tokens contain the user's claims. Userinfo returns the claims in any case. */
    id_token_claims: v.optional(v.boolean('needs true or false'), true),
    /** Whether the relying party's requests need a code challenge (RFC 7636). */
    pkce: v.optional(v.picklist(['optional', 'required'], 'needs optional or required'), 'optional'),
  },
  'needs the fields id, secrets, and redirect_uris; docs/gateway/openid-connect.md lists the optional fields',
);

/** An application of the same data recipient that signs users in with OpenID Connect. Its `id` is the `client_id`. */
export type RelyingParty = v.InferOutput<typeof relyingParty>;

const list = v.pipe(
  v.array(relyingParty, 'needs a list of relying parties: [{…}, {…}]'),
  v.check(
    (parties) => new Set(parties.map(({ id }) => id)).size === parties.length,
    'needs a different id in each entry',
  ),
);

/** The setting `OPENID_CLIENTS`, as JSON. If the setting is missing, OpenID Connect is off. */
export const relyingPartiesSetting = v.pipe(
  v.optional(v.string('needs JSON; create an entry with: npx plid-admin relying-parties create'), '[]'),
  v.rawTransform<string, readonly RelyingParty[]>(({ dataset, addIssue, NEVER }) => {
    const result = v.safeParse(list, parse(dataset.value), { abortPipeEarly: true });
    if (result.success) return result.output;
    const [issue] = result.issues;
    const at = v.getDotPath(issue);
    addIssue({
      message: at === null ? issue.message : `${issue.message} at ${at} (entries are counted from 0)`,
    });
    return NEVER;
  }),
);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
