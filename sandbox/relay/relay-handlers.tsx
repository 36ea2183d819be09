import * as v from 'valibot';
import { isLoopback } from '../../workers/core/http/secure-address.ts';
import { ProtocolError } from '../../workers/core/protocol/errors.ts';
import { omit } from '../../workers/core/protocol/omit.ts';
import * as refusals from '../../workers/core/protocol/refusals.ts';
import { refuseCrossSite } from '../../workers/core/protocol/same-origin.ts';
import type { Context } from '../../workers/core/worker/endpoint.ts';
import { respondWithJsonOrRedirect } from '../api/json-or-redirect.ts';
import { readFields } from '../api/read-fields.ts';
import { directoryOf } from '../directory/index.ts';
import { readPhoneState, renderSandboxPage } from '../pages/page-handlers.tsx';
import { RelayPage } from '../pages/relay-page.tsx';
import { RelaysPage } from '../pages/relays-page.tsx';
import type { Env } from '../sandbox-bindings.ts';
import * as sandboxRefusals from '../sandbox-refusals.ts';
import type { Subscriber } from '../subscriber.ts';
import { continueRelay, type Relay, type RelayView, relayGoals, startRelayAttack } from './relay.ts';

const wanted = v.object({
  phoneNo: v.string(),
  aim: v.optional(v.picklist(relayGoals), 'shop'),
  /** The URL at which the application starts a login; may be empty. */
  address: v.optional(v.string(), ''),
});

/** `GET /sandbox/relay`: explains relays, and lists the phones that a relay may use. */
export async function showRelays(context: Context<Env>): Promise<Response> {
  const subscribers = await directoryOf(context.env).subscribers();
  return renderSandboxPage(context, (props) => <RelaysPage {...props} subscribers={subscribers} />);
}

/** `POST /sandbox/relay`: starts a sign-in with a relay, which then waits for the phone. */
export async function handleStartRelay(context: Context<Env>): Promise<Response> {
  const { env, request, url } = context;
  refuseCrossSite(request, url);
  const { phoneNo, aim, address } = await readFields(request, wanted, Object.keys(wanted.entries));
  if (address !== '' && !isOnThisMachine(address))
    throw new ProtocolError(sandboxRefusals.not_on_this_machine);
  const person = await findPerson(context, phoneNo);
  const relay = await startRelayAttack(env.BASE_URL, person, { aim, address: address || undefined });
  return storeRelay(context, relay);
}

/** `POST /sandbox/relay/:id`: lets the relay poll, and continue if the phone has responded. */
export async function handleContinueRelay(context: Context<Env>): Promise<Response> {
  const { env, request, url } = context;
  refuseCrossSite(request, url);
  const relay = await findRelay(context);
  return storeRelay(
    context,
    await continueRelay(env.BASE_URL, relay, await findPerson(context, relay.phoneNo)),
  );
}

/** `GET /sandbox/relay/:id`: shows the relay's last state next to the phone. */
export async function showRelay(context: Context<Env>): Promise<Response> {
  const relay = viewOf(await findRelay(context));
  const phone = await readPhoneState(context, relay.phoneNo);
  return renderSandboxPage(context, (props) => <RelayPage {...props} {...{ relay, phone }} />);
}

export const readRelay = async (context: Context<Env>): Promise<Response> =>
  Response.json({ relay: viewOf(await findRelay(context)) });

async function storeRelay({ env, request }: Context<Env>, relay: Relay): Promise<Response> {
  await directoryOf(env).keepRelay(relay);
  return respondWithJsonOrRedirect(request, { relay: viewOf(relay) }, `/sandbox/relay/${relay.id}`);
}

const viewOf = (relay: Relay): RelayView => omit(relay, 'cookies', 'address');

/** @throws {ProtocolError} `not_found`. */
async function findRelay({ env, path }: Context<Env>): Promise<Relay> {
  const relay = await directoryOf(env).relay(path.id ?? '');
  if (relay === undefined) throw new ProtocolError(refusals.not_found);
  return relay;
}

/** @throws {ProtocolError} `unknown_phone`. */
async function findPerson({ env }: Context<Env>, phoneNo: string): Promise<Subscriber> {
  const person = await directoryOf(env).subscriber(phoneNo);
  if (person !== undefined) return person;
  throw new ProtocolError(sandboxRefusals.unknown_phone, { value: phoneNo.slice(0, 20) });
}

function isOnThisMachine(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const target = new URL(address);
  return target.protocol === 'http:' && isLoopback(target);
}
