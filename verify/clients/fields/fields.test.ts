import { beforeAll, describe, expect, test } from 'vitest';
import { readUserAnswer, withoutEmpty } from '../../../packages/plid/fields/index.ts';
import { decryptField } from '../../../test/support/requests/service-requests.ts';
import { encryptedAttributes } from '../../../workers/core/protocol/user-record.ts';
import { useClientWorld } from '../client-world.ts';
import { realAnswers } from './answers.ts';
import { type Case, casesOf } from './cases.ts';
import { isHere, languages, readWith } from './languages.ts';

const world = useClientWorld();
let cases: Case[];

beforeAll(async () => {
  const answers = await realAnswers(world);
  const { full, person, client_secret } = answers;
  const clear = Object.entries(full.user).map(([name, sent]) => {
    const isEncrypted = (encryptedAttributes as ReadonlySet<string>).has(name);
    return [name, isEncrypted ? decryptField(String(sent), client_secret) : String(sent)];
  });
  const user = Object.fromEntries(clear);
  expect(user).toMatchObject({ name: person.name, phoneNo: person.phoneNo, autoLoginYn: 'Y' });
  cases = casesOf(answers, user);
});

/** A reader's results, each with the name of its case. */
const told = (results: unknown[]) => results.map((user, index) => ({ what: cases[index]?.what, user }));
const expected = () => cases.map(({ what, user = null }) => ({ what, user }));

/** The limit for compiling on a busy machine, in milliseconds. */
const patience = 120_000;

describe('every service response is read correctly, and every tampered one rejected, in', () => {
  for (const language of languages) {
    const isMissing = !isHere(language);
    const why = isMissing ? ` (skipped: it is not here: ${language.install})` : '';
    test.skipIf(isMissing)(`${language.name}${why}`, { timeout: patience }, () => {
      expect(told(readWith(language, cases))).toEqual(expected());
    });
  }

  test('plid/fields', async () => {
    const results = cases.map(async ({ answer, client_secret }) => {
      const read = await readUserAnswer(answer, client_secret).catch(() => undefined);
      return read === undefined ? null : withoutEmpty(read.user);
    });
    expect(told(await Promise.all(results))).toEqual(expected());
  });
});
