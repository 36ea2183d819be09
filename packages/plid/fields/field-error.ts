/** A user record or field that doesn't match §2.1 and §2.2. Its message contains no personal data. */
export class FieldError extends Error {
  /** Set explicitly, because bundlers shorten class names. */
  override readonly name = 'FieldError';
  /** The invalid field, such as `birthdate`; `user` for the record as a whole. */
  readonly field: string;

  /** @param fault of the field, such as `could not be decrypted`. */
  constructor(field: string, fault: string) {
    super(`${field} ${fault}`);
    this.field = field;
  }
}
