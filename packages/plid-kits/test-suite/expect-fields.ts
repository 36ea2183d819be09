import type { Answer } from './http-response.ts';
import { expectThat } from './mismatch.ts';

/** @throws {Mismatch} if the body isn't a JSON object with a JSON content type. */
export function expectJson(answer: Answer): asserts answer is Answer & { json: Record<string, unknown> } {
  const type = answer.headers.get('Content-Type') ?? '';
  expectThat(/^application\/json\b/i.test(type), 'Content-Type application/json', type || 'no Content-Type');
  expectThat(answer.json !== undefined, 'a JSON object', answer);
}

/** Expects a successful response with these fields. @returns the names of additional fields. @throws {Mismatch} */
export function expectFields(answer: Answer, required: string[], optional: string[] = []): string[] {
  expectThat(answer.status === 200, 'status 200', answer);
  expectJson(answer);
  return expectNames(answer.json, required, optional);
}

/** Returns a name without spelling variants, so that `phoneNo`, `phoneno`, and `phone_no` are equal. */
const spelling = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * Expects an object with these fields in this spelling.
 * @returns the names of additional fields. A specification may allow them, as RFC 6749 §5.1 does. @throws
 * {Mismatch}
 */
export function expectNames(value: object, required: string[], optional: string[] = []): string[] {
  const names = Object.keys(value);
  const missing = required.filter((name) => !names.includes(name));
  expectThat(missing.length === 0, `the field ${missing.join(', ')}`, `the fields ${names.join(', ')}`);
  const known = [...required, ...optional];
  const further = names.filter((name) => !known.includes(name));
  for (const name of further) {
    const meant = known.find((one) => spelling(one) === spelling(name));
    expectThat(meant === undefined, `the field ${meant}`, `the field ${name}`);
  }
  return further;
}
