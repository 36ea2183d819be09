import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { eventKeySetting } from '../../../workers/service/settings/event-keys.ts';
import { phoneAppSettings } from '../../../workers/service/settings/operator-settings.ts';
import { bindings } from '../../../workers/service/settings/service-bindings.ts';
import { readForm } from '../../../workers/service/sign-in/entries/sign-in-form.ts';
import { phoneAppLinksSetting } from '../../../workers/service/sign-in/settings/phone-app-links.ts';
import { schemaWith } from '../../../workers/service/sign-in/settings/sign-in-settings.ts';
import { serviceSecrets } from '../../support/world/test-settings.ts';

test.each([
  [0, false],
  [1, true],
  [32, true],
  [33, false],
])('the name of a signing key may have %i characters: %j', (length, valid) => {
  const key = serviceSecrets.EVENT_KEY.slice('e1:'.length);
  expect(v.is(eventKeySetting, `${'k'.repeat(length)}:${key}`)).toBe(valid);
});

test.each([
  [40, true],
  [41, false],
])("the name of a carrier's app may have %i characters: %j", (length, valid) => {
  for (const setting of Object.values(phoneAppSettings)) {
    expect(v.is(setting, '패'.repeat(length))).toBe(valid);
    expect(v.is(setting, `${'패'.repeat(length)}, https://app.example.com/open`)).toBe(valid);
  }
});

test.each(
  'javascript vbscript data file blob filesystem about view-source content android-app http https ws wss ftp intent package tel sms mailto'.split(
    ' ',
  ),
)('an operator cannot allow links with the scheme %s', (scheme) => {
  expect(v.is(phoneAppLinksSetting, 'tauthlink:')).toBe(true);
  expect(v.is(phoneAppLinksSetting, `${scheme}:`)).toBe(false);
  expect(v.is(phoneAppLinksSetting, `tauthlink:,${scheme}:`)).toBe(false);
});

test('the subdomains of the host are the operator’s unless a setting says otherwise', () => {
  expect(v.parse(bindings.HSTS_SUBDOMAINS, undefined)).toBe('Y');
});

describe('the settings of the sign-in', () => {
  test.each([
    ['PHONE_REQUEST_LIMIT', '1', '0'],
    ['PHONE_REQUEST_LIMIT', '100', '101'],
    ['TURNSTILE_SITE_KEY', 'k'.repeat(10), 'k'.repeat(9)],
    ['TURNSTILE_SITE_KEY', 'k'.repeat(100), 'k'.repeat(101)],
    ['TURNSTILE_SECRET', 'k'.repeat(20), 'k'.repeat(19)],
    ['TURNSTILE_SECRET', 'k'.repeat(100), 'k'.repeat(101)],
    ['NUMBER_MATCHING', 'S=type,K=none,L=choose', 'S=type,S=none'],
    ['NUMBER_MATCHING', 'L=none', 'L=none,'],
  ] as const)('%s may be %s, and not %s', (name, valid, invalid) => {
    const setting = schemaWith({}).entries[name];
    expect([v.is(setting, valid), v.is(setting, invalid)]).toEqual([true, false]);
  });
});

test.each([
  ['가', 100, undefined],
  ['가', 101, 'invalid'],
  // Outside the Basic Multilingual Plane, where one character has two code units.
  ['𠀀', 100, undefined],
])('the name %s times %i has the fault %j', (character, length, fault) => {
  const sent: Record<string, string> = { name: character.repeat(length), phoneNo: '01012345678' };
  const { faults } = readForm({ optional: (name: string) => sent[name] } as never);
  expect(faults.name).toBe(fault);
});
