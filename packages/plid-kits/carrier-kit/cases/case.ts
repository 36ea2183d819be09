import type { Case } from '../../test-suite/case.ts';
import type { Answer } from '../../test-suite/http-response.ts';
import { expectThat } from '../../test-suite/mismatch.ts';
import { isMissing } from '../probe.ts';
import type { Requirement } from '../requirements.ts';
import type { CarrierTarget } from '../target.ts';

/** One test case for a carrier. Its section is a key of `headings` (run.ts). */
export type CarrierCase = Case<CarrierTarget, Requirement>;

/**
 * Expects an error status that marks a request as invalid, so that the service doesn't retry the request. @throws
 * {Mismatch}
 */
export function expectRefused(answer: Answer, what: string): void {
  const { status } = answer;
  const isOne = status >= 400 && status < 500 && !isMissing(status) && status !== 408 && status !== 429;
  expectThat(isOne, `status 400 for ${what}`, answer);
}

/** Expects that each body is rejected and that no phone gets a request. */
export async function expectAllRefused(target: CarrierTarget, call: string, bodies: Record<string, unknown>) {
  for (const [what, body] of Object.entries(bodies)) expectRefused(await target.call(call, body), what);
  await target.expectOnPhone(0);
}

/** Returns invalid bodies. Each one lacks a required field or isn't a JSON object. */
export const wrongBodies = (body: object, required: readonly string[]): Record<string, unknown> => ({
  ...Object.fromEntries(
    required.map((field) => [`a body without ${field}`, { ...body, [field]: undefined }]),
  ),
  "a body that isn't JSON": 'name=value',
  'a body that is a list': [body],
});
