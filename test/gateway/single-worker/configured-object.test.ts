import { DurableObject } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { configuredObject } from '../../../workers/gateway/single-worker/configured-object.ts';

class Shown extends DurableObject<object> {
  readonly settings = this.env;
}

test.each([
  ['RETENTION_DAYS', '30'],
  ['CLOCK', undefined],
  ['CLIENT_ID', 'from code'],
])('the objects take %s from the code, not from a variable of the application', (name, inCode) => {
  const Configured = configuredObject(Shown, () => ({ [name]: inCode }));
  const env = { [name]: 'from a variable', OWN: 'of the application' };
  const object = new Configured(undefined as never, env) as Shown;
  expect(object.settings).toMatchObject({ [name]: inCode, OWN: 'of the application' });
});
