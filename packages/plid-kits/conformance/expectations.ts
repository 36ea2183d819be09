import { errorCodes } from '../../../workers/core/protocol/error-codes.ts';
import { expectFields, expectJson } from '../test-suite/expect-fields.ts';
import type { Answer } from '../test-suite/http-response.ts';
import { expectThat, shown } from '../test-suite/mismatch.ts';

interface Refusal {
  /**
   * The required status, if the specification defines a status. If this field is undefined, any error status is
   * accepted.
   */
  status?: number;
  /** The accepted error codes. Default: any error code of §7. */
  error?: string | readonly string[];
  /** A word that the message must contain. */
  names?: string;
}

/** Expects an error of §7. @throws {Mismatch} */
export function expectRefusal(answer: Answer, { status, error = errorCodes, names }: Refusal = {}): void {
  const words = [error].flat();
  const wanted = `status ${status ?? '4xx or 5xx'}, JSON with error ${words.length < 4 ? words.join(' or ') : 'of §7'}`;
  const isStatus = status === undefined ? answer.status >= 400 : answer.status === status;
  expectThat(isStatus, wanted, answer);
  expectJson(answer);
  expectThat(words.includes(String(answer.json?.error)), wanted, answer);
  const { message } = answer.json ?? {};
  expectThat(typeof message === 'string' && message !== '', 'message as a nonempty string', answer);
  if (names !== undefined) expectThat(message.includes(names), `a message that names ${names}`, answer);
}

/** Expects a success envelope (§2.4). @returns the names of additional fields. @throws {Mismatch} */
export function expectEnvelope(answer: Answer, more: string[] = []): string[] {
  const further = expectFields(answer, ['code', 'error', 'message', ...more]);
  const { code, error, message } = answer.json ?? {};
  expectThat(code === '0000', 'code "0000" as a string', shown(code));
  expectThat(error === 'success' || error === '', 'error "success" or ""', shown(error));
  expectThat(typeof message === 'string', 'message as a string', shown(message));
  return further;
}
