/**
 * Length of a sign-in's name, in characters. The name contains 66 of the id's random bits, which distinguish
 * sign-ins. The other 62 bits stay secret.
 */
const length = 11;

/**
 * Returns the public name of a sign-in for logs, pages, the carrier, and the application. The name identifies no
 * user and grants nothing. @param id the id of the sign-in: its end in seconds since 1970, `-`, and 22 characters
 * of Base64url.
 */
export const signInName = (id: string): string => {
  const start = id.indexOf('-') + 1;
  return id.slice(start, start + length);
};
