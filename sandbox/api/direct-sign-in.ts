import * as v from 'valibot';
import { randomSecret } from '../../workers/core/crypto/bytes.ts';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import { readJson } from '../../workers/core/protocol/json.ts';
import { refuseCrossSite } from '../../workers/core/protocol/same-origin.ts';
import type { Context } from '../../workers/core/worker/endpoint.ts';
import { directoryOf } from '../directory/index.ts';
import type { Env } from '../sandbox-bindings.ts';
import * as sandboxRefusals from '../sandbox-refusals.ts';
import { readForm, ScriptFreeBrowser } from '../script-free-browser.ts';
import { readRedirectUris } from '../service-client.ts';
import { carrierChoiceOf, type Subscriber } from '../subscriber.ts';

const authorizePath = '/oauth2/authorize';
const waitPath = `${authorizePath}/wait`;
/** Maximum number of steps. Every sign-in has fewer pages and redirects. */
const maxSteps = 15;

/** The parameters of an authorization request that are forwarded unchanged. */
const passedOn = {
  state: v.optional(v.string()),
  prompt: v.optional(v.string()),
  isHybrid: v.optional(v.string()),
  scope: v.optional(v.string()),
  nonce: v.optional(v.string()),
  max_age: v.optional(v.string()),
  code_challenge: v.optional(v.string()),
  code_challenge_method: v.optional(v.string()),
  /**
   * The URI of a pushed authorization request (RFC 9126). If it is set, the service ignores the other parameters.
   */
  request_uri: v.optional(v.string()),
};

const signInRequest = v.object({
  phoneNo: v.string(),
  client_id: v.string(),
  /** The redirect URI. The default is the application's first registered redirect URI. */
  redirect_uri: v.optional(v.string()),
  ...passedOn,
  /** Whether the user chooses automatic login. */
  autoLogin: v.optional(v.boolean(), false),
  /** The `device` from an earlier response. If `device` is set, the user may be signed in automatically. */
  device: v.optional(v.string(), ''),
});
type SignInRequest = v.InferOutput<typeof signInRequest>;

/**
 * `POST /sandbox/sign-in`: completes a sign-in through its pages, which are the form, the phone, and the first
 * consent. The response contains the callback's parameters, or the service's error if the service refuses the
 * sign-in.
 */
export async function signInInOneCall(context: Context<Env>): Promise<Response> {
  const { request, url, env } = context;
  refuseCrossSite(request, url);
  const asked = await readJson(request, signInRequest);
  const person = await directoryOf(env).subscriber(asked.phoneNo);
  if (person === undefined)
    throw new ProtocolError(sandboxRefusals.unknown_phone, { value: asked.phoneNo.slice(0, 20) });
  const browser = new ScriptFreeBrowser(env.BASE_URL, asked.device);
  const end = await walk(context, browser, person, asked);
  if (end instanceof Response) return new Response(end.body, end);
  const { searchParams } = end;
  const returned = ['code', 'state', 'error', 'message'].flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Response.json({ location: end.href, ...Object.fromEntries(returned), device: browser.cookies });
}

/**
 * Follows the pages and redirects of a sign-in.
 * @returns the callback URL, or the service's response if the service ends the sign-in with an error.
 */
async function walk(
  context: Context<Env>,
  browser: ScriptFreeBrowser,
  person: Subscriber,
  asked: SignInRequest,
): Promise<URL | Response> {
  const autoLogin = asked.autoLogin ? { autoLogin: 'Y' } : {};
  const { name, phoneNo } = person;
  const telcoCd = carrierChoiceOf(person);
  let path = await authorizeAddress(context.env, asked);
  let response = await browser.get(path);
  for (let step = 0; step < maxSteps; step += 1) {
    const location = response.headers.get('Location');
    if (location !== null) {
      const target = new URL(location, context.env.BASE_URL);
      if (target.origin !== context.env.BASE_URL || !target.pathname.startsWith(authorizePath)) return target;
      path = target.pathname + target.search;
      response = await browser.get(path);
    } else if (!response.ok) {
      return response;
    } else if (path.startsWith(waitPath)) {
      await tapRightNumber(context, person);
      response = await browser.get(path);
    } else {
      const { action, fields } = await readForm(response);
      const typed = 'phoneNo' in fields ? { name, phoneNo, telcoCd } : {};
      response = await browser.post(action, { ...fields, ...typed, ...autoLogin });
    }
  }
  throw new Error('The sign-in has not ended');
}

async function authorizeAddress(env: Env, asked: SignInRequest): Promise<string> {
  const { client_id, redirect_uri = await firstCallback(env, client_id) } = asked;
  const parameters = new URLSearchParams({ response_type: 'code', client_id, redirect_uri });
  for (const name of Object.keys(passedOn) as (keyof typeof passedOn)[]) {
    const value = asked[name];
    if (value !== undefined) parameters.set(name, value);
  }
  if (asked.state === undefined) parameters.set('state', randomSecret());
  return `${authorizePath}?${parameters}`;
}

/** @throws {ProtocolError} `unknown_application`. */
async function firstCallback(env: Env, client_id: string): Promise<string> {
  const [first] = (await readRedirectUris(env, client_id)) ?? [];
  if (first !== undefined) return first;
  throw new ProtocolError(sandboxRefusals.unknown_application, { value: client_id.slice(0, 40) });
}

/**
 * Approves the request on the user's phone. @throws {ProtocolError} `silent_phone` if the phone never responds.
 */
async function tapRightNumber({ env, now }: Context<Env>, { phoneNo, behaviour }: Subscriber): Promise<void> {
  if (behaviour === 'silent') throw new ProtocolError(sandboxRefusals.silent_phone);
  const directory = directoryOf(env);
  const [latest] = await directory.requests(phoneNo, now);
  if (latest?.status === 'pending') await directory.decide(latest.id, latest.match, now);
}
