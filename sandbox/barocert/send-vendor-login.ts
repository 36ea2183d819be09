import { createMatch, type RequestStatus, type Requests } from '../directory/request-table.ts';
import { hasApp, type ListedSubscriber, type Subscribers } from '../directory/subscriber-table.ts';
import { matchesTypedName, type Subscriber } from '../subscriber.ts';
import { birthdayOf } from './vendor-birthday.ts';
import type { BarocertErrorName } from './vendor-errors.ts';
import { type LoginFields, telcoTypes } from './vendor-login-fields.ts';
import type { BarocertLogins } from './vendor-login-table.ts';
import { koreanDay } from './vendor-time.ts';

/** The tables of the directory that a login request changes. */
interface Tables {
  subscribers: Subscribers;
  requests: Requests;
  logins: BarocertLogins;
}

export interface LoginOptions {
  clientCode: string;
  /** Whether the login gets the receipt of the previous login. */
  repeatsReceipt: boolean;
}

/** The result of a login request: its receipt, or the name of the vendor's error. */
export type RequestedLogin = { receiptID: string; requestId: string } | { refused: BarocertErrorName };

/**
 * Sends a login request to a phone. @param answerOf returns the status that the phone sets automatically. @param at
 * in seconds since 1970.
 */
export function requestLogin(
  { subscribers, requests, logins }: Tables,
  fields: LoginFields,
  { clientCode, repeatsReceipt }: LoginOptions,
  answerOf: (subscriber: Subscriber) => RequestStatus,
  at: number,
): RequestedLogin {
  const subscriber = subscribers.find(fields.receiverHP);
  if (subscriber?.behaviour === 'fails') return { refused: 'carrier_failed' };
  if (subscriber === undefined || !matchesReceiver(subscriber, fields, at)) return { refused: 'mismatch' };
  if (!hasApp(subscriber)) return { refused: 'no_app' };
  const previous = logins.latest();
  const own = receiptNumber(clientCode, (previous?.number ?? 0) + 1, at);
  const receiptID = repeatsReceipt ? (previous?.receiptID ?? own) : own;
  const status = answerOf(subscriber);
  const requestId = requests.add(
    {
      id: own,
      phoneNo: fields.receiverHP,
      application: fields.reqTitle,
      expiresIn: fields.expireIn,
      match: createMatch(),
      message: {
        ...(fields.reqMessage !== undefined && { text: fields.reqMessage }),
        callCenter: fields.callCenterNum,
      },
    },
    status,
    at,
  );
  const { token, receiverInfoYN } = fields;
  logins.add({ receiptID, requestId, token, receiverInfoYN, created: at }, status !== 'pending');
  return { receiptID, requestId };
}

/** Whether name, date of birth, and network belong to the number. */
function matchesReceiver(subscriber: ListedSubscriber, fields: LoginFields, at: number): boolean {
  const { receiverName, receiverBirthday, telcoType } = fields;
  const birthday = birthdayOf(subscriber, at);
  return (
    matchesTypedName(subscriber, receiverName) &&
    (receiverBirthday === undefined || receiverBirthday === birthday) &&
    (telcoType === undefined || telcoType === telcoTypes[subscriber.telcoCd])
  );
}

/** Returns a receipt in the vendor's form: 0, the day, the organization's code, and a serial number. */
const receiptNumber = (clientCode: string, serial: number, at: number): string =>
  `0${koreanDay(at).slice(2)}${clientCode}${String(serial).padStart(13, '0')}`;
