import { errorWords } from '../protocol/error-words.ts';
import type { Answer } from './answer.ts';
import { expectThat, shown } from './mismatch.ts';

interface Refusal {
  /** Given if the specification names one; else any status of an error is right. */
  status?: number;
  /** One of these; any word of §7 where it is left out. */
  error?: string | readonly string[];
  /** A word that the message has to name. */
  names?: string;
}

/** A refusal as §7 has it. @throws {Mismatch} */
export function expectRefusal(answer: Answer, { status, error = errorWords, names }: Refusal = {}): void {
  const words = [error].flat();
  const wanted = `status ${status ?? '4xx or 5xx'}, JSON with error ${words.length < 4 ? words.join(' or ') : 'of §7'}`;
  const isStatus = status === undefined ? answer.status >= 400 : answer.status === status;
  expectThat(isStatus, wanted, answer);
  expectJson(answer);
  expectThat(words.includes(String(answer.json?.error)), wanted, answer);
  const { message } = answer.json ?? {};
  expectThat(typeof message === 'string' && message !== '', 'a message, which is a text', answer);
  if (names !== undefined) expectThat(message.includes(names), `a message that names ${names}`, answer);
}

/** @throws {Mismatch} unless the body is a JSON object, and said to be JSON. */
function expectJson(answer: Answer): asserts answer is Answer & { json: Record<string, unknown> } {
  const type = answer.headers.get('Content-Type') ?? '';
  expectThat(/^application\/json\b/i.test(type), 'Content-Type application/json', type || 'no Content-Type');
  expectThat(answer.json !== undefined, 'a JSON object', answer);
}

/** A success that holds these fields. @returns the names of further ones. @throws {Mismatch} */
export function expectFields(answer: Answer, required: string[], optional: string[] = []): string[] {
  expectThat(answer.status === 200, 'status 200', answer);
  expectJson(answer);
  return expectNames(answer.json, required, optional);
}

/** A name without its variations in spelling: `phoneNo`, `phoneno` and `phone_no` are one. */
const spelling = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * An object that holds these fields, none of them in another spelling.
 * @returns the names of further ones: the specification does not say that there are none (RFC 6749 §5.1 lets a service add some).
 * @throws {Mismatch}
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

/** The envelope of §2.4 on success. @returns the names of further fields. @throws {Mismatch} */
export function expectEnvelope(answer: Answer, more: string[] = []): string[] {
  const further = expectFields(answer, ['code', 'error', 'message', ...more]);
  const { code, error, message } = answer.json ?? {};
  expectThat(code === '0000', 'code "0000", a string', shown(code));
  expectThat(error === 'success' || error === '', 'error "success" or ""', shown(error));
  expectThat(typeof message === 'string', 'message, a string', shown(message));
  return further;
}
