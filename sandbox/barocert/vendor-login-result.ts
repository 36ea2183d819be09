import { toBase64, utf8 } from '../../workers/core/crypto/bytes.ts';
import type { RequestStatus } from '../directory/request-table.ts';
import type { Subscriber } from '../subscriber.ts';
import { subscriberIdentity } from '../subscriber-identity.ts';
import { birthdayOf } from './vendor-birthday.ts';
import { telcoTypes } from './vendor-login-fields.ts';
import type { BarocertLogin } from './vendor-login-table.ts';
import { koreanDateTime } from './vendor-time.ts';

/** A login with the state of its request on the phone. */
export interface FoundLogin {
  login: BarocertLogin;
  status: RequestStatus;
  /** In seconds since 1970. */
  expires: number;
  /** The subscriber with this number, or undefined if they have left the app. */
  subscriber?: Subscriber;
}

/** The vendor's states of a login. */
const states = { pending: 0, approved: 1, expired: 2, denied: 3, cancelled: 4 } as const satisfies Record<
  RequestStatus,
  number
>;

/** Returns the response to a status call. The vendor's times are in Korean time. */
export function statusOf({ login, status, expires }: FoundLogin, clientCode: string): object {
  const { receiptID, created, answered = created } = login;
  const answeredDT = koreanDateTime(answered);
  return {
    ...{ clientCode, receiptID, state: states[status] },
    requestDT: koreanDateTime(created),
    expireDT: koreanDateTime(expires),
    ...(status === 'approved' && { completeDT: answeredDT }),
    ...(status === 'denied' && { rejectDT: answeredDT }),
  };
}

/** Returns the response to a successful verification. It contains the user's data only if the request asked for it. */
export async function verifiedResult(
  { receiptID, token, receiverInfoYN }: BarocertLogin,
  subscriber: Subscriber,
  at: number,
): Promise<object> {
  const signed = { receiptID, state: states.approved, signedData: toBase64(utf8(`${receiptID}\n${token}`)) };
  if (!receiverInfoYN) return signed;
  const { name, gender, foreign, telcoCd } = subscriber;
  const birthday = birthdayOf(subscriber, at);
  return {
    ...signed,
    receiverName: name,
    receiverYear: birthday.slice(0, 4),
    receiverDay: birthday.slice(4),
    receiverGender: gender,
    receiverForeign: foreign === 'F' ? 'Y' : 'N',
    receiverTelcoType: telcoTypes[telcoCd],
    ci: (await subscriberIdentity(subscriber, at)).ci,
  };
}
