import * as v from 'valibot';
import { isSignedBy, readJwt, type UnverifiedJwt } from '../../../core/crypto/jwt.ts';
import { readText } from '../../../core/http/read-text.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import { mediaTypeOf } from '../../../core/protocol/request-text.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import type { Bindings } from '../../settings/gateway-bindings.ts';
import { clockTolerance, eventDeliveryLifetime } from '../../settings/gateway-lifetimes.ts';
import * as gatewayRefusals from '../../settings/gateway-refusals.ts';
import { findPublishedKey, type PublishedKeysEnv } from './published-keys.ts';

type EventEnv = PublishedKeysEnv & Pick<Bindings, 'CLIENT_ID'> & { EVENT_ISSUER?: string | undefined };

/** Maximum length of an event, in bytes. Events from plid have about 800 bytes. */
const maxLength = 16 * 1024;

const header = v.object({
  alg: v.literal('ES256'),
  kid: v.string(),
  typ: v.pipe(v.string(), v.regex(/^(?:application\/)?secevent\+jwt$/i)),
  /** Critical extensions (RFC 7515 §4.1.11). None is supported. */
  crit: v.optional(v.undefined()),
});
const seconds = v.pipe(v.number(), v.minValue(0));
const claims = v.object({
  iss: v.string(),
  aud: v.union([v.string(), v.array(v.string())]),
  iat: seconds,
  jti: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/)),
  toe: v.exactOptional(seconds),
  sub_id: v.object({
    format: v.literal('iss_sub'),
    iss: v.string(),
    sub: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,128}$/)),
  }),
  events: v.record(v.string(), v.record(v.string(), v.unknown())),
});

/** A security event about one user. */
export interface ServiceEvent {
  jti: string;
  plid: string;
  /** Event type URIs. */
  types: string[];
  /** Time of the event, in milliseconds since 1970. */
  moment: number;
}

/**
 * Reads a Security Event Token (RFC 8417) from the service for this application. All checks that need no key come
 * first.
 * @throws {ProtocolError} an error of RFC 8935 §2.4. @throws {UpstreamFailure} if the service doesn't publish its
 * keys.
 */
export async function readSecurityEventToken(
  context: Pick<Context<EventEnv>, 'env' | 'now' | 'request'>,
): Promise<ServiceEvent> {
  const { env, now, request } = context;
  const token = await readToken(request);
  const { kid } = parse(header, token.header);
  const { iss, aud, iat, jti, toe, sub_id, events } = parse(claims, token.claims);
  const issuer = env.EVENT_ISSUER ?? env.SERVICE_URL;
  if (iss !== issuer || sub_id.iss !== issuer) throw new ProtocolError(gatewayRefusals.event_of_other_issuer);
  if (![aud].flat().includes(env.CLIENT_ID))
    throw new ProtocolError(gatewayRefusals.event_for_other_audience);
  if (iat > now + clockTolerance || iat <= now - eventDeliveryLifetime)
    throw new ProtocolError(gatewayRefusals.event_of_other_time);
  const key = await findPublishedKey(context, kid);
  if (key === undefined) throw new ProtocolError(gatewayRefusals.event_key_unknown);
  if (!(await isSignedBy(key, token))) throw new ProtocolError(gatewayRefusals.event_forged);
  // If `toe` is missing, the event's time is the end of the second in `iat`. Everything that began before that
  // time counts as earlier than the event.
  const moment = Math.floor(toe === undefined ? iat * 1000 + 999 : toe * 1000);
  return { jti, plid: sub_id.sub, types: Object.keys(events), moment };
}

async function readToken(request: Request): Promise<UnverifiedJwt> {
  try {
    const text =
      mediaTypeOf(request) === 'application/secevent+jwt' ? await readText(request, maxLength) : undefined;
    return readJwt(text?.trim() ?? '');
  } catch {
    throw new ProtocolError(gatewayRefusals.event_malformed);
  }
}

function parse<Schema extends v.GenericSchema>(schema: Schema, part: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, part);
  if (!result.success) throw new ProtocolError(gatewayRefusals.event_malformed);
  return result.output;
}
