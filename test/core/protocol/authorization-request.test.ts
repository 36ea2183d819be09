import { describe, expect, test } from 'vitest';
import {
  errorCodeOf,
  errorFields,
  responseFields,
  responseUrl,
} from '../../../workers/core/protocol/authorization-response.ts';
import { ProtocolError } from '../../../workers/core/protocol/errors.ts';
import { readPrompt, readPromptList } from '../../../workers/core/protocol/prompts.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';

describe('the prompt parameter', () => {
  test.each([
    ['login', 'login'],
    ['none', 'none'],
    ['select_account', 'select_account'],
    ['consent', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%j is read as %j', (asked, prompt) => expect(readPrompt(asked)).toBe(prompt));

  test.each([
    ['login', 'login'],
    ['consent', 'login'],
    ['select_account login', 'login'],
    ['select_account', 'select_account'],
    ['none', 'none'],
    ['login  login', 'login'],
    [undefined, undefined],
  ])('with openid, %j is read as %j', (asked, prompt) => expect(readPromptList(asked)).toBe(prompt));

  test.each(['none login', 'consent none', 'create', 'login unknown'])(
    'with openid, %j is rejected',
    (asked) => {
      expect(() => readPromptList(asked)).toThrow(
        expect.objectContaining({ reason: 'invalid_item', values: { item: 'prompt' } }),
      );
    },
  );
});

describe('the callback URL', () => {
  const callback = 'https://shop.example.com/cb';

  test.each([
    [
      'has the answer and the state as it was sent',
      callback,
      { code: 'a b+c' },
      'x+%2b',
      '?code=a%20b%2Bc&state=x+%2b',
    ],
    ['has no state where the request had none', callback, { code: 'c' }, '', '?code=c'],
    ['has only the state', callback, {}, 's', '?state=s'],
    ['keeps the query of the callback', `${callback}?a=1`, { code: 'c' }, 's', '&code=c&state=s'],
    ['is the callback where there is nothing to say', callback, {}, '', ''],
  ])('%s', (_, redirect_uri, answer, state, added) => {
    expect(responseUrl(redirect_uri, answer, state)).toBe(redirect_uri + added);
  });

  test.each([
    [
      { code: 'a b+c' },
      'x%2b+y',
      [
        ['code', 'a b+c'],
        ['state', 'x+ y'],
      ],
    ],
    [{ code: 'c' }, '', [['code', 'c']]],
    [{}, '%ED%95%9C', [['state', '한']]],
  ])('is posted as a form with the answer %j and the decoded state of %s', (answer, state, fields) => {
    expect(responseFields(answer, state)).toEqual(fields);
  });

  test('contains an error in both forms, for OAuth clients too', () => {
    expect(errorFields('access_denied', 'No.')).toEqual({
      error: 'access_denied',
      message: 'No.',
      error_description: 'No.',
    });
  });
});

describe('the error code', () => {
  test.each([
    ['response_type', 'unsupported_response_type'],
    ['request', 'request_not_supported'],
    ['request_uri', 'request_uri_not_supported'],
    ['scope', 'invalid_scope'],
    ['prompt', 'invalid_request'],
  ])('about %s is %s', (item, word) => {
    expect(errorCodeOf(new ProtocolError(refusals.invalid_item, { item }))).toBe(word);
  });

  test.each([
    ['access_denied', 'access_denied'],
    ['login_required', 'login_required'],
    ['not_a_form', 'invalid_request'],
  ] as const)('without a parameter is that of its reason: %s', (reason, word) => {
    expect(errorCodeOf(new ProtocolError({ ...refusals.not_a_form, reason }))).toBe(word);
  });
});
