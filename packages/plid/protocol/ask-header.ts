/**
 * With this header a client of the token endpoint asks for members beyond those of §2.3, by their names, separated by commas. A header, since a
 * service may refuse parameters which it does not know; a header it passes over. A service answers what it knows, and nothing to whoever does not ask.
 */
export const askHeader = 'Plid-Ask';

/** `Y` where the code is that of an automatic login that is not the first (§2.1, mode 2): the person was not asked. Else `N`. */
export const automaticLoginMember = 'automatic_login';

/** Whether a request asks for a member. */
export const asksFor = ({ headers }: Request, member: string): boolean =>
  (headers.get(askHeader) ?? '').split(',').some((name) => name.trim() === member);
