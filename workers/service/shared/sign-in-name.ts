/** Of the random part, in characters: 66 bits tell sign-ins apart, and the other 62 are told to nobody. */
const length = 11;

/**
 * The name of a sign-in in logs, on pages, at the carrier and at the application. It belongs to no person, and opens nothing.
 * @param id of the sign-in: its end in seconds since 1970, `-`, and 22 characters of base64url.
 */
export const signInName = (id: string): string => {
  const start = id.indexOf('-') + 1;
  return id.slice(start, start + length);
};
