import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { registerApplication } from '../requests/operator-requests.ts';
import type { World } from '../world/world.ts';
import { startApplication } from './application-stand-in.ts';

/** An application that is told of events, at a loopback port. It takes them, unless a test says otherwise. */
export async function startEventReceiver() {
  const taken = () => new Response(null, { status: 202 });
  let answer: () => Response | Promise<Response> = taken;
  const application = await startApplication(() => answer());
  return {
    /** To be registered. */
    events: `${application.url}/events`,
    /** What was sent, the first first. */
    received: application.received,
    answers(next: () => Response | Promise<Response> = taken): void {
      answer = next;
    },
    close: application.close,
  };
}
export type EventReceiver = Awaited<ReturnType<typeof startEventReceiver>>;

/** Registers an application that is told of events. @returns its client id. */
export async function registerReceiver(
  world: World,
  { events }: Pick<EventReceiver, 'events'>,
): Promise<string> {
  const { client_id } = await registerApplication(world, { events });
  return client_id;
}

/** Reads an event as a receiver does, with the keys that the service publishes. @throws where its signature is not the service's. */
export async function readEvent(world: World, token: string | undefined) {
  const published = await world.fetch(`${world.service}/.well-known/jwks.json`);
  const keys = createLocalJWKSet((await published.json()) as JSONWebKeySet);
  const { payload, protectedHeader } = await jwtVerify(token ?? '', keys, { currentDate: new Date(0) });
  return { payload, header: protectedHeader };
}
