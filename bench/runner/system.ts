/** The runner's input: the programs that answer a case, and the requests that they are sent. */

/** A binding of a worker, by the name under which the worker has it. */
export type Binding =
  | { text: string }
  | { kv: string }
  /** Another worker of the same system, or one of its entrypoints. */
  | { service: string; entrypoint?: string }
  /** A Durable Object class, and the worker that holds it. */
  | { object: string; in: string };

/** A worker, bundled as in a deployment. */
export interface Worker {
  name: string;
  /** The file that it begins with, from the top of the project. */
  source: string;
  bindings?: Record<string, Binding>;
  classes?: readonly string[];
  /** The destination of its `fetch`: a worker of the same system, or a helper of the case. */
  outbound?: string;
  compatibilityFlags?: readonly string[];
}

/** A request as wrk sends it: https, as far as the worker can tell. */
export interface HttpRequest {
  method?: string;
  /** `login.example.com` by default. */
  host?: string;
  /** The path with its query. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request to a worker of a system that is up. @throws {Error} for a status of 400 or more. */
export type Call = (worker: string, path: string, init?: RequestInit) => Promise<Response>;

/** A program that answers a case: workers in one process of workerd. */
export interface System {
  /** `product`, `single`, `limit`, `before`, or the name of a peer. */
  name: string;
  workers: readonly Worker[];
  /** The worker that receives the case's requests. */
  target: string;
  /** Called once it is up, before its first request. @param product calls the case's first system, which is already prepared. */
  prepare?(call: Call, product: Call): Promise<void>;
  /** The requests to send. @param count the number needed if each can be sent only once; otherwise fewer will do. */
  requests(call: Call, count: number): Promise<HttpRequest[]>;
}

/** Whether a system isn't a peer: only then its answers have the case's status. */
export const isOurs = ({ name }: Pick<System, 'name'>): boolean =>
  ['product', 'single', 'limit', 'before'].includes(name);

/** Further workers that a system of a case calls, in a process of their own, whose work does not count. */
export interface Helper {
  name: string;
  source: string;
  bindings?: Record<string, Binding>;
}

export interface Case {
  name: string;
  half: 'service' | 'gateway';
  /** The status of every answer of the product, in each form, before and now, and of the limit. */
  status: number;
  /** Whether each request can be sent only once, as a code can. */
  once?: boolean;
  /**
   * The product, the gateway as one Worker (`single`), the hand-written limit if there is one, the peers that are installed, then the product of
   * another commit.
   */
  systems: readonly System[];
  helpers?: readonly Helper[];
  /** Maximum CPU time of the product as a multiple of another system's, by system; of `single`, as a multiple of the product's. */
  targets: Readonly<Record<string, number>>;
}
