import type { ReviewCheck, ReviewerPeriod } from '../objects/application-reviewers.ts';

/**
 * Methods of the entrypoint `Reviewers` in the worker that hosts the Durable Objects. The sign-in worker reaches an
 * application's object only through these methods, so that it can't change a registration. `at` is in seconds since 1970.
 */
export interface ReviewersEntrypoint {
  /** Returns the id of the reviewer with a number at an application. Undefined if there is none or the period has ended. */
  find(client_id: string, phoneNo: string, at: number): Promise<string | undefined>;
  /**
   * Compares a typed code with the reviewer's. @param digests of the typed code (review-code.ts). @param network a
   * pseudonym of the sender's network, undefined on a local machine.
   */
  check(
    client_id: string,
    id: string,
    digests: readonly string[],
    network: string | undefined,
    at: number,
  ): Promise<ReviewCheck>;
  /** Returns a reviewer whose code was accepted. Undefined if the reviewer was removed or the period has ended. */
  current(client_id: string, id: string, at: number): Promise<ReviewerPeriod | undefined>;
}
