import {
  type CarrierOptions,
  exemptReasons,
  headings,
  isMissing,
  runCarrierKit,
  statusesOf,
} from '../carrier-kit/index.ts';
import { SandboxError } from '../sandbox/index.ts';
import { readCarrierOptions } from './carrier-options.ts';
import type { Io } from './io.ts';
import { parseArguments } from './parse-arguments.ts';
import { printReport } from './print-report.ts';
import { UsageError } from './usage-error.ts';

const help = `plid carrier   tries a carrier that speaks plid's port over HTTP (docs/carrier.openapi.yaml), case by case

  --url <address>               of the carrier: its calls are below it, such as <address>/confirm
  PLID_CARRIER_TOKEN            in the environment: the token with which the service comes, which a command line would show to
                                everybody on this machine
  --customer <who>              somebody with the app, there for tests: name,number,carrier, such as 김하나,01000000001,S
  --unregistered <who>          somebody without the app
  --mvno <who>                  a customer of an MVNO on the carrier's network
  --foreigner <who>             somebody with a name of several words in Latin letters, and with the app

How somebody answers on the customer's phone; each case that needs it asks anew:

  --phone <command>             a command answers. Its last arguments are approve, deny, wrong or type, the id of the request, and
                                its two digits; or count alone, for which it prints how many questions wait on the phone
  --sandbox                     the carrier is a sandbox's of plid's, to which the kit adds three people. Alone it tries the one
                                at http://localhost:8787/sandbox/carrier
  (neither)                     in a terminal: you are told what to do on the phone

  --listen <port>               of this machine, where the carrier is set up to call http://localhost:<port>/carrier/answered
  PLID_CARRIER_CALLS_TOKEN      in the environment: the token with which it has to come there; any one without it
  --only <section>              the cases of one section alone; several times for several:
                                ${Object.keys(headings).join(', ')}
  --strict                      a case that was skipped, and a field that the port does not have, are failures; not the cases of calls
                                that a carrier need not have, nor those that a sandbox of plid's alone can try
  --json                        the report as JSON

It ends with 0 where no case has failed, and with 1 otherwise, also where every case was skipped; with 2 where it was called in a wrong way.
A call may take 8 seconds, as the service has it. The carrier's own limits have to be off for these numbers.`;

const options = {
  url: { type: 'string' },
  customer: { type: 'string' },
  unregistered: { type: 'string' },
  mvno: { type: 'string' },
  foreigner: { type: 'string' },
  phone: { type: 'string' },
  sandbox: { type: 'boolean' },
  listen: { type: 'string' },
  only: { type: 'string', multiple: true },
  strict: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const ownWords = {
  against: 'the port',
  headings,
  exempt: exemptReasons,
  remedy: 'Somebody has to answer on the phone: --sandbox, --phone, or a terminal.',
};

/**
 * `plid carrier`. @param words its arguments. @returns whether all cases passed. @throws {UsageError}
 * {SandboxError}
 */
export async function carrier(words: readonly string[], io: Io): Promise<boolean> {
  const { values } = parseArguments(words, { options }, 'plid carrier --help');
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

/** @throws {UsageError} for an unknown section: a typo must not look like a success. */
function readSections(only: string[] | undefined): string[] | undefined {
  const unknown = only?.find((section) => !Object.hasOwn(headings, section));
  if (unknown === undefined) return only;
  throw new UsageError(`--only ${unknown} has no cases. There are: ${Object.keys(headings).join(', ')}.`);
}

/** @throws {SandboxError} if the carrier is unreachable or rejects the token: one error instead of forty failures. */
async function expectToAnswer(tried: CarrierOptions): Promise<Record<string, number>> {
  const { url } = tried;
  const statuses = await statusesOf(tried).catch((failure: Error) => {
    const { code } = (failure.cause ?? {}) as { code?: string };
    if (code === 'UND_ERR_SOCKET' || code === 'ECONNRESET')
      throw new SandboxError(
        `The carrier at ${url} has closed the connection in the place of an answer. Its own output says why.`,
      );
    throw new SandboxError(`No carrier answers at ${url} (${code ?? failure.name}). Is --url right?`);
  });
  const { confirm = 0, outcome = 0 } = statuses;
  if (isMissing(confirm) || isMissing(outcome))
    throw new SandboxError(
      `There is no carrier at ${url}: confirm and outcome have to be below it. Is --url right?`,
    );
  if (confirm === 401 || confirm === 403)
    throw new SandboxError(`The carrier at ${url} does not take PLID_CARRIER_TOKEN: it answers ${confirm}.`);
  return statuses;
}
