/**
 * The header (RFC 7240) with which a client requests members of a token response in addition to §2.3. It's a
 * header instead of a parameter, because services may reject unknown parameters but ignore unknown headers.
 */
export const preferHeader = 'Prefer';

/**
 * The member of a token response that reports an automatic login. It's `Y` if the code belongs to an automatic
 * login that isn't the first (§2.1, mode 2). In such a login, the user saw no prompt. Otherwise, the member is
 * `N`.
 */
export const automaticLoginMember = 'automatic_login';

/**
 * Whether a request prefers a response with this member. Names are case-insensitive, and a preference's parameters
 * are ignored (RFC 7240 §2).
 */
export const prefers = ({ headers }: Request, member: string): boolean =>
  (headers.get(preferHeader) ?? '')
    .split(',')
    .some((preference) => preference.split(';', 1)[0]?.trim().toLowerCase() === member);
