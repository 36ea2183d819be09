import { describe, expect, test } from 'vitest';
import { digestTerms, requiredTerms } from '../../../workers/service/registry/consents.ts';

const terms = Object.fromEntries([...requiredTerms, 'purpose_en', 'retention_en'].map((name) => [name, 'x']));

describe('the terms of an application', () => {
  test.each(['recipient', 'purpose', 'retention', 'privacy_url'])(
    'have no digest without %s',
    async (name) => {
      expect(await digestTerms({ ...terms, [name]: '' } as never)).toBeUndefined();
    },
  );

  test.each(['purpose_en', 'retention_en'])('have a digest without %s', async (name) => {
    expect(await digestTerms({ ...terms, [name]: '' } as never)).toEqual({
      ko: expect.any(String),
      en: expect.any(String),
    });
  });
});
