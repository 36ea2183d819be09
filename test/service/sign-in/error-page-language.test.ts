import { expect, test } from 'vitest';
import { ProtocolError } from '../../../workers/core/protocol/errors.ts';
import * as refusals from '../../../workers/core/protocol/refusals.ts';
import type { ErrorContext } from '../../../workers/core/worker/endpoint.ts';
import * as serviceRefusals from '../../../workers/service/protocol/service-refusals.ts';
import { answerError } from '../../../workers/service/sign-in/code/answer-error.ts';
import type { Env } from '../../../workers/service/sign-in/settings/sign-in-settings.ts';

/** The answer to a failed request of this site's own page in Korean. */
async function answerTo(path: string, error: ProtocolError, accept = 'text/html') {
  const url = new URL(`${path}?flow=1&ui_locales=ko`, 'https://login.example.com');
  const request = new Request(url, { headers: { Accept: accept, 'Sec-Fetch-Site': 'same-origin' } });
  const context: Partial<ErrorContext<Env>> = {
    request,
    url,
    language: 'en',
    requestId: 'r',
    env: {} as Env,
  };
  const answer = await answerError(error, context as ErrorContext<Env>);
  return (
    answer && [
      /<html lang="(..)"/.exec(await answer.text())?.[1],
      answer.headers.get('Set-Cookie')?.slice(0, 23),
    ]
  );
}

const outage = new ProtocolError(refusals.unavailable);
const remembered = '__Host-plid-language=ko';

test('the page of a failed step remembers its language, and that of an authorization request does not', async () => {
  expect(await answerTo('/oauth2/authorize/wait', outage)).toEqual(['ko', remembered]);
  expect(await answerTo('/oauth2/authorize', outage)).toEqual(['ko', undefined]);
});

test('an invalid authorization request gets the JSON of programs, an expired or failed one a page', async () => {
  const invalid = new ProtocolError(refusals.invalid_item, { item: 'state' });
  expect(await answerTo('/oauth2/authorize', invalid)).toBeUndefined();
  expect(await answerTo('/oauth2/authorize/wait', invalid)).toBeDefined();
  expect(
    await answerTo('/oauth2/authorize', new ProtocolError(serviceRefusals.request_expired)),
  ).toBeDefined();
  expect(await answerTo('/oauth2/authorize', outage)).toBeDefined();
  expect(await answerTo('/oauth2/authorize/wait', outage, 'application/json')).toBeUndefined();
});
