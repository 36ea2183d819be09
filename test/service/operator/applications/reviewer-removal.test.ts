import { expect, test } from 'vitest';
import { removeReviewer } from '../../../../workers/service/operator/applications/reviewers.ts';
import { applications } from '../../../support/world/test-settings.ts';

const { client_id } = applications.shop;
const reviewer = { id: 'one', plid: '0b0e7f64-5b7c-4b39-8a40-3f6f0d1d8a01' };

test('a reviewer stays registered until their account has ended, so that the removal can be repeated', async () => {
  const done: string[] = [];
  let fails = true;
  const account = {
    async terminate() {
      if (fails) throw new Error('overloaded');
      done.push('ended');
    },
  };
  const application = {
    reviewers: async () => [reviewer],
    async removeReviewer() {
      done.push('removed');
      return { copy: { client_id, version: 2 } };
    },
  };
  const env = {
    ACCOUNT: { idFromName: String, get: () => account },
    APPLICATION: { idFromName: String, get: () => application },
  } as never;
  const remove = () => removeReviewer(env, client_id, 'one', 'operator', 1_800_000_000);
  await expect(remove()).rejects.toThrow();
  expect(done).toEqual([]);
  fails = false;
  await remove();
  expect(done).toEqual(['ended', 'removed']);
});
