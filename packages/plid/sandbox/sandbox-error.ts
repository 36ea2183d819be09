/** The sandbox refused a call, or could not be started. The message says what to do. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** The status of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /** The word of §7, such as `invalid_request` or `access_denied`. */
  readonly error: string | undefined;

  constructor(message: string, { status, error }: { status?: number; error?: string } = {}) {
    super(message);
    this.status = status;
    this.error = error;
  }
}
