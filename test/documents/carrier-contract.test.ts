import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  type CarrierCall,
  carrierCalls,
  carrierSchemas,
  readConfirmation,
  readOutcome,
  readStart,
} from '../../packages/plid-kits/carrier/index.ts';
import { rudely, rudenesses } from '../support/fakes/malformed-answers.ts';
import { hana } from '../support/fixtures/grants.ts';
import { root } from '../support/world/test-workers.ts';

interface Content {
  'application/json': { example?: unknown; examples?: Record<string, { value: unknown }> };
}
interface Contract {
  paths: Record<
    string,
    { post: { requestBody: { content: Content }; responses: { 200: { content: Content } } } }
  >;
  components: { schemas: Record<string, object> };
}
const text = readFileSync(path.join(root, 'docs/carrier.openapi.yaml'), 'utf8');
const contract = parse(text) as Contract;
const readers = { confirm: readConfirmation, start: readStart, outcome: readOutcome };

const valuesOf = ({ 'application/json': { example, examples = {} } }: Content) => [
  ...(example === undefined ? [] : [example]),
  ...Object.values(examples).map(({ value }) => value),
];
const examplesOf = (call: CarrierCall) => {
  const { requestBody, responses } = contract.paths[`/${call}`]?.post ?? {};
  if (requestBody === undefined || responses === undefined) throw new Error(`${call} is not described`);
  return { questions: valuesOf(requestBody.content), answers: valuesOf(responses[200].content) };
};
const ajv = new Ajv2020({ strictTypes: false, validateFormats: false });
const [confirmation, outcome] = [
  ajv.compile(carrierSchemas.confirm.answer),
  ajv.compile(carrierSchemas.outcome.answer),
];

describe('docs/carrier.openapi.yaml', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate(text)).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  test('describes the calls of the carrier API in the order of a sign-in', () => {
    expect(Object.keys(contract.paths)).toEqual(carrierCalls.map((call) => `/${call}`));
  });

  test('is the source of the definitions of plid-kits/carrier: npx vitest run -u writes them', async () => {
    const definitions = JSON.stringify(contract.components.schemas, undefined, 1);
    await expect(`${definitions.replaceAll('#/components/schemas/', '#/$defs/')}\n`).toMatchFileSnapshot(
      path.join(root, 'packages/plid-kits/carrier/definitions.json'),
    );
  });

  test.each(carrierCalls)('has request and response examples of %s that its schemas accept', (call) => {
    const { questions, answers } = examplesOf(call);
    expect([questions.length, answers.length]).toEqual([1, expect.toSatisfy((count) => count > 0)]);
    for (const question of questions)
      expect(ajv.validate(carrierSchemas[call].question, question)).toBe(true);
    for (const answer of answers) expect(ajv.validate(carrierSchemas[call].answer, answer)).toBe(true);
  });

  test.each(['confirm', 'start', 'outcome'] as const)(
    'has response examples of %s that are read completely',
    (call) => {
      for (const answer of examplesOf(call).answers)
        expect(readers[call](answer)).toEqual({ answer, foreign: [] });
    },
  );
});

/** Whether a value arrives over HTTP as it was: a field that is left out does. */
function isJson(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value === 'bigint' || !String(value).isWellFormed()) return false;
  return isDeepStrictEqual(JSON.parse(JSON.stringify(value)), value);
}

test.each([
  ['confirm', { status: 'requested', requestId: 'r1' }, confirmation],
  ['outcome', { status: 'approved', identity: hana }, outcome],
  ['outcome', { status: 'denied', why: 'person' }, outcome],
] as const)('the response schema of %s rejects what the reader rejects', (call, polite, validate) => {
  const faults = rudenesses.filter((rude) => rude.call === call && isJson(rude.value));
  const answers = faults.map((rude) => rudely(polite, rude)).filter((sent) => sent !== undefined);
  expect(answers.length).toBeGreaterThan(20);
  for (const sent of answers) {
    const { answer, foreign } = readers[call](sent);
    expect([sent, validate(sent)]).toEqual([sent, answer !== undefined && foreign.length === 0]);
  }
});
