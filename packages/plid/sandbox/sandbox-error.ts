/** The sandbox rejected a call or couldn't be started. The message explains what to do. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  /** The HTTP status of the response, or undefined if there was no response. */
  readonly status: number | undefined;
  /** The error code of §7, such as `invalid_request` or `access_denied`. */
  readonly error: string | undefined;

  constructor(message: string, { status, error }: { status?: number; error?: string } = {}) {
    super(message);
    this.status = status;
    this.error = error;
  }
}
