import { readReturnPath } from '../../../workers/core/http/return-path.ts';
import { invalidOptionError } from '../client/options.ts';
import type { BrowserSignIn } from './sign-in-cookies.ts';

/** Returns the path of a route, which by default has the route's name and is next to the callback's path. */
export function sitePath(name: 'login' | 'logout', path: string | undefined, page: URL): string {
  const chosen = path ?? new URL(name, page).pathname;
  if (!/^\/(?![/\\])[^\s?#\\]*$/.test(chosen) || chosen === page.pathname)
    throw invalidOptionError(`${name}Path`, 'a path of this website other than that of redirectUri');
  return chosen;
}

/** The page to which a user continues after a sign-in. */
export type Destination = Pick<BrowserSignIn, 'returnTo' | 'required'>;

/** Maximum length of a stored URL, in characters. */
const maxReturnLength = 500;

/** Returns the whole URL of a request's `return_to`. Any path that leads elsewhere counts as `/`. */
export function returnAddress(parameters: URLSearchParams, origin: string): string {
  const path = parameters.get('return_to');
  const address = path === null ? undefined : readReturnPath(path, origin);
  return address === undefined || address.length > maxReturnLength ? `${origin}/` : address;
}

/** Reads the parameters of the route that starts a sign-in. */
export const destinationOf = (parameters: URLSearchParams, origin: string): Destination => ({
  returnTo: returnAddress(parameters, origin),
  ...(parameters.get('required') === 'Y' && { required: true }),
});

/** Returns the whole URL that starts a sign-in. @param login the whole URL of the route. */
export function loginAddress(
  login: string,
  { returnTo, required, withPhone }: Destination & Pick<BrowserSignIn, 'withPhone'>,
): string {
  const { href, origin } = new URL(returnTo);
  const query = new URLSearchParams({
    return_to: href.slice(origin.length),
    ...(required && { required: 'Y' }),
    ...(withPhone && { prompt: 'login' }),
  });
  return `${login}?${query}`;
}

/**
 * Returns the URL at which a sign-in starts again. @returns undefined for a sign-in with values of the application,
 * which only the application's own page can start.
 */
export const retryAddress = (
  login: string,
  { data, connect, ...signIn }: Omit<BrowserSignIn, 'state' | 'codeVerifier'>,
): string | undefined =>
  data === undefined && connect === undefined ? loginAddress(login, signIn) : undefined;
