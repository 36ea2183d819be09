import * as v from 'valibot';
import { equalInConstantTime, sha256, toHex, utf8 } from '../../../packages/plid/crypto/bytes.ts';
import { isSecureAddress } from '../../../packages/plid/http/secure-address.ts';
import { signingAlgorithms } from '../../core/openid/signing-algorithms.ts';
import { badCredentialsError, type PresentedCredentials } from '../../core/protocol/credentials.ts';

/** A redirect URI. It is compared character by character. */
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
      v.string('needs the SHA-256 of a secret'),
      v.regex(/^[0-9a-f]{64}$/, 'needs the SHA-256 of a secret: 64 hexadecimal digits'),
    ),
    'needs the SHA-256 of its secret, in a list',
  ),
  v.minLength(1, 'needs the SHA-256 of its secret'),
  v.maxLength(2, 'needs at most two: the one that comes, and the one that goes'),
);

const redirectUris = v.pipe(
  v.array(address, 'needs the addresses that people come back to, in a list'),
  v.minLength(1, 'needs an address that people come back to'),
  v.check(
    (uris) => new Set(uris.map((uri) => new URL(uri).hostname)).size === 1,
    'needs addresses of one host, which a `sub` belongs to; make an entry for each',
  ),
);

const relyingParty = v.strictObject(
  {
    id: v.pipe(
      v.string('needs a name of it'),
      v.regex(/^[\w.-]{1,64}$/, 'needs at most 64 letters, digits, `_`, `.` and `-`'),
    ),
    /** SHA-256 of its secrets, in hexadecimal. */
    secrets,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: v.optional(v.array(address, 'needs addresses, in a list'), []),
    alg: v.optional(v.picklist(signingAlgorithms, 'needs RS256 or ES256'), 'RS256'),
    /** Scopes that the relying party may request, space-separated. */
    scope: v.optional(
      v.pipe(
        v.string('needs scopes'),
        v.regex(
          /^openid(?: (?:profile|phone|email))*$/,
          'needs openid, and of profile, phone and email those that it reads',
        ),
      ),
      'openid profile',
    ),
    /**
     * Whether the relying party's id_tokens contain the user's claims. Userinfo returns the claims in any case.
     * Entries from earlier releases omit the field and get the claims, whereas new entries specify it.
     */
    id_token_claims: v.optional(v.boolean('needs true or false'), true),
    /**
     * Whether the relying party's requests need a code challenge (RFC 7636). If the field is missing, as in
     * entries from earlier releases, the challenge is optional.
     */
    pkce: v.optional(v.picklist(['optional', 'required'], 'needs optional or required'), 'optional'),
  },
  'needs the fields id, secrets and redirect_uris, and may have post_logout_redirect_uris, alg, scope, id_token_claims and pkce',
);

/** An application of the same data recipient that signs users in with OpenID Connect. Its `id` is the `client_id`. */
export type RelyingParty = v.InferOutput<typeof relyingParty>;

const list = v.pipe(
  v.array(relyingParty, 'needs a list of relying parties: [{…}, {…}]'),
  v.check((parties) => new Set(parties.map(({ id }) => id)).size === parties.length, 'needs ids that differ'),
);

/** The setting `OPENID_CLIENTS`, as JSON. Without it, OpenID Connect is off. */
export const relyingPartiesSetting = v.pipe(
  v.optional(v.string('needs JSON; create an entry with: npx plid-admin relying-parties create'), '[]'),
  v.rawTransform<string, readonly RelyingParty[]>(({ dataset, addIssue, NEVER }) => {
    const result = v.safeParse(list, parse(dataset.value), { abortPipeEarly: true });
    if (result.success) return result.output;
    const [issue] = result.issues;
    const at = v.getDotPath(issue);
    addIssue({ message: at === null ? issue.message : `${issue.message} at ${at} (entries count from 0)` });
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

const noDigest = '0'.repeat(64);

/**
 * Authenticates a relying party. The check takes the same time for an unknown client and an incorrect secret.
 * @throws {ProtocolError} `bad_credentials` (401), or `bad_client_fields` (400).
 */
export async function authenticateParty(
  parties: readonly RelyingParty[],
  { client_id, client_secret, sentIn }: PresentedCredentials,
): Promise<RelyingParty> {
  const party = parties.find(({ id }) => id === client_id);
  const presented = utf8(toHex(await sha256(client_secret)));
  const digests = party?.secrets ?? [noDigest];
  const matches = digests.filter((digest) => equalInConstantTime(presented, utf8(digest)));
  if (party === undefined || matches.length === 0) throw badCredentialsError(sentIn);
  return party;
}
