import type { Case } from '../../test-suite/case.ts';
import type { Answer } from '../../test-suite/http-response.ts';
import { expectThat } from '../../test-suite/mismatch.ts';
import { isMissing } from '../probe.ts';
import type { Requirement } from '../requirements.ts';
import type { CarrierTarget } from '../target.ts';

/** One statement about a carrier. Its section is a word of `headings` (run.ts). */
export type CarrierCase = Case<CarrierTarget, Requirement>;

/** A refusal of what was sent in a wrong way, which the service does not send again. @throws {Mismatch} */
export function expectRefused(answer: Answer, what: string): void {
  const { status } = answer;
  const isOne = status >= 400 && status < 500 && !isMissing(status) && status !== 408 && status !== 429;
  expectThat(isOne, `status 400 for ${what}`, answer);
}

/** Each body is refused, and no phone is asked. */
export async function expectAllRefused(target: CarrierTarget, call: string, bodies: Record<string, unknown>) {
  for (const [what, body] of Object.entries(bodies)) expectRefused(await target.call(call, body), what);
  await target.expectOnPhone(0);
}

/** A body without each of its required fields, and further ones that are none. */
export const wrongBodies = (body: object, required: readonly string[]): Record<string, unknown> => ({
  ...Object.fromEntries(
    required.map((field) => [`a body without ${field}`, { ...body, [field]: undefined }]),
  ),
  'a body that is no JSON': 'name=value',
  'a body that is a list': [body],
});
