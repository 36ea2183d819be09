import { EventError } from '../../../../packages/plid/events/event-error.ts';
import { readEventText } from '../../../../packages/plid/events/event-request.ts';
import { type VerifiedEvent, verifyEvent } from '../../../../packages/plid/events/verify-event.ts';
import { ProtocolError } from '../../../core/protocol/errors.ts';
import type { Context } from '../../../core/worker/endpoint.ts';
import type { Bindings } from '../../settings/gateway-bindings.ts';
import { findPublishedKey, type PublishedKeysEnv } from './published-keys.ts';
import { eventRefusals } from './set-error.ts';

type EventEnv = PublishedKeysEnv & Pick<Bindings, 'CLIENT_ID'> & { EVENT_ISSUER?: string | undefined };

/**
 * Reads a Security Event Token (RFC 8417) from the service for this application. The rules are those of `plid/events`.
 * @throws {ProtocolError} an error of RFC 8935 §2.4. @throws {UpstreamFailure} if the service doesn't publish its
 * keys.
 */
export async function readSecurityEventToken(
  context: Pick<Context<EventEnv>, 'env' | 'now' | 'request'>,
): Promise<VerifiedEvent> {
  const { env, now, request } = context;
  try {
    return await verifyEvent(await readEventText(request), {
      issuer: env.EVENT_ISSUER ?? env.SERVICE_URL,
      audience: env.CLIENT_ID,
      now,
      findKey: (kid) => findPublishedKey(context, kid),
    });
  } catch (failure) {
    throw failure instanceof EventError ? new ProtocolError(eventRefusals[failure.reason]) : failure;
  }
}
