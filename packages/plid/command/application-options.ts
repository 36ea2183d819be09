import type { HelpRow } from './option-table.ts';
import { UsageError } from './usage-error.ts';

/** Options of `plid sandbox` and `npm start` for the developer's own application. */
export const applicationOptions = {
  application: { type: 'string' },
  guard: { type: 'boolean' },
  'public-paths': { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
} as const;

export const applicationHelp: readonly HelpRow[] = [
  [
    '--application <address>',
    'Your own application, such as http://localhost:3000: the gateway serves it instead of the demo shop',
  ],
  ['--guard', 'The guard in front of that application: only signed-in users reach it'],
  ['--public-paths <paths>', 'Paths that everyone reaches, such as "/,/assets/*". Only with --guard'],
  [
    '--redirect-uri <uri>',
    'Redirect URI that every application accepts, instead of http://localhost:3000/callback; repeatable',
  ],
];

/** The application in front of which the gateway runs, and the redirect URIs of the demo applications. */
export interface ApplicationChoices {
  /** Origin of the developer's own application. */
  application: string | undefined;
  /** The guard in front of the developer's own application, or undefined if there is no guard. */
  guard: { publicPaths: string } | undefined;
  /** Empty: the default. */
  redirectUris: readonly string[];
}

interface Values {
  application?: string | undefined;
  guard?: boolean | undefined;
  'public-paths'?: string | undefined;
  'redirect-uri'?: string[] | undefined;
}

/** @throws {UsageError} if the options contradict each other, or the address isn't an origin. */
export function readApplicationOptions({
  application,
  guard,
  'public-paths': publicPaths,
  'redirect-uri': redirectUris = [],
}: Values): ApplicationChoices {
  if (guard && application === undefined)
    throw new UsageError('--guard needs --application, which specifies the application to protect.');
  if (publicPaths !== undefined && !guard) throw new UsageError('--public-paths needs --guard.');
  return {
    application: application === undefined ? undefined : readOrigin(application),
    guard: guard ? { publicPaths: publicPaths ?? '' } : undefined,
    redirectUris: redirectUris.map(readRedirectUri),
  };
}

/** Returns the settings of the local environment. */
export const applicationSettings = ({
  application,
  guard,
  redirectUris,
}: ApplicationChoices): Record<string, string> => ({
  ...(application !== undefined && { APPLICATION_URL: application }),
  ...(guard !== undefined && { GUARD: 'Y', PUBLIC_PATHS: guard.publicPaths }),
  ...(redirectUris.length > 0 && { REDIRECT_URIS: redirectUris.join(' ') }),
});

function readOrigin(text: string): string {
  const origin = URL.canParse(text) ? new URL(text).origin : undefined;
  if (origin === text || `${origin}/` === text) return origin as string;
  throw new UsageError(`--application needs an address such as http://localhost:3000, not: ${text}`);
}

/** The local environment checks the URI itself, by the rules of a registration. */
function readRedirectUri(text: string): string {
  if (URL.canParse(text) && !/\s/.test(text)) return text;
  throw new UsageError(
    `--redirect-uri needs an address such as http://localhost:5173/callback, not: ${text}`,
  );
}
