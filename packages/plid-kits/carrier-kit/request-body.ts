import type {
  ConfirmationRequest,
  Entry,
  Notice,
  RequestContext,
  StartRequest,
  StartWay,
} from '../../../workers/core/carrier/port.ts';
import type { CarrierCode } from '../../../workers/core/protocol/user-record.ts';

/** A test subscriber of the carrier. */
export interface Customer {
  name: string;
  /** 11 digits, no hyphen. */
  phoneNo: string;
  telcoCd: CarrierCode;
}

/** Lifetime of a request, in seconds. */
const lifetime = 120;

/** Returns a unique ID of 32 letters and digits. */
export const createUniqueId = (): string => crypto.randomUUID().replaceAll('-', '');

/** In seconds since 1970. */
export const now = (): number => Math.floor(Date.now() / 1000);

const context: RequestContext = {
  browser: 'Chrome, Windows',
  country: 'KR',
  city: 'Seoul',
  knownBrowser: false,
  automaticLogin: false,
  attributes: 3,
};

const asked = (telcoCd: CarrierCode) => ({
  id: createUniqueId(),
  signIn: createUniqueId(),
  telcoCd,
  application: 'plid-kits carrier',
  applicationHost: 'shop.example.com',
  expires: now() + lifetime,
  expiresIn: lifetime,
  context,
  returnTo: 'https://login.example.com/oauth2/authorize/wait?flow=kit',
});

/** Returns the body of a `start` request in the form that the service sends. */
export const startQuestion = (telcoCd: CarrierCode, way: StartWay = 'link'): StartRequest => ({
  ...asked(telcoCd),
  way,
});

/** Returns the body of a `confirm` request in the form that the service sends. */
export const question = (
  { name, phoneNo, telcoCd }: Customer,
  entry: Entry = 'choose',
): ConfirmationRequest => ({
  ...asked(telcoCd),
  name,
  phoneNo,
  mvno: false,
  match: String(10 + Math.floor(Math.random() * 90)),
  entry,
});

/** Returns the body of a notice in the form that the service sends. */
export const notice = ({ phoneNo, telcoCd }: Customer): Notice => ({
  id: createUniqueId(),
  signIn: createUniqueId(),
  kind: 'new_browser',
  phoneNo,
  telcoCd,
  mvno: false,
  application: 'plid-kits carrier',
  applicationHost: 'shop.example.com',
  context,
  at: now(),
});
