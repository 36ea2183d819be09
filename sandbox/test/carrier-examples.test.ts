import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type CarrierCall, carrierCalls, carrierSchemas } from '../../packages/plid-kits/carrier/index.ts';
import { serviceSecrets } from '../../test/support/world/test-settings.ts';
import { root } from '../../test/support/world/test-workers.ts';
import { useWorld } from '../../test/support/world/use-world.ts';

const world = useWorld({ half: 'service' });
const ajv = new Ajv2020({ strictTypes: false, validateFormats: false });
const { paths } = parse(readFileSync(path.join(root, 'docs/carrier.openapi.yaml'), 'utf8'));
const exampleOf = (call: CarrierCall): object =>
  paths[`/${call}`].post.requestBody.content['application/json'].example;
const expected = {
  confirm: 'requested',
  start: 'started',
  outcome: 'expired',
  cancel: 'done',
  notify: 'taken',
};

test.each(carrierCalls)(
  'the example of %s in docs/carrier.openapi.yaml gets a response of its schema',
  async (call) => {
    const response = await world.fetch(`${world.sandbox}/sandbox/carrier/${call}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${serviceSecrets.CARRIER_S_TOKEN}`,
      },
      body: JSON.stringify(exampleOf(call)),
    });
    const answer: object = JSON.parse(await response.text());
    expect([response.status, answer]).toEqual([200, expect.objectContaining({ status: expected[call] })]);
    expect([ajv.validate(carrierSchemas[call].answer, answer), ajv.errors]).toEqual([true, null]);
  },
);
