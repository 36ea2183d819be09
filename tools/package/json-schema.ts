import type * as v from 'valibot';

/** Reads what a schema of valibot contains, by the kind of schema. */
interface Parts {
  type: string;
  entries?: Record<string, v.GenericSchema>;
  item?: v.GenericSchema;
  wrapped?: v.GenericSchema;
  options?: readonly unknown[];
  literal?: unknown;
  pipe?: readonly PipePart[] | undefined;
}

type PipePart =
  | v.GenericSchema
  | { kind: 'validation' | 'transformation'; type: string; requirement?: unknown };

type JsonSchema = Record<string, unknown>;

/**
 * Returns the JSON Schema (draft 7) of the input that a schema of valibot accepts. Checks that a JSON Schema can't
 * express are left out, such as a function, so the result may accept more. @throws {Error} if a kind of schema is
 * unknown.
 */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  const parts = schema as unknown as Parts;
  const [first, ...others] = parts.pipe ?? [];
  if (first === undefined) return withoutPipe(parts);
  const own = withoutPipe({ ...parts, pipe: undefined });
  // After a transformation of any value, the next schema says which values are accepted.
  const next = others.find((part): part is v.GenericSchema => part.kind === 'schema');
  if (Object.keys(own).length === 0 && next !== undefined) return jsonSchemaOf(next);
  const end = others.findIndex(({ type }) => type === 'transform');
  const actions = end < 0 ? others : others.slice(0, end);
  return Object.assign(own, ...actions.map((action) => constraintOf(action, own.type === 'array')));
}

function constraintOf(action: PipePart, isList: boolean): JsonSchema {
  const requirement = 'requirement' in action ? action.requirement : undefined;
  switch (action.type) {
    case 'regex':
      return { pattern: (requirement as RegExp).source };
    case 'min_length':
      return { [isList ? 'minItems' : 'minLength']: requirement };
    case 'max_length':
      return { [isList ? 'maxItems' : 'maxLength']: requirement };
    case 'min_value':
      return { minimum: requirement };
    case 'max_value':
      return { maximum: requirement };
    case 'integer':
      return { multipleOf: 1 };
    default:
      return {};
  }
}

function withoutPipe({ type, entries = {}, item, wrapped, options = [], literal }: Parts): JsonSchema {
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type };
    case 'object':
    case 'strict_object':
      return objectOf(entries, type === 'strict_object');
    case 'array':
      return { type, items: jsonSchemaOf(item as v.GenericSchema) };
    case 'optional':
    case 'exact_optional':
      return jsonSchemaOf(wrapped as v.GenericSchema);
    case 'picklist':
      return { enum: options };
    case 'literal':
      return { const: literal };
    case 'union':
    case 'variant':
      return { anyOf: (options as v.GenericSchema[]).map(jsonSchemaOf) };
    case 'unknown':
      return {};
    default:
      throw new Error(`A JSON Schema of ${type} isn't supported.`);
  }
}

function objectOf(entries: Record<string, v.GenericSchema>, isStrict: boolean): JsonSchema {
  const all = Object.entries(entries);
  const required = all.filter(([, { type }]) => !type.endsWith('optional')).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, schema]) => [name, jsonSchemaOf(schema)])),
    ...(required.length > 0 && { required }),
    ...(isStrict && { additionalProperties: false }),
  };
}
