import { BarocertError } from '../../barocert/vendor-errors.ts';

export type ErrorName = ConstructorParameters<typeof BarocertError>[0];

/** The answer of the simulated Barocert API with an error. @param field the invalid field. */
export function refusedWith(name: ErrorName, field?: string) {
  const { status, code, message } = new BarocertError(name, field);
  return { status, body: { code, message } };
}
