import type { Session } from '../../../packages/plid/gateway/session.ts';
import type { ListedWorker } from '../../core/worker/endpoint.ts';

/** A request to the application. A feature can refuse the request before the application gets it. */
interface Admission {
  /** The request in the form in which the application gets it. */
  request: Request;
  url: URL;
  env: object;
  session: Session | null;
}

/** An optional part of the single Worker. It is bundled only if it is imported. */
export interface Feature {
  readonly feature: string;
  /** Additional workers with their routes. */
  workers?: readonly ListedWorker[];
  /**
   * Returns a response if the application must not get the request. Returns undefined if the application may get
   * the request.
   */
  admit?(admission: Admission, execution: ExecutionContext): Promise<Response | undefined>;
}
