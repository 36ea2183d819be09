import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basicAuthorization } from '../../packages/plid/client/call-service.ts';
import { readBearer } from '../../workers/core/protocol/bearer.ts';
import { readBasicCredentials, readClientCredentials } from '../../workers/core/protocol/credentials.ts';
import { Parameters } from '../../workers/core/protocol/parameters.ts';
import { anyText, asHeader, countBranches, nastyText, resultOf } from './arbitraries.ts';

const none = new Parameters();
const requestWith = (Authorization: string) =>
  new Request('https://login.example.com/oauth2/token', { headers: { Authorization } });
const basic = (text: string) => `Basic ${Buffer.from(text, 'latin1').toString('base64')}`;

/** Ids and secrets as they are: visible ASCII, no percent sign; an id has no colon. */
const plain = fc.stringMatching(/^[!-$&-~]{1,70}$/);
const ids = plain.map((text) => text.replaceAll(':', '-'));

describe('client credentials', () => {
  test('in HTTP Basic are read raw and percent-encoded, as clients write them', () => {
    fc.assert(
      fc.property(ids, plain, (clientId, clientSecret) => {
        const read = { client_id: clientId, client_secret: clientSecret, sentIn: 'header' };
        expect(readBasicCredentials(requestWith(basicAuthorization({ clientId, clientSecret })))).toEqual(
          read,
        );
        const encoded = basic(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
        expect(readClientCredentials(requestWith(encoded), none)).toEqual(read);
      }),
    );
  });

  test('with any characters are read percent-encoded', () => {
    fc.assert(
      fc.property(anyText, anyText, (id, client_secret) => {
        const client_id = `x${id}`;
        const header = basic(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`);
        expect(readBasicCredentials(requestWith(header))).toEqual({
          client_id,
          client_secret,
          sentIn: 'header',
        });
      }),
    );
  });

  test('in header and fields are accepted only if they agree', () => {
    const few = fc.constantFrom('a', 'b');
    const field = fc.option(few, { nil: undefined });
    fc.assert(
      fc.property(fc.option(fc.tuple(few, few), { nil: undefined }), field, field, (header, id, secret) => {
        const fields = Object.entries({ client_id: id, client_secret: secret }).filter(([, value]) => value);
        const parameters = new Parameters(new URLSearchParams(fields as [string, string][]));
        const request = requestWith(header === undefined ? '' : basic(header.join(':')));
        const found = resultOf(() => readClientCredentials(request, parameters));
        const [inHeader, inSecret] = header ?? [];
        const differs = (left?: string, right?: string) =>
          left !== undefined && right !== undefined && left !== right;
        if (differs(inHeader, id) || differs(inSecret, secret))
          expect(found).toEqual({ refused: 'invalid_item' });
        else if ((inHeader ?? id) === undefined) expect(found).toEqual({ refused: 'missing_client' });
        else if ((inSecret ?? secret) === undefined) expect(found).toEqual({ refused: 'bad_client_fields' });
        else {
          const sentIn = header === undefined ? 'fields' : 'header';
          const value = { client_id: inHeader ?? id, client_secret: inSecret ?? secret, sentIn };
          expect(found).toEqual({ value });
        }
      }),
    );
  });

  test('are complete or rejected, for any header', () => {
    const noise = nastyText(
      'Basic',
      'basic ',
      ' ',
      'YQ==',
      'YTpi',
      '=',
      ':',
      'Og==',
      'JTpi',
      '%',
      ',',
      'Bearer ',
    );
    const header = fc.oneof(
      noise,
      noise.map((text) => `Basic YTpi${text}`),
    );
    const branches = countBranches('value', 'refused');
    fc.assert(
      fc.property(header.map(asHeader), (text) => {
        const found = resultOf(() => readBasicCredentials(requestWith(text)));
        branches.take('value' in found ? 'value' : 'refused');
        if ('refused' in found) expect(found.refused).toMatch(/^(?:bad|missing)_credentials$/);
        else expect(found.value).toMatchObject({ client_id: expect.stringMatching(/./s), sentIn: 'header' });
      }),
    );
    branches.expectAllTaken();
  });
});

describe('a bearer token', () => {
  test('is read unchanged, with any case of the scheme', () => {
    const token = fc.stringMatching(/^[\w~+/.-]{1,80}={0,2}$/);
    const scheme = fc.mixedCase(fc.constant('bearer'));
    fc.assert(
      fc.property(scheme, fc.stringMatching(/^ {1,3}$/), token, (written, spaces, sent) => {
        expect(readBearer(requestWith(`${written}${spaces}${sent}`))).toBe(sent);
      }),
    );
  });

  test('is one token of RFC 6750 or rejected, for any header', () => {
    const noise = nastyText(
      'Bearer',
      'bearer ',
      ' ',
      'abc',
      '.',
      '-',
      '~',
      '=',
      ',',
      '"',
      'Basic ',
      'é',
      '\t',
    );
    const header = fc.oneof(
      noise,
      noise.map((text) => `Bearer abc${text}`),
    );
    const branches = countBranches('value', 'refused');
    fc.assert(
      fc.property(header.map(asHeader), (text) => {
        const found = resultOf(() => readBearer(requestWith(text)));
        branches.take('value' in found ? 'value' : 'refused');
        if ('refused' in found) expect(found.refused).toBe('authentication_failed');
        else {
          expect(found.value).toMatch(/^[A-Za-z0-9\-._~+/]+=*$/);
          expect(text.toLowerCase().replace(/ +/, ' ')).toBe(`bearer ${found.value.toLowerCase()}`);
        }
      }),
    );
    branches.expectAllTaken();
  });
});
