import { type Entry, entries } from '../../../workers/core/carrier/port.ts';
import { readName } from '../../../workers/core/protocol/personal-name.ts';
import {
  attributePatternOf,
  type CarrierCode,
  carrierCodes,
} from '../../../workers/core/protocol/user-record.ts';
import type { Io } from '../../plid/command/io.ts';
import { UsageError } from '../../plid/command/usage-error.ts';
import { carrierTokens } from '../../plid/sandbox/carrier-tokens.ts';
import { SandboxError } from '../../plid/sandbox/sandbox-error.ts';
import { sandboxRequestsTo } from '../../plid/sandbox/sandbox-request.ts';
import {
  type CallbackListener,
  type CarrierOptions,
  type Customer,
  listenForCallbacks,
  type Phone,
  phoneAtTerminal,
  phoneByCommand,
  phoneOfSandbox,
} from '../carrier-kit/index.ts';

/** Options of `plid-kits carrier`: the carrier, the test subscribers, and how they answer. */
interface GivenOptions {
  url?: string | undefined;
  customer?: string | undefined;
  unregistered?: string | undefined;
  mvno?: string | undefined;
  foreigner?: string | undefined;
  networks?: string | undefined;
  matching?: string | undefined;
  phone?: string | undefined;
  sandbox?: boolean | undefined;
  listen?: string | undefined;
}

type People = Partial<Pick<CarrierOptions, 'customer' | 'unregistered' | 'mvno' | 'foreigner'>>;

const addressInSandbox = 'http://localhost:8787/sandbox/carrier';

/** @throws {UsageError} {SandboxError} */
export async function readCarrierOptions(given: GivenOptions, io: Io): Promise<CarrierOptions> {
  const { PLID_CARRIER_TOKEN, PLID_CARRIER_CALLS_TOKEN: callsToken } = io.env;
  const url = given.url ?? (given.sandbox ? addressInSandbox : '');
  if (url !== '' && !URL.canParse(url))
    throw new UsageError(`--url needs an address such as https://plid.carrier.example, not: ${url}`);
  const ofSandbox = given.sandbox ? await peopleOfSandbox(url) : {};
  const people: People = { ...ofSandbox, ...readPeople(given) };
  const { customer } = people;
  const token = PLID_CARRIER_TOKEN || (given.sandbox && customer && carrierTokens[customer.telcoCd]);
  if (!url || !token || !customer)
    throw new UsageError(
      'Set --url and --customer, and set PLID_CARRIER_TOKEN in the environment. See: plid-kits carrier --help',
    );
  const phone = await readPhone(given, url, customer, io);
  const callsBack = await readListen(given.listen);
  const matching = readMatching(given.matching);
  const networks = readNetworks(given.networks, customer);
  return {
    url,
    token,
    ...people,
    customer,
    networks,
    matching,
    phone,
    callsToken: callsToken || undefined,
    callsBack,
  };
}

function readNetworks(given: string | undefined, { telcoCd }: Customer): CarrierCode[] | undefined {
  const networks = given?.split(',');
  if (networks === undefined) return undefined;
  if (networks.every(isCode) && networks.includes(telcoCd)) return networks;
  throw new UsageError(
    `--networks needs S, K, or L, with commas, including the customer's ${telcoCd}, not: ${given}`,
  );
}

function readMatching(given: string | undefined): Entry | undefined {
  const matching = entries.find((entry) => entry === given);
  if (given === undefined || matching !== undefined) return matching;
  throw new UsageError(`--matching needs ${entries.join(', ')}, not: ${given}`);
}

function readPeople(given: GivenOptions): People {
  const people: People = {};
  for (const who of ['customer', 'unregistered', 'mvno', 'foreigner'] as const) {
    const text = given[who];
    if (text !== undefined) people[who] = readCustomer(`--${who}`, text);
  }
  return people;
}

/** @param text the name, the number, and the carrier, separated by commas. The name itself may contain commas. */
function readCustomer(option: string, text: string): Customer {
  const [, typed = '', phoneNo = '', telcoCd = ''] = /^(.+),([^,]*),([^,]*)$/s.exec(text) ?? [];
  const name = readName(typed);
  if (name !== '' && attributePatternOf('phoneNo').test(phoneNo) && isCode(telcoCd))
    return { name, phoneNo, telcoCd };
  throw new UsageError(`${option} needs name,number,carrier, such as 김하나,01000000001,S, not: ${text}`);
}

const isCode = (text: string): text is CarrierCode => carrierCodes.some((code) => code === text);

/** Subscribers of carrier S that the kit adds to a sandbox, so that their phones' behavior is known. */
const withApp = { name: '한시험', phoneNo: '01099990001', telcoCd: 'S', behaviour: 'waits' } as const;
const withoutApp = {
  name: '도시험',
  phoneNo: '01099990002',
  telcoCd: 'S',
  behaviour: 'unregistered',
} as const;

const ofResidenceCard = {
  name: 'SMITH JOHN PAUL',
  phoneNo: '01099990003',
  telcoCd: 'S',
  behaviour: 'waits',
  foreign: 'F',
} as const;

const ofMvno = {
  name: '알시험',
  phoneNo: '01099990004',
  telcoCd: 'S',
  mvno: 'Y',
  behaviour: 'waits',
} as const;

async function peopleOfSandbox(url: string): Promise<People> {
  const ask = sandboxRequestsTo(new URL(url).origin);
  for (const person of [withApp, withoutApp, ofResidenceCard, ofMvno])
    await ask('POST', '/subscribers', { gender: 'F', birthdate: '900101', foreign: 'L', ...person });
  return { customer: withApp, mvno: ofMvno, unregistered: withoutApp, foreigner: ofResidenceCard };
}

async function readPhone(
  { phone, sandbox }: GivenOptions,
  url: string,
  { phoneNo }: Customer,
  { env, cwd, stdin, stderr }: Io,
): Promise<Phone | undefined> {
  if (phone !== undefined) return phoneByCommand(phone, { env, cwd });
  if (sandbox) return phoneOfSandbox(url, phoneNo);
  return stdin.isTTY ? phoneAtTerminal(stdin, stderr) : undefined;
}

async function readListen(port: string | undefined): Promise<CallbackListener | undefined> {
  if (port === undefined) return undefined;
  if (!/^\d{1,5}$/.test(port)) throw new UsageError(`--listen needs a port number, not: ${port}`);
  return listenForCallbacks(Number(port)).catch((failure: NodeJS.ErrnoException) => {
    throw new SandboxError(
      `The port ${port} cannot be used (${failure.code}). Choose another port for --listen.`,
    );
  });
}
