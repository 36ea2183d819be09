import { expect, test } from 'vitest';
import { locationOf } from '../../../workers/service/sign-in/carrier/confirmation-request.ts';

const countryOf = (country: unknown) =>
  locationOf(Object.assign(new Request('https://login.example.com'), { cf: { country } })).country;

test.each(['KR', 'US', 'XK'])('the country %s of an address is reported', (country) => {
  expect(countryOf(country)).toBe(country);
});

// Cloudflare reports XX for an unknown country and T1 for Tor.
test.each(['XX', 'T1', 'kr', 'KOR', '', undefined])("%s isn't reported as a country", (country) => {
  expect(countryOf(country)).toBeUndefined();
});
