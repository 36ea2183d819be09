import { afterEach, expect, test } from 'vitest';
import { completed, setObjectSettings } from '../../../workers/gateway/single-worker/configured-objects.ts';

afterEach(() => setObjectSettings(() => ({ CLOCK: undefined })));

test.each([
  ['RETENTION_DAYS', '30'],
  ['CLOCK', undefined],
  ['CLIENT_ID', 'from code'],
])('the objects take %s from the code, not from a variable of the application', (name, inCode) => {
  setObjectSettings(() => ({ [name]: inCode }));
  const env = { [name]: 'from a variable', OWN: 'of the application' };
  expect(completed(env)).toMatchObject({ [name]: inCode, OWN: 'of the application' });
});
