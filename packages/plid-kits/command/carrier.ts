import type { Io } from '../../plid/command/io.ts';
import { parseArguments } from '../../plid/command/parse-arguments.ts';
import { UsageError } from '../../plid/command/usage-error.ts';
import { SandboxError } from '../../plid/sandbox/sandbox-error.ts';
import {
  type CarrierOptions,
  exemptReasons,
  headings,
  isMissing,
  runCarrierKit,
  statusesOf,
} from '../carrier-kit/index.ts';
import { readCarrierOptions } from './carrier-options.ts';
import { printReport } from './print-report.ts';

const help = `plid-kits carrier   Test a carrier's HTTP API (docs/carrier.openapi.yaml), case by case

  --url <address>               Base address of the carrier, such as https://carrier.example.com/plid (required)
  PLID_CARRIER_TOKEN            The service's bearer token (environment variable, hidden from the process list)
  --customer <who>              Test subscriber with the app: <name,number,carrier>. Example: 김하나,01000000001,S
  --unregistered <who>          Test subscriber without the app
  --mvno <who>                  Test subscriber of an MVNO on the carrier's network
  --foreigner <who>             Test subscriber with the app, whose name has several Latin words
  --networks <codes>            Networks that the carrier reaches, such as S,K,L. Default: the customer's
  --matching <how>              How the carrier's phones match the number: choose, type, or none (NUMBER_MATCHING). Cases that
                                need another way are skipped. Default: requests ask for a choice, and typing is tested too

Answers on the subscriber's phone; each case that needs one requests a new one:

  --phone <command>             A command answers. Its last arguments are approve, deny, wrong, or type, then the request id
                                and its two digits; or only count, for which it prints the number of open requests
  --sandbox                     The carrier belongs to a plid sandbox, to which four users are added. Without --url, the one
                                at http://localhost:8787/sandbox/carrier
  (neither)                     In a terminal, you are prompted to answer on the phone

  --listen <port>               Local port for the carrier's callbacks: http://localhost:<port>/carrier/answered
  PLID_CARRIER_CALLS_TOKEN      Bearer token of these callbacks (environment variable); default: any callback without one
  --only <section>              Run one section; repeatable. Sections:
                                ${Object.keys(headings).join(', ')}
  --strict                      Fail for skipped cases and unknown fields, except cases of optional calls and cases that need
                                a plid sandbox
  --json                        Print JSON

Examples:
  plid-kits carrier --sandbox
  plid-kits carrier --url https://carrier.example.com/plid --customer 김하나,01000000001,S --only confirm

Exit status: 0 if no case failed, 1 if a case failed or all were skipped, 2 for invalid arguments (nothing was started).
A call may take 8 seconds, as in the service. Turn off the carrier's own limits for the test numbers.`;

const options = {
  url: { type: 'string' },
  customer: { type: 'string' },
  unregistered: { type: 'string' },
  mvno: { type: 'string' },
  foreigner: { type: 'string' },
  networks: { type: 'string' },
  matching: { type: 'string' },
  phone: { type: 'string' },
  sandbox: { type: 'boolean' },
  listen: { type: 'string' },
  only: { type: 'string', multiple: true },
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const ownWords = {
  against: 'the carrier API',
  headings,
  exempt: exemptReasons,
  remedy: 'A user must answer on the phone. Use --sandbox, --phone, or a terminal.',
};

/**
 * Runs `plid-kits carrier`. @param words the command's arguments.
 * @returns whether all cases passed. @throws {UsageError} {SandboxError}
 */
export async function carrier(words: readonly string[], io: Io): Promise<boolean> {
  const { values } = parseArguments(words, { options }, 'plid-kits carrier --help');
  if (values.help) {
    io.console.log(help);
    return true;
  }
  const sections = readSections(values.only);
  const tried = await readCarrierOptions(values, io);
  try {
    const statuses = await expectToAnswer(tried);
    const report = await runCarrierKit(tried, statuses, sections);
    return printReport(report, io, values, ownWords);
  } finally {
    tried.callsBack?.close();
  }
}

/** @throws {UsageError} if a section is unknown, because a typo must not look like a success. */
function readSections(only: string[] | undefined): string[] | undefined {
  const unknown = only?.find((section) => !Object.hasOwn(headings, section));
  if (unknown === undefined) return only;
  throw new UsageError(`--only ${unknown} has no cases. Valid values: ${Object.keys(headings).join(', ')}.`);
}

/**
 * Checks the carrier before the cases run, so that one error is reported instead of forty failures. @throws
 * {SandboxError} if the carrier is unreachable or rejects the token.
 */
async function expectToAnswer(tried: CarrierOptions): Promise<Record<string, number>> {
  const { url } = tried;
  const statuses = await statusesOf(tried).catch((failure: Error) => {
    const { code } = (failure.cause ?? {}) as { code?: string };
    if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET')
      throw new SandboxError(
        `The carrier at ${url} closed the connection without a response. See the output of the carrier.`,
      );
    throw new SandboxError(`No response from the carrier at ${url} (${code ?? failure.name}). Check --url.`);
  });
  const { confirm = 0, outcome = 0 } = statuses;
  if (isMissing(confirm) || isMissing(outcome))
    throw new SandboxError(
      `No carrier found at ${url}. The calls confirm and outcome don't exist below this address. Check --url.`,
    );
  if (confirm === 401 || confirm === 403)
    throw new SandboxError(
      `The carrier at ${url} rejected PLID_CARRIER_TOKEN: it responded with ${confirm}.`,
    );
  return statuses;
}
