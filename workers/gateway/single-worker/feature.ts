import type { Session } from '../../../packages/plid/gateway/session.ts';
import type { ListedWorker } from '../../core/worker/endpoint.ts';

/** A request for the application, before the application gets it. */
interface Admission {
  /** As the application gets it. */
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
  /** Responds to a request that the application must not get; undefined admits it. */
  admit?(admission: Admission, execution: ExecutionContext): Promise<Response | undefined>;
}
