/** Length in characters: 66 of the random bits distinguish sign-ins, and the other 62 stay secret. */
const length = 11;

/**
 * The public name of a sign-in in logs, on pages, at the carrier, and at the application. It identifies no user and
 * grants nothing.
 * @param id of the sign-in: its end in seconds since 1970, `-`, and 22 characters of Base64url.
 */
export const signInName = (id: string): string => {
  const start = id.indexOf('-') + 1;
  return id.slice(start, start + length);
};
