import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  allowedLink,
  isWebLink,
  phoneAppLinksSetting,
} from '../../../workers/service/sign-in/settings/phone-app-links.ts';
import { allowedLinks, evilAddresses } from '../../attacks/support/evil-addresses.ts';

const links = v.parse(phoneAppLinksSetting, allowedLinks);
const intent = 'intent://r1#Intent;scheme=tauthlink;package=com.example.app';

describe("a link to a carrier's app", () => {
  test.each([
    'tauthlink://r1',
    'tauthlink:r1?id=1&b=%2F#x',
    'https://app.example.com/r1?id=1#x',
    `${intent};end`,
    `${intent};end;`,
    'intent:r1#Intent;package=com.example.app;scheme=tauthlink;end',
    'intent://app.example.com/r1#Intent;scheme=https;package=com.example.app;end',
    `${intent};action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end`,
    `${intent};S.browser_fallback_url=https%3A%2F%2Fapp.example.com%2Finstall%3Fa%3D1;end`,
  ])("is used unchanged if the operator's list allows it: %s", (address) => {
    expect(allowedLink(links, address)).toBe(address);
  });

  test.each([
    ['TAUTHLINK://r1', 'tauthlink://r1'],
    ['https://APP.example.com:443', 'https://app.example.com/'],
    [`INTENT${intent.slice(6)};end`, `${intent};end`],
  ])('is normalized as in browsers: %s', (address, spelled) => {
    expect(allowedLink(links, address)).toBe(spelled);
  });

  test.each(evilAddresses)("is dropped if the operator's list doesn't allow it: %j", (address) => {
    expect(allowedLink(links, address)).toBeUndefined();
  });

  test('is dropped without a list', () => {
    expect(allowedLink(undefined, 'tauthlink://r1')).toBeUndefined();
  });

  test("is recognized as a web page's or an app's", () => {
    expect(['https://app.example.com/', 'http://localhost:8787/'].map(isWebLink)).toEqual([true, true]);
    expect(['tauthlink://r1', `${intent};end`, 'httpsx://r1'].map(isWebLink)).toEqual([false, false, false]);
  });
});
