import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyRing } from '../../workers/core/crypto/keys.ts';
import { languages } from '../../workers/core/http/language.ts';
import { prompts } from '../../workers/core/protocol/prompts.ts';
import type { AuthorizationRequest } from '../../workers/service/protocol/sent-request.ts';
import type { Application } from '../../workers/service/registry/applications.ts';
import { pushedRequestLifetime } from '../../workers/service/settings/service-lifetimes.ts';
import { createRequestUri, decryptPushedRequest } from '../../workers/service/tokens/pushed-requests.ts';
import './arbitraries.ts';

const keys = keyRing(new Map([['k', new Uint8Array(32)]]));
const now = 1_000_000;
const redirect_uris = ['https://shop.example.com/callback', 'https://shop.example.com/other'];
const application = { client_id: 'shop', redirect_uris } as unknown as Application;

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });

/** A value for each parameter of an authorization request. The compiler asks for the parameter that is missing here. */
const values: { [Name in keyof Required<AuthorizationRequest>]: fc.Arbitrary<AuthorizationRequest[Name]> } = {
  redirect_uri: fc.constantFrom(...redirect_uris),
  state: fc.oneof(fc.constant(''), text),
  isHybrid: fc.boolean(),
  code_challenge: text,
  prompt: fc.constantFrom(...prompts),
  uiLanguage: fc.constantFrom(...languages),
  scope: text,
  nonce: text,
  max_age: fc.oneof(fc.constant(0), fc.nat(999_999_999)),
  requiresPhone: fc.constant(true as const),
  id_token_hint: text,
  formPost: fc.constant(true as const),
};
const requests = fc.record(values, {
  requiredKeys: ['redirect_uri', 'state', 'isHybrid'],
}) as fc.Arbitrary<AuthorizationRequest>;

describe('a pushed authorization request', () => {
  test('reaches the authorization endpoint unchanged, parameter by parameter', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const request_uri = await createRequestUri(keys, 'shop', request, now);
        const opened = await decryptPushedRequest(keys, application, request_uri, now);
        expect(opened).toEqual({ request, isExpired: false });
        for (const name of Object.keys(request)) seen.add(name);
      }),
    );
    expect([...seen].sort()).toEqual(Object.keys(values).sort());
  });

  test.each([
    ['max_age', 0],
    ['state', ''],
  ] as const)('keeps %s = %j, which counts as false', async (name, value) => {
    const request = { redirect_uri: redirect_uris[0] ?? '', state: 's', isHybrid: false, [name]: value };
    const { request: opened } = await decryptPushedRequest(
      keys,
      application,
      await createRequestUri(keys, 'shop', request, now),
      now,
    );
    expect(opened).toHaveProperty(name, value);
  });

  test('expires after its lifetime, to the second', async () => {
    const request = { redirect_uri: redirect_uris[0] ?? '', state: 's', isHybrid: false };
    const request_uri = await createRequestUri(keys, 'shop', request, now);
    const isExpiredAt = async (at: number) =>
      (await decryptPushedRequest(keys, application, request_uri, at)).isExpired;
    expect(await isExpiredAt(now + pushedRequestLifetime - 1)).toBe(false);
    expect(await isExpiredAt(now + pushedRequestLifetime)).toBe(true);
  });
});
