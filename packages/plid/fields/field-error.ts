/** A user record or field that doesn't match §2.1 and §2.2. Its message contains no personal data. */
export class FieldError extends Error {
  /** The error's name is set explicitly, because bundlers shorten class names. */
  override readonly name = 'FieldError';
  /**
   * The name of the invalid field, such as `birthdate`. The name is `user` if the error refers to the record as a
   * whole.
   */
  readonly field: string;

  /** @param fault of the field, such as `could not be decrypted`. */
  constructor(field: string, fault: string) {
    super(`${field} ${fault}`);
    this.field = field;
  }
}
