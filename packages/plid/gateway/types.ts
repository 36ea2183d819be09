import type { DurableObject } from 'cloudflare:workers';
import type { Session } from './session.ts';
import type { GatewaySettings, RequiredBinding } from './settings.ts';

export type { LoginFacts } from '../../../workers/core/protocol/login-facts.ts';
export type { UserRecord } from '../../../workers/core/protocol/user-record.ts';
export type { Session } from './session.ts';
export type { GatewaySettings } from './settings.ts';

/**
 * A function that handles every request that isn't for the gateway. The request contains no plid cookie and none
 * of the caller's identity headers. @param session the signed-in user's session. Null if there is no session. Also
 * null if a page of another origin may have sent the request with the user's cookie.
 */
export type Application<Env> = (
  request: Request,
  env: Env,
  ctx: ExecutionContext,
  session: Session | null,
) => Response | Promise<Response>;

/** An optional part of the gateway, such as `openid` of `plid/gateway/openid`. Unused parts aren't bundled. */
export interface Feature {
  readonly feature: string;
}

/**
 * What the application does when a user has left. A handler is called at least once, so it must have no effect if it
 * is repeated. If it throws, it is called again: by the service for an event of the service, and by the gateway after
 * `POST /auth/disconnect`, for up to 30 days. It runs in the user's Durable Object, with the bindings of the Worker.
 */
export interface EventHandlers<Env> {
  /**
   * The user ended the connection with this application, at `POST /auth/disconnect` or elsewhere. Delete what you
   * stored under the `plid` up to `time`: the user may have signed in again since then.
   */
  disconnected?(plid: string, env: Env, ctx: EventContext, time: Date): void | Promise<void>;
  /**
   * The account was deleted, or its phone number has a new owner. Delete everything that you stored under the `plid`,
   * which is never used again. Only the service's events report it.
   */
  purged?(plid: string, env: Env, ctx: EventContext, time: Date): void | Promise<void>;
}

/** The part of the runtime's context that a handler of {@link EventHandlers} can use. */
export type EventContext = Pick<ExecutionContext, 'waitUntil'>;

export interface GatewayOptions<Env> {
  /** The handler for paths outside the gateway. If there is no handler, the Worker returns 404 for these paths. */
  application?: Application<Env>;
  /**
   * Settings that override those of `env`, or a function that reads them from it, such as `(env) => ({ USER:
   * env.PLID_USER })`.
   */
  settings?: Partial<GatewaySettings> | ((env: Env) => Partial<GatewaySettings>);
  /** Handlers for users who have left. */
  events?: EventHandlers<Env>;
  /** Optional parts: OpenID Connect, forward authentication, the people API, and the guard. */
  features?: readonly Feature[];
}

/** The required bindings that an `env` doesn't have under their own names. */
type MissingBinding<Env> = Exclude<RequiredBinding, keyof Env>;

/** The options if an `env` lacks required bindings. */
interface MappedOptions<Env, Missing extends RequiredBinding> extends GatewayOptions<Env> {
  /**
   * The bindings that `env` has under other names. If they aren't bound at all, add them to wrangler's
   * configuration, and run `wrangler types`.
   */
  settings: MappedSettings<Missing> | ((env: Env) => MappedSettings<Missing>);
}

type MappedSettings<Missing extends RequiredBinding> = Partial<GatewaySettings> &
  Pick<GatewaySettings, Missing>;

/** A Durable Object class with the settings of its gateway. The Worker exports a class that extends it. */
export type ObjectClass = new (ctx: DurableObjectState, env: object) => DurableObject<object>;

/**
 * A Worker with the gateway under `/auth`, and the application everywhere else. Export it as the default. If the
 * application calls the gateway's objects, declare its type: `const gateway: GatewayWorker<Env> = …`.
 */
export interface GatewayWorker<Env> {
  fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response>;
  /** Redeems each sign-in once. Bind the class that extends it as `FLOW`. */
  readonly Flow: ObjectClass;
  /** Stores one user and their sessions. Bind the class that extends it as `USER`. */
  readonly User: ObjectClass;
}

/**
 * Creates the Worker. Errors of the gateway are responses and log lines. Errors of the application aren't caught.
 * @param options must have `settings` if `Env` lacks a required binding. `wrangler types` writes the default `Env`.
 */
export declare function createGateway<Env extends object = Cloudflare.Env>(
  ...options: [MissingBinding<Env>] extends [never]
    ? [options?: GatewayOptions<Env>]
    : [options: MappedOptions<Env, MissingBinding<Env>>]
): GatewayWorker<Env>;

/** OpenID Connect for relying parties, at `/auth/oidc`. Export of `plid/gateway/openid`. */
export declare const openid: Feature;

/** Forward authentication for a proxy, at `/auth/verify`. Export of `plid/gateway/forward-auth`. */
export declare const forwardAuth: Feature;

/**
 * Returns the Durable Object class that records operators' accesses to users' data. Bind the class that extends it as
 * `ACCESS_RECORDS`. Export of `plid/gateway/people`. @param gateway the gateway with the feature {@link people}.
 */
export declare function accessRecordsOf(gateway: GatewayWorker<never>): ObjectClass;

/** The operator's API for users' data, at `/auth/admin/people`. Export of `plid/gateway/people`. */
export declare const people: Feature;

/** Paths that the guard leaves public. */
export interface GuardOptions {
  /** Paths that need no session. A trailing `*` matches every path with that prefix: `['/', '/assets/*']`. */
  publicPaths?: readonly string[];
}

/** Requires a session for the application, except on public paths. Export of `plid/gateway/guard`. */
export declare function guard(options?: GuardOptions): Feature;
