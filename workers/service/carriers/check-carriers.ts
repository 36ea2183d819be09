import type { ConfirmationRequest, StartRequest } from '../../core/carrier/port.ts';
import { readConfirmation, readStart } from '../../core/carrier/read-answers.ts';
import { randomBytes, toBase64url } from '../../core/crypto/bytes.ts';
import { type CarrierCode, carrierCodes } from '../../core/protocol/user-record.ts';
import { type CarrierConnection, carrierConnection, type Env } from './carriers-settings.ts';
import { describeFault, postToCarrier } from './post-to-carrier.ts';
import { isUnsupportedCall } from './unsupported-call.ts';

/** The result of checking a carrier. */
interface CheckedCarrier {
  carrier: CarrierCode;
  /** A description of the fault, without secrets. Undefined if the carrier works. */
  fault?: string;
  /** Time until the response or the timeout, in milliseconds. Undefined if the carrier wasn't called. */
  milliseconds?: number;
  /** Whether the carrier supports app-initiated sign-ins. Undefined if the carrier doesn't work. */
  starts?: boolean;
}

/** A phone number that no carrier has assigned. */
const unassigned = '01000000000';

/**
 * Sends each carrier a request for an unassigned number. Any response other than `unconfirmed` is a fault. An adapter
 * checks its own connection, because each request may cost money.
 */
export const checkCarriers = (env: Env, url: URL, now: number): Promise<CheckedCarrier[]> =>
  Promise.all(
    carrierCodes.map(async (carrier): Promise<CheckedCarrier> => {
      const line = carrierConnection(env, carrier);
      if (typeof line === 'string') return { carrier, fault: line };
      const started = Date.now();
      if ('adapter' in line) {
        const fault = await line.adapter.check().catch(describeFault);
        return {
          carrier,
          milliseconds: Date.now() - started,
          ...(fault === undefined ? { starts: false } : { fault }),
        };
      }
      const fault = await faultOf(line, confirmationFor(carrier, url, now));
      const milliseconds = Date.now() - started;
      if (fault !== undefined) return { carrier, fault, milliseconds };
      const starts = await offersStart(line, startFor(carrier, url, now));
      return { carrier, milliseconds, ...(starts !== undefined && { starts }) };
    }),
  );

async function faultOf(line: CarrierConnection, question: ConfirmationRequest): Promise<string | undefined> {
  try {
    const { answer, foreign } = readConfirmation(await postToCarrier(line, 'confirm', question));
    if (answer === undefined) return `returns an invalid ${foreign.join(' and ')}`;
    if (answer.status !== 'unconfirmed') return `returns ${answer.status} for an unassigned number`;
    return undefined;
  } catch (failure) {
    return describeFault(failure);
  }
}

/**
 * Requests a start and cancels it at once.
 * @returns whether the carrier supports starts, or undefined if the request fails for a reason other than missing
 * support.
 */
async function offersStart(line: CarrierConnection, question: StartRequest): Promise<boolean | undefined> {
  try {
    const { answer } = readStart(await postToCarrier(line, 'start', question));
    if (answer?.status === 'started')
      await postToCarrier(line, 'cancel', { requestId: answer.requestId }).catch(() => undefined);
    return answer === undefined ? undefined : true;
  } catch (failure) {
    return isUnsupportedCall(failure) ? false : undefined;
  }
}

const confirmationFor = (telcoCd: CarrierCode, url: URL, now: number): ConfirmationRequest => ({
  ...questionFor(telcoCd, url, now),
  name: '아무개',
  phoneNo: unassigned,
  mvno: false,
  match: '10',
  entry: 'choose',
});

/** Returns a request for a start with a QR code that no page shows. */
const startFor = (telcoCd: CarrierCode, url: URL, now: number): StartRequest => ({
  ...questionFor(telcoCd, url, now),
  way: 'code',
});

/** Returns the fields that the confirmation request and the start request share. */
const questionFor = (telcoCd: CarrierCode, { host, origin }: URL, now: number) => ({
  id: toBase64url(randomBytes(12)),
  signIn: 'doctor-check',
  telcoCd,
  application: 'plid doctor',
  applicationHost: host,
  expires: now + 30,
  expiresIn: 30,
  context: { knownBrowser: false, automaticLogin: false, attributes: 0 },
  returnTo: origin,
});
