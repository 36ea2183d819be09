import { sha256Base64url } from '../../../packages/plid/crypto/bytes.ts';
import { Memo } from '../../../packages/plid/crypto/memo.ts';

/** By address; there are few. */
const digests = new Memo<string, Promise<string>>();

/** The form of a redirect address in sealed values: Base64url of its SHA-256. */
export const digestOf = (redirect_uri: string): Promise<string> =>
  digests.once(redirect_uri, () => sha256Base64url(redirect_uri));
