import type { ListedWorker } from '../../core/worker/endpoint.ts';
import type { SettingsSchema } from '../../core/worker/settings.ts';
import type { SessionRead } from '../sessions/unread-session.ts';

/** A request to the application. A feature can refuse the request before the application gets it. */
interface Admission extends SessionRead {
  /** The request in the form in which the application gets it. */
  request: Request;
  url: URL;
  env: object;
}

/** An optional part of the single Worker. It is bundled only if it is imported. */
export interface Feature {
  readonly feature: string;
  /** Additional workers with their routes. */
  workers?: readonly ListedWorker[];
  /** The settings that `admit` reads, in addition to those of the workers. */
  schema?: SettingsSchema;
  /**
   * Returns a response if the application must not get the request. Returns undefined if the application may get
   * the request.
   */
  admit?(admission: Admission, execution: ExecutionContext): Promise<Response | undefined>;
}
