import type { Choices } from './choices.ts';
import { names, pathWords, rawWords, words } from './dictionary.ts';
import { brief, type Draw, madeUp, type Values } from './mutation.ts';
import { changeFields, type Field, fieldNames, objectOf } from './request-draft.ts';

interface Value {
  says: string;
  /** Whether the value is not percent-encoded. */
  isRaw?: boolean;
  of(values: Values): string;
}

const literal = (text: string, isRaw = false): Value => ({ says: brief(text), isRaw, of: () => text });

/** A value from anywhere, most often one that has caused trouble somewhere. */
function anyValue(choices: Choices, known: readonly string[]): Value {
  if (choices.maybe(0.15)) return literal(choices.pick(rawWords), true);
  if (known.length === 0 || choices.maybe(0.5)) return literal(choices.pick(words));
  const name = choices.pick(known);
  return { says: name, of: (values) => values[name] ?? madeUp };
}

export const otherPath: Draw = (choices, { path }) => {
  const pieces = path.split('/');
  const place = 1 + choices.upTo(pieces.length - 2);
  const word = choices.pick(pathWords);
  const how = choices.pick(['replace', 'before', 'append'] as const);
  return {
    says: `path: ${how} ${place} ${brief(word)}`,
    change: (draft) => {
      const parts = draft.path.split('/');
      const part = parts[place] ?? '';
      if (how === 'before') parts.splice(place, 0, word);
      else parts[place] = how === 'append' ? part + word : word;
      draft.path = parts.join('/');
    },
  };
};

/** Draws a change of one field of the request. */
const ofField =
  (
    draw: (choices: Choices, known: readonly string[]) => [string, (field: Field, values: Values) => Field[]],
  ): Draw =>
  (choices, draft, known) => {
    const fields = fieldNames(draft);
    if (fields.length === 0) return undefined;
    const name = choices.pick(fields);
    const [says, change] = draw(choices, known);
    return {
      says: `${name}: ${says}`,
      change: (changed, values) => changeFields(changed, name, (field) => change(field, values)),
    };
  };

const filled = (name: string, value: Value, values: Values): Field => ({
  name,
  value: value.of(values),
  ...(value.isRaw && { isRaw: true }),
});

export const withoutField = ofField(() => ['left out', () => []]);

export const otherField = ofField((choices, known) => {
  const value = anyValue(choices, known);
  return [value.says, ({ name }, values) => [filled(name, value, values)]];
});

export const twice = ofField((choices, known) => {
  const value = choices.maybe(0.4) ? undefined : anyValue(choices, known);
  const says = `twice, with ${value?.says ?? 'the same value'}`;
  return [says, (field, values) => [field, value === undefined ? field : filled(field.name, value, values)]];
});

export const edited = ofField((choices) => {
  const [place, added, removed] = [choices.share(), choices.pick(['', 'A', 'é', '%', ' ']), choices.upTo(1)];
  const change = ({ value, ...field }: Field) => {
    const at = Math.floor(place * value.length);
    return [{ ...field, value: value.slice(0, at) + added + value.slice(at + removed) }];
  };
  return [`at ${place.toFixed(2)} ${removed} letters become ${brief(added)}`, change];
});

export const addedField: Draw = (choices, _draft, known) => {
  const [name, value, inQuery] = [choices.pick(names), anyValue(choices, known), choices.maybe(0.5)];
  return {
    says: `${name} added: ${value.says}`,
    change: (draft, values) => {
      const field = filled(name, value, values);
      const { body } = draft;
      if (inQuery || body === undefined || body.type === 'text') draft.query.push(field);
      else if (body.type === 'form') body.fields.push(field);
      else body.value = { ...objectOf(body.value), [name]: field.value };
    },
  };
};

export const moved: Draw = () => ({
  says: 'query and form trade places',
  change: (draft) => {
    const { body, query } = draft;
    if (body !== undefined && body.type !== 'form') return;
    draft.query = body?.fields ?? [];
    draft.body = query.length > 0 ? { type: 'form', fields: query } : undefined;
  },
});
