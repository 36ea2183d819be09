import type { Io } from '../../plid/command/io.ts';
import { parseArguments } from '../../plid/command/parse-arguments.ts';
import { UsageError } from '../../plid/command/usage-error.ts';
import { connectSandbox } from '../../plid/sandbox/sandbox-client.ts';
import { SandboxError } from '../../plid/sandbox/sandbox-error.ts';
import {
  describeConformance,
  runConformance,
  sandboxTarget,
  sectionsOfCases,
  signInAtSandbox,
  signInByCommand,
} from '../conformance/index.ts';
import { reportTexts } from '../conformance/report-texts.ts';
import { approvingPhoneNumber } from '../conformance/sandbox-target.ts';
import type { SignIn } from '../conformance/sign-in.ts';
import {
  probeTokenEndpoint,
  pushedRequestsSkipReason,
  relyingPartySkipReason,
  sandboxSkipReason,
  signOutAddressSkipReason,
  type TargetOptions,
} from '../conformance/target.ts';
import { printReport } from './print-report.ts';
import { signInAtTerminal } from './sign-in-at-terminal.ts';

const help = `plid-kits conformance   Test a login service against the specification, from outside

  --url <address>               Base address of the service
  --client-id <id>              Client id of an application that is registered there
  PLID_CLIENT_SECRET            Its secret (environment variable, hidden from the process list)
  --redirect-uri <address>      One of its redirect URIs

Sign-ins; each case that needs one signs in again:

  --sign-in <command>           A command signs in. Its last argument is the address for a browser; the last line that it
                                prints is the callback address
  --sandbox                     The service is a plid sandbox, whose users need no phone. Without --url, the one at
                                http://localhost:8787, as its first application
  --phone <phoneNo>             User of the sandbox (${approvingPhoneNumber})
  (neither)                     In a terminal, the address is shown, and you paste the callback address

  --other-client-id <id>        A second application, for the cases with another application's codes and users
  PLID_OTHER_CLIENT_SECRET      Its secret (environment variable)
  --openid-client-id <id>       An application with the same redirect URI, registered for OpenID Connect and all scopes
  PLID_OPENID_CLIENT_SECRET     Its secret (environment variable)
  --post-logout-redirect-uri <address>  One of its redirect URIs after a sign-out
  --issuer <address>            Test OpenID Connect at a gateway, such as https://shop.example.com/auth/oidc, instead of the
                                service. Needs only --openid-client-id, its secret, and --redirect-uri
  --section <number>            Run one section, such as 4.2; repeatable
  --timeout <seconds>           Time limit of a response (10)
  --strict                      Fail for skipped cases and unknown fields, except cases that need a plid sandbox
  --json                        Print JSON

Examples:
  plid-kits conformance --sandbox
  PLID_CLIENT_SECRET=… plid-kits conformance --url https://login.example.com --client-id <id> --redirect-uri <address>

Exit status: 0 if no case failed, 1 if a case failed or all were skipped, 2 for invalid arguments (nothing was started).
At the end, the user who signed in is disconnected from the application.`;

const options = {
  url: { type: 'string' },
  'client-id': { type: 'string' },
  'redirect-uri': { type: 'string' },
  'sign-in': { type: 'string' },
  sandbox: { type: 'boolean' },
  phone: { type: 'string', default: approvingPhoneNumber },
  'other-client-id': { type: 'string' },
  'openid-client-id': { type: 'string' },
  'post-logout-redirect-uri': { type: 'string' },
  issuer: { type: 'string' },
  section: { type: 'string', multiple: true },
  timeout: { type: 'string', default: '10' },
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

type Values = ReturnType<typeof parse>;

/**
 * Runs `plid-kits conformance`. @param words the command's arguments.
 * @returns whether all cases passed. @throws {UsageError} {SandboxError}
 */
export async function conformance(words: readonly string[], io: Io): Promise<boolean> {
  const values = parse(words);
  if (values.help) {
    io.console.log(help);
    return true;
  }
  const sections = readSections(values.section);
  const target = await readOptions(values, io);
  if (target.relyingParty?.issuer === undefined) await expectToAnswer(target);
  const report = await runConformance(target, sections);
  return printReport(report, io, values, { ...ownWords, describe: () => describeConformance(report) });
}

const ownWords = {
  ...reportTexts,
  exempt: [sandboxSkipReason, pushedRequestsSkipReason, relyingPartySkipReason, signOutAddressSkipReason],
  remedy: 'A user must sign in. Use --sandbox, --sign-in, or a terminal.',
};

/** @throws {UsageError} if a section is unknown, because a typo must not look like a success. */
function readSections(sections: string[] | undefined): string[] | undefined {
  const unknown = sections?.find((section) => !sectionsOfCases.includes(section));
  if (unknown === undefined) return sections;
  throw new UsageError(`--section ${unknown} has no cases. Valid values: ${sectionsOfCases.join(', ')}.`);
}

/**
 * Checks the service before the cases run, so that one error is reported instead of forty failures. @throws
 * {SandboxError} if there is no response or if the client is unknown.
 */
async function expectToAnswer({ url, timeout = 10, ...application }: TargetOptions): Promise<void> {
  const answer = await probeTokenEndpoint(url, timeout, application).catch((failure: Error) => {
    const { code } = (failure.cause ?? {}) as { code?: string };
    throw new SandboxError(`No response from ${url} (${code ?? failure.name}). Check --url.`);
  });
  if (answer.json?.error === 'invalid_client')
    throw new SandboxError(`The service at ${url} rejected this client ID or secret with invalid_client.`);
}

const parse = (words: readonly string[]) =>
  parseArguments(words, { options }, 'plid-kits conformance --help').values;

async function readOptions(values: Values, io: Io): Promise<TargetOptions> {
  const seconds = Number(values.timeout);
  if (!(seconds > 0)) throw new UsageError(`--timeout needs a number of seconds, not: ${values.timeout}.`);
  const second = readCredentials('other', values, io);
  const third = readCredentials('openid', values, io);
  const known = values.sandbox
    ? sandboxTarget(await connectSandbox(values.url ?? 'http://localhost:8787'), values.phone)
    : undefined;
  const { issuer, 'post-logout-redirect-uri': postLogoutRedirectUri } = values;
  const partyOptions = withoutUndefined({ issuer: readIssuer(issuer), postLogoutRedirectUri });
  // A gateway has none of the service's endpoints, so the relying party's credentials are also used as the
  // application's credentials.
  const gateway = issuer === undefined ? {} : { url: new URL(issuer).origin, ...third };
  const given = {
    url: values.url,
    clientId: values['client-id'],
    clientSecret: io.env.PLID_CLIENT_SECRET || undefined,
    redirectUri: values['redirect-uri'],
    ...gateway,
  };
  const { url, clientId, clientSecret, redirectUri, other, relyingParty } = {
    ...known,
    ...withoutUndefined(given),
  };
  if (!url || !clientId || !clientSecret || !redirectUri)
    throw new UsageError(
      'Set --url, --client-id, and --redirect-uri, and set PLID_CLIENT_SECRET in the environment. See: plid-kits conformance --help',
    );
  if (!URL.canParse(url))
    throw new UsageError(`--url needs an address such as https://login.example.com, not: ${url}`);
  return {
    url,
    clientId,
    clientSecret,
    redirectUri,
    other: second ?? other,
    relyingParty: third ? { ...third, ...partyOptions, redirectUri } : relyingParty,
    signIn: readSignIn(values, url, io),
    timeout: seconds,
  };
}

/** @throws {UsageError} */
function readIssuer(issuer: string | undefined): string | undefined {
  if (issuer === undefined || URL.canParse(issuer)) return issuer;
  throw new UsageError(
    `--issuer needs an address such as https://shop.example.com/auth/oidc, not: ${issuer}`,
  );
}

const withoutUndefined = <Options extends object>(all: Options): Partial<Options> =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Partial<Options>;

/** Reads the credentials of another application. @throws {UsageError} if the secret is missing. */
function readCredentials(which: 'other' | 'openid', values: Values, { env }: Io): TargetOptions['other'] {
  const clientId = values[`${which}-client-id`];
  if (clientId === undefined) return undefined;
  const name = `PLID_${which.toUpperCase()}_CLIENT_SECRET`;
  const clientSecret = env[name];
  if (clientSecret) return { clientId, clientSecret };
  throw new UsageError(`--${which}-client-id needs ${name} in the environment.`);
}

function readSignIn(values: Values, url: string, { env, cwd, stdin, stderr }: Io): SignIn | undefined {
  const { sandbox, phone, 'sign-in': command } = values;
  if (command !== undefined) return signInByCommand(command, { env, cwd });
  if (sandbox) return signInAtSandbox(url, phone);
  return stdin.isTTY ? signInAtTerminal(stdin, stderr) : undefined;
}
