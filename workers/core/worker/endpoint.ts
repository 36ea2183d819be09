import type * as v from 'valibot';
import { type Language, negotiateLanguage } from '../http/language.ts';
import { isLoopback } from '../http/secure-address.ts';
import { levelOf, ProtocolError } from '../protocol/errors.ts';
import * as refusals from '../protocol/refusals.ts';
import { type Clock, now } from './clock.ts';
import { withCommonHeaders } from './common-headers.ts';
import { describeFailure, type LogFields, type RequestLine, type RequestLog, requestLog } from './log.ts';
import { isPassthrough } from './passthrough.ts';
import { requestIdOf } from './request-id.ts';
import { createRouter } from './router.ts';
import { readSettings, type SettingsSchema } from './settings.ts';

/** The argument of a handler. */
export interface Context<Env> {
  readonly request: Request;
  readonly url: URL;
  /** The worker's bindings and settings, validated. */
  readonly env: Env;
  /** Path parameters, such as `:client_id`. */
  readonly path: Readonly<Record<string, string>>;
  /** The time of this request, in seconds since 1970. */
  readonly now: number;
  /**
   * A promise that rejects if the settings are invalid in combination with other workers' settings. Responses wait
   * for this promise, and so does every action that has an effect.
   */
  readonly settingsChecked?: Promise<void> | undefined;
  readonly language: Language;
  /** The id of this request in log lines and the response. */
  readonly requestId: string;
  /** The name of the request's sign-in, after {@link Context.nameSignIn} was called. */
  readonly signInName: string | undefined;
  /** Adds the name of the sign-in (protocol/sign-in-name.ts) to later log lines and the response. */
  nameSignIn(name: string): void;
  /** Lets work continue after the response was sent. */
  waitUntil(work: Promise<unknown>): void;
  /** Adds fields to this request's log line. */
  note(fields: LogFields): void;
  /** Adds the reason of a refusal to this request's log line, and determines the line's level. */
  noteRefusal(error: ProtocolError): void;
  /** This request's log line, to which events are added (events.ts). */
  readonly line: RequestLine;
  /** Writes another log line about this request. */
  readonly log: RequestLog;
}

export type Handler<Env> = (context: Context<Env>) => Response | Promise<Response>;
/** `ALL` handles every method. */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ALL';
export type Routes<Env> = Partial<Record<`${Method} /${string}`, Handler<Env>>>;

/** The context of an error page. `env` is undefined if the settings are invalid or haven't been read yet. */
export interface ErrorContext<Env> extends Omit<Context<unknown>, 'env'> {
  readonly env: Env | undefined;
}

/** Renders an error for users. If it returns undefined or throws, the response is the JSON of §7. */
export type ErrorPage<Env> = (
  error: ProtocolError,
  context: ErrorContext<Env>,
) => Response | undefined | Promise<Response | undefined>;

/** The part of the runtime's context that workers use. */
type Execution = Pick<ExecutionContext, 'waitUntil'>;

interface RawEnv {
  CLOCK?: Clock;
}

/**
 * The definition of a worker, from which its configuration is derived (tools/configuration), both in development
 * and for deployments.
 */
export interface WorkerDefinition {
  /**
   * The worker's name, such as `service-token`. The log contains it. The `index.ts` that states it is the worker's entry point.
   */
  readonly worker: string;
  /** All bindings and settings that the worker may access. */
  readonly schema: SettingsSchema;
  /** `POST /oauth2/token`, … */
  readonly routes: readonly string[];
  /** Whether the worker also handles every path of its host that belongs to no other worker. */
  readonly catchAll?: boolean | undefined;
  /** The Durable Object classes that the worker exports, one list per migration. */
  readonly classes?: readonly (readonly string[])[] | undefined;
  /** The value of a setting for which the worker is deployed, such as `barocert:`. Undefined if it's always deployed. */
  readonly deployedFor?: string | undefined;
}

/** A worker in the list of workers: its definition and its fetch handler. */
export interface ListedWorker extends WorkerDefinition {
  /** Renders its errors. */
  readonly errorPage?: ErrorPage<never> | undefined;
  fetch(request: Request, env: object, execution: Execution): Promise<Response>;
}

interface EndpointOptions<Env> extends Pick<WorkerDefinition, 'catchAll' | 'classes' | 'deployedFor'> {
  errorPage?: ErrorPage<Env>;
  /**
   * Checks the settings with each request. Throws if valid settings contradict other workers' settings ({@link
   * Context.settingsChecked}).
   */
  checkSettings?(context: Context<Env>): Promise<void>;
}

/**
 * Creates a worker from its name, the schema of its bindings and settings, and its routes. The function contains
 * what all workers share. The worker requires https, handles unknown paths and methods, sets common headers, and
 * writes one log line per request. Only this function catches errors and converts them into responses. The worker
 * never throws.
 */
export function endpoint<Schema extends SettingsSchema>(
  worker: string,
  schema: Schema,
  routes: Routes<v.InferOutput<Schema>>,
  { errorPage, checkSettings, catchAll, classes, deployedFor }: EndpointOptions<v.InferOutput<Schema>> = {},
) {
  type Env = v.InferOutput<Schema>;
  const route = createRouter<Context<Env>>(routes as Record<string, Handler<Env>>);

  async function handle(opened: ErrorContext<Env>, rawEnv: RawEnv): Promise<Response> {
    const context = Object.assign(opened, { now: await now(rawEnv), env: readSettings(schema, rawEnv) });
    refusePlainHttp(context.url);
    const settingsChecked = checkSettings?.(context);
    const answering = route(Object.assign(context, { settingsChecked }));
    await Promise.all([settingsChecked, answering.catch(() => undefined)]);
    return withCommonHeaders(await answering, context);
  }

  /**
   * Responds to an error. If rendering the error's page fails, the log contains both errors and the response is
   * the JSON for the first error.
   */
  async function refuse(error: ProtocolError, context: ErrorContext<Env>): Promise<Response> {
    try {
      const page = await errorPage?.(error, context);
      if (page !== undefined) return withCommonHeaders(page, context);
    } catch (failure) {
      context.note({ failed_page: describeFailure(failure) });
    }
    return withCommonHeaders(errorResponse(error, context.language), context);
  }

  return {
    worker,
    schema,
    routes: Object.keys(routes),
    catchAll,
    classes,
    deployedFor,
    errorPage,
    async fetch(request: Request, rawEnv: RawEnv, execution: Execution): Promise<Response> {
      const started = Date.now();
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
      const fields = { method: request.method };
      const line: RequestLine = { fields, awaited: [], answered, written, isOpen: true };
      const context = openContext<Env>(worker, request, execution, line);
      const response = await handle(context, rawEnv).catch((failure) => {
        const error = asProtocolError(failure);
        context.noteRefusal(error);
        return refuse(error, context);
      });
      const { status } = response;
      // The caller may be a worker in the same isolate. Such a caller marks this response as soon as the caller
      // has received the response.
      const isPassed = isPassthrough(response);
      context.note({ status, milliseconds: Date.now() - started });
      answer();
      if ('failed_page' in line.fields) line.level = 'error';
      const write = async () => {
        // Work that continues after the response may add more awaited work.
        while (line.awaited.length > 0) await Promise.all(line.awaited.splice(0));
        line.isOpen = false;
        if (!isPassed) context.log(line.level ?? levelOf(status), line.fields);
        wrote();
      };
      void write();
      return response;
    },
  };
}

function openContext<Env>(
  worker: string,
  request: Request,
  execution: Execution,
  line: RequestLine,
): ErrorContext<Env> {
  const requestId = requestIdOf(request);
  const write = requestLog(worker, requestId);
  let language: Language | undefined;
  let signInName: string | undefined;
  return {
    request,
    requestId,
    get signInName() {
      return signInName;
    },
    nameSignIn: (name) => {
      signInName = name;
    },
    url: new URL(request.url),
    env: undefined,
    path: {},
    now: 0,
    // The language is computed on demand, because most responses contain no message.
    get language() {
      language ??= negotiateLanguage(request.headers.get('Accept-Language'));
      return language;
    },
    waitUntil: (work) => execution.waitUntil(work),
    line,
    note: (fields) => Object.assign(line.fields, fields),
    noteRefusal: (error) => {
      line.level = error.level;
      Object.assign(line.fields, describeRefusal(error));
    },
    log: (level, fields) => write(level, { sign_in: signInName, ...fields }),
  };
}

function refusePlainHttp(url: URL): void {
  if (url.protocol !== 'https:' && !isLoopback(url)) throw new ProtocolError(refusals.insecure_transport);
}

/**
 * Converts a thrown value into a {@link ProtocolError}. A value that isn't a {@link ProtocolError} becomes an
 * internal error (500).
 */
export function asProtocolError(failure: unknown): ProtocolError {
  return failure instanceof ProtocolError
    ? failure
    : new ProtocolError(refusals.internal, { cause: failure });
}

/** Returns the log fields of a refusal. */
export const describeRefusal = ({ error, reason, cause, logged }: ProtocolError): LogFields => ({
  error,
  reason,
  ...(cause !== undefined && { cause: describeFailure(cause) }),
  ...logged,
});

/** Returns an error response (§7). @param more additional fields. */
export function errorResponse(error: ProtocolError, language: Language, more: object = {}): Response {
  return Response.json(
    { error: error.error, message: error.describe(language), ...more },
    { status: error.status, headers: error.headers },
  );
}
