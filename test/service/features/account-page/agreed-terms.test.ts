import { expect, test } from 'vitest';
import { agreedTerms } from '../../../../workers/service/features/account-page/agreed-terms.ts';
import { applications } from '../../../support/world/test-settings.ts';

const { client_id } = applications.shop;
const consent = { client_id, agreement: { version: 1, terms: { ko: 'digest', en: 'digest' } } };

/** The texts to which a user agreed whose application has changed since. @param stated the answer of its object. */
async function agreed(stated: () => Promise<object[]>) {
  const lines: unknown[][] = [];
  const env = { APPLICATION: { idFromName: String, get: () => ({ stated }) } };
  const context = { env, log: (...line: unknown[]) => lines.push(line) } as never;
  return { texts: await agreedTerms(context, consent as never, { version: 3 } as never, 'ko'), lines };
}

test('a user whose application has changed sees the texts of the version to which they agreed', async () => {
  const versions = [
    { version: 2, purpose: 'later' },
    { version: 1, purpose: 'agreed' },
  ];
  expect((await agreed(async () => versions)).texts).toMatchObject({ purpose: 'agreed' });
});

test('the texts are empty if the object of the application fails, and the log says so', async () => {
  const { texts, lines } = await agreed(async () => {
    throw new Error('overloaded');
  });
  expect(texts).toEqual({ recipient: undefined, purpose: undefined, retention: undefined });
  expect(lines).toMatchObject([['warn', { client_id, stated: false }]]);
});
