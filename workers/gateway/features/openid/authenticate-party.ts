import { equalInConstantTime, sha256, toHex, utf8 } from '../../../core/crypto/bytes.ts';
import { badCredentialsError, type PresentedCredentials } from '../../../core/protocol/credentials.ts';
import type { RelyingParty } from '../../settings/relying-parties.ts';

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
