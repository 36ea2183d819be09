/** A user record, or a field of one, that is not what §2.1 and §2.2 describe. Its message holds no value of a person. */
export class FieldError extends Error {
  /** Always this, however small a bundler makes the names of classes. */
  override readonly name = 'FieldError';
  /** The field at fault, such as `birthdate`; `user` for the record as a whole. */
  readonly field: string;

  /** @param fault of the field, such as `does not decrypt`. */
  constructor(field: string, fault: string) {
    super(`${field} ${fault}`);
    this.field = field;
  }
}
