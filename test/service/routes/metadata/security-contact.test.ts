import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  securityContactSetting,
  showSecurityContact,
} from '../../../../workers/service/routes/metadata/security-contact.ts';

const BASE_URL = 'https://login.example.com';
const read = (text: string) => v.parse(securityContactSetting, text);
const shown = (SECURITY_CONTACT: ReturnType<typeof read>, time: string) =>
  showSecurityContact({ env: { BASE_URL, SECURITY_CONTACT }, now: Date.parse(time) / 1000 });

test('the contact is shown until the end of its last day, and then no longer', async () => {
  const contact = read('mailto:security@example.com, 2027-06-30');
  for (const time of ['2026-01-01T00:00:00Z', '2027-06-30T00:00:00Z', '2027-06-30T23:59:59Z'])
    expect(await shown(contact, time).text()).toBe(
      'Contact: mailto:security@example.com\nExpires: 2027-06-30T23:59:59Z\nPreferred-Languages: ko, en\n' +
        `Canonical: ${BASE_URL}/.well-known/security.txt\n`,
    );
  expect(() => shown(contact, '2027-07-01T00:00:00Z')).toThrow('not_found');
  expect(() => shown(undefined, '2026-01-01T00:00:00Z')).toThrow('not_found');
});

test.each([
  ['https://example.com/report, 2027-02-28', true],
  ['https://example.com/report, 2027-02-30', false],
  ['https://example.com/report', false],
  ['http://example.com/report, 2027-02-28', false],
  ['security@example.com, 2027-02-28', false],
])('%s is a contact: %s', (text, isValid) => {
  expect(v.is(securityContactSetting, text)).toBe(isValid);
});
