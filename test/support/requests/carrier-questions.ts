import type { CarrierCall, StartRequest } from '../../../workers/core/carrier/port.ts';
import type { CarrierCode } from '../../../workers/core/protocol/user-record.ts';
import type { Person } from '../fixtures/sign-in.ts';
import { origins } from '../world/test-settings.ts';
import type { World } from '../world/world.ts';

/** Asks a carrier of the sandbox over HTTP. @param token of the carrier. */
export const sendToCarrier = (
  world: World,
  call: CarrierCall,
  body: object,
  token: string,
): Promise<Response> =>
  world.fetch(`${world.sandbox}/sandbox/carrier/${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });

let questions = 0;

/** The fields that every question to a carrier has. Each question has a new ID. */
export function asked(telcoCd: CarrierCode): StartRequest {
  questions += 1;
  return {
    way: 'link',
    id: `question-${questions}`,
    signIn: 'q0V3mB7xYzA',
    telcoCd,
    application: 'Demo Shop',
    applicationHost: 'shop.example.com',
    // It decides nothing: the clock of a carrier may be wrong.
    expires: 0,
    expiresIn: 120,
    context: {
      ...{ browser: 'Chrome, Windows', country: 'KR', city: 'Seoul' },
      ...{ knownBrowser: false, automaticLogin: true, attributes: 9 },
    },
    returnTo: `${origins.service}/oauth2/authorize/wait?flow=x`,
  };
}

/** The question whether a user owns their number. */
export function askedAbout(person: Person) {
  const telcoCd = person.telcoCd as CarrierCode;
  return { ...asked(telcoCd), ...person, telcoCd, mvno: false, match: '42', entry: 'choose' as const };
}
