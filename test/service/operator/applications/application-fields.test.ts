import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { logoFormat, maxLogoLength } from '../../../../workers/core/protocol/logo.ts';
import { fieldsShownToUsers } from '../../../../workers/service/objects/application-changes.ts';
import {
  defaultFields,
  type FieldName,
  fieldNames,
  fieldOf,
} from '../../../../workers/service/registry/application-fields.ts';
import { root } from '../../../support/world/test-workers.ts';

interface Schema {
  description?: string;
  items?: { $ref: string };
  properties: Record<string, Schema>;
  required: string[];
}
const { schemas } = parse(readFileSync(path.join(root, 'docs/openapi.yaml'), 'utf8')).components as {
  schemas: Record<'ToldFields' | 'DescribedFields' | 'Registration' | 'ApplicationFields', Schema>;
};

/** The contract's schema of a field, without its description. */
function schemaOf(name: FieldName): object {
  const field = fieldOf(name);
  const stated = field.initial === undefined && { minLength: 1 };
  switch (field.kind) {
    case 'text':
      return { type: 'string', ...stated, maxLength: field.maxLength };
    case 'page':
    case 'receiver':
      return { type: 'string', ...stated, maxLength: 2_048 };
    case 'callbacks': {
      const items = { $ref: '#/components/schemas/RedirectUri' };
      return {
        type: 'array',
        minItems: field.initial === undefined ? 1 : 0,
        maxItems: 20,
        uniqueItems: true,
        items,
      };
    }
    case 'attributes':
      return name === 'attributes'
        ? { $ref: '#/components/schemas/Attributes' }
        : { type: 'array', items: { $ref: '#/components/schemas/AttributeName' } };
    case 'choice':
      return name === 'success' ? { $ref: '#/components/schemas/SuccessWord' } : { enum: [...field.of] };
    case 'number':
      return { type: 'integer', minimum: 0, maximum: field.max };
    case 'logo':
      return {
        type: 'string',
        maxLength: maxLogoLength,
        pattern: `^$|${logoFormat.source}`.replaceAll('\\/', '/'),
      };
    case 'flag':
      return { type: 'boolean' };
  }
}

const isTold = (name: FieldName) => fieldOf(name).isShownToUsers === true;

describe('docs/openapi.yaml matches the table of application fields', () => {
  test.each([
    ['ToldFields', fieldNames.filter(isTold)],
    ['DescribedFields', fieldNames.filter((name) => !isTold(name))],
  ] as const)('in %s with exactly its fields, in order', (schema, names) => {
    const written = schemas[schema].properties;
    const lines = names
      .filter((name) => !(name in written))
      .map((name) => `        ${name}: ${JSON.stringify(schemaOf(name))}`);
    expect(Object.keys(written), `${schema} needs the lines:\n${lines.join('\n')}`).toEqual(names);
  });

  test.each(fieldNames)('in %s', (name) => {
    const { description: _, ...written } = schemas[isTold(name) ? 'ToldFields' : 'DescribedFields']
      .properties[name] ?? { description: '' };
    expect(written).toEqual(schemaOf(name));
  });

  test('in Registration with required fields and defaults', () => {
    const { same_name: _, allow_loopback: __, ...properties } = schemas.Registration.properties;
    const initial = fieldNames.filter((name) => fieldOf(name).initial !== undefined);
    const lines = initial.map((name) => [name, { default: fieldOf(name).initial }]);
    const needed = lines
      .filter(([name, line]) => JSON.stringify(properties[name as FieldName]) !== JSON.stringify(line))
      .map(([name, line]) => `        ${name}: ${JSON.stringify(line)}`)
      .join('\n');
    expect(properties, `Registration needs the lines:\n${needed}`).toEqual(Object.fromEntries(lines));
    expect(schemas.Registration.required).toEqual(
      fieldNames.filter((name) => fieldOf(name).initial === undefined),
    );
  });

  test('in responses with every field', () => {
    const required = schemas.ApplicationFields.required.filter((name) =>
      fieldNames.includes(name as FieldName),
    );
    expect(required.toSorted(), `ApplicationFields has to require ${fieldNames.join(', ')}`).toEqual(
      fieldNames.toSorted(),
    );
  });
});

test('consent texts are always serialized in the same way, so that no new version starts', () => {
  const stated = {
    name: 'a',
    recipient: 'b',
    purpose: 'c',
    purpose_en: '',
    retention: 'd',
    retention_en: '',
    privacy_url: 'https://a.example/',
    support_url: '',
    attributes: [],
    optional: [],
    guardian_consent: '',
  };
  const others = { client_id: 'e', version: 1, secrets: [], created: 1, redirect_uris: [] };
  const application = { ...defaultFields(), ...others, popup: true, ...stated };
  expect(JSON.stringify(fieldsShownToUsers(application))).toBe(JSON.stringify(stated));
});
