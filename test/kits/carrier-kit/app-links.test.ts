import { expect, test } from 'vitest';
import { expectAppLinks } from '../../../packages/plid-kits/carrier-kit/expect-app-links.ts';
import { Mismatch } from '../../../packages/plid-kits/test-suite/mismatch.ts';

/** The mismatch that the kit reports for a link in `open`. */
function mismatchOf(platform: 'ios' | 'android' | 'web', address: string): string | undefined {
  try {
    expectAppLinks('open', { [platform]: address });
    return undefined;
  } catch (failure) {
    expect(failure).toBeInstanceOf(Mismatch);
    return (failure as Mismatch).expected;
  }
}

const intent = (parts: string) => `intent://request#Intent;${parts};end`;

test.each([
  ['ios', 'tauthlink://request?id=1'],
  ['ios', 'https://app.carrier.example/1'],
  ['android', 'tauthlink://request?id=1'],
  ['android', intent('scheme=tauthlink;package=com.carrier.app')],
  ['web', 'https://app.carrier.example/1'],
  ['web', 'http://localhost:8787/1'],
] as const)('a link for %s may be %s', (platform, address) => {
  expect(mismatchOf(platform, address)).toBeUndefined();
});

const foreign =
  'javascript vbscript data file blob filesystem about view-source content android-app ws wss ftp package tel sms mailto';

test.each(foreign.split(' '))('no link has the scheme %s, directly or in an intent', (scheme) => {
  for (const platform of ['ios', 'android', 'web'] as const)
    expect(mismatchOf(platform, `${scheme}:x`)).toBe(`an address that opens an app in open.${platform}`);
  expect(mismatchOf('android', intent(`scheme=${scheme};package=com.carrier.app`))).toBe(
    'an address that opens an app in open.android',
  );
});

test.each([
  ['ios', 'http://app.carrier.example/1', 'https in open.ios'],
  ['android', 'http://app.carrier.example/1', 'https in open.android'],
  ['web', 'http://app.carrier.example/1', 'https in open.web'],
  ['web', 'tauthlink://request?id=1', 'https in open.web'],
  [
    'android',
    intent('package=com.carrier.app'),
    'an intent: address with scheme and package in open.android',
  ],
  ['android', intent('scheme=tauthlink'), 'an intent: address with scheme and package in open.android'],
  ['android', 'intent://request', 'an intent: address with scheme and package in open.android'],
] as const)('a link for %s must not be %s', (platform, address, expected) => {
  expect(mismatchOf(platform, address)).toBe(expected);
});
