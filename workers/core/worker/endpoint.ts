import type * as v from 'valibot';
import { isLoopback } from '../../../packages/plid/http/secure-address.ts';
import { type Language, negotiateLanguage } from '../http/language.ts';
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
  /** The worker's bindings and settings, checked. */
  readonly env: Env;
  /** The path's parameters, such as `:client_id`. */
  readonly path: Readonly<Record<string, string>>;
  /** The time of this request, in seconds since 1970. */
  readonly now: number;
  /** Fails where the settings turn out wrong beside other workers'. No answer leaves before; anything else that others could notice waits for it. */
  readonly settingsChecked?: Promise<void> | undefined;
  readonly language: Language;
  /** Names this request in its log lines and its answer. */
  readonly requestId: string;
  /** Names the sign-in that this request belongs to, once {@link Context.nameSignIn} has said so. */
  readonly signInName: string | undefined;
  /** From now on each log line of this request, and its answer, have the name of a sign-in (protocol/sign-in-name.ts). */
  nameSignIn(name: string): void;
  /** Lets work go on after the response was sent. */
  waitUntil(work: Promise<unknown>): void;
  /** Adds fields to this request's log line. */
  note(fields: LogFields): void;
  /** This request's log line, which events are added to (events.ts). */
  readonly line: RequestLine;
  /** Writes a further log line about this request. */
  readonly log: RequestLog;
}

export type Handler<Env> = (context: Context<Env>) => Response | Promise<Response>;
/** `ALL` answers every method alike. */
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ALL';
export type Routes<Env> = Partial<Record<`${Method} /${string}`, Handler<Env>>>;

/** The context of an error page: without settings if they are at fault, or were not read yet. */
export interface ErrorContext<Env> extends Omit<Context<unknown>, 'env'> {
  readonly env: Env | undefined;
}

/** Writes a refusal for a person; undefined leaves it to the JSON of §7, as everything does that it throws. */
export type ErrorPage<Env> = (
  error: ProtocolError,
  context: ErrorContext<Env>,
) => Response | undefined | Promise<Response | undefined>;

interface RawEnv {
  CLOCK?: Clock;
}

/** The statement of a worker, from which its configuration is derived (tools/configuration), in development and deployed. */
export interface WorkerDefinition {
  /** `service-token`: its folder is `workers/service/token`, and the log names it so. */
  readonly worker: string;
  /** Its bindings and settings, and nothing else that it may access. */
  readonly schema: SettingsSchema;
  /** `POST /oauth2/token`, … */
  readonly routes: readonly string[];
  /** Whether it also answers at every address of its host that is no other worker's. */
  readonly catchAll?: boolean | undefined;
  /** The Durable Object classes that it exports, a list for each migration in their order. */
  readonly classes?: readonly (readonly string[])[] | undefined;
}

interface EndpointOptions<Env> extends Pick<WorkerDefinition, 'catchAll' | 'classes'> {
  errorPage?: ErrorPage<Env>;
  /** Called beside each request: throws where the settings are valid by themselves but not beside other workers' ({@link Context.settingsChecked}). */
  checkSettings?(context: Context<Env>): Promise<void>;
}

/**
 * A worker, stated once: its name, the schema of its bindings and settings, and its routes.
 * Everything that all workers share happens here: https, unknown paths and methods, the one catch that turns errors
 * into the wire, the headers of every answer, and one log line per request. Nothing that is thrown leaves it.
 */
export function endpoint<Schema extends SettingsSchema>(
  worker: string,
  schema: Schema,
  routes: Routes<v.InferOutput<Schema>>,
  { errorPage, checkSettings, catchAll, classes }: EndpointOptions<v.InferOutput<Schema>> = {},
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

  /** A page that fails is a fault of ours beside the refusal: the log tells of both, and the answer is the refusal's JSON. */
  async function refuse(error: ProtocolError, context: ErrorContext<Env>): Promise<Response> {
    try {
      const page = await errorPage?.(error, context);
      if (page !== undefined) return withCommonHeaders(page, context);
    } catch (failure) {
      context.note({ failedPage: describeFailure(failure) });
    }
    return withCommonHeaders(errorResponse(error, context.language), context);
  }

  return {
    worker,
    schema,
    routes: Object.keys(routes),
    catchAll,
    classes,
    async fetch(request: Request, rawEnv: RawEnv, execution: ExecutionContext): Promise<Response> {
      const started = Date.now();
      const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
      const { promise: written, resolve: wrote } = Promise.withResolvers<void>();
      const fields = { method: request.method };
      const line: RequestLine = { fields, awaited: [], answered, written, isOpen: true };
      const context = openContext<Env>(worker, request, execution, line);
      let level: ProtocolError['level'] | undefined;
      const response = await handle(context, rawEnv).catch((failure) => {
        const error = asProtocolError(failure);
        level = error.level;
        context.note(describeRefusal(error));
        return refuse(error, context);
      });
      const { status } = response;
      context.note({ status, milliseconds: Date.now() - started });
      answer();
      if ('failedPage' in line.fields) level = 'error';
      const write = async () => {
        // Work that the answer left behind may add more of it.
        while (line.awaited.length > 0) await Promise.all(line.awaited.splice(0));
        line.isOpen = false;
        if (!isPassthrough(response)) context.log(level ?? levelOf(status), line.fields);
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
  execution: ExecutionContext,
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
    // Most answers hold no message.
    get language() {
      language ??= negotiateLanguage(request.headers.get('Accept-Language'));
      return language;
    },
    waitUntil: (work) => execution.waitUntil(work),
    line,
    note: (fields) => Object.assign(line.fields, fields),
    log: (level, fields) => write(level, { sign_in: signInName, ...fields }),
  };
}

function refusePlainHttp(url: URL): void {
  if (url.protocol !== 'https:' && !isLoopback(url)) throw new ProtocolError(refusals.insecure_transport);
}

/** Makes a {@link ProtocolError} of a thrown value: any other error is our own fault (`internal`, 500). */
export function asProtocolError(failure: unknown): ProtocolError {
  return failure instanceof ProtocolError
    ? failure
    : new ProtocolError(refusals.internal, { cause: failure });
}

/** The fields of a refusal in the log. */
export const describeRefusal = ({ error, reason, cause, logged }: ProtocolError): LogFields => ({
  error,
  reason,
  ...(cause !== undefined && { cause: describeFailure(cause) }),
  ...logged,
});

/** An error's answer on the wire (§7). @param more fields that follow its own. */
export function errorResponse(error: ProtocolError, language: Language, more: object = {}): Response {
  return Response.json(
    { error: error.error, message: error.describe(language), ...more },
    { status: error.status, headers: error.headers },
  );
}
