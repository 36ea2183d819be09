import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { startApplication } from '../../support/fakes/application-stand-in.ts';
import { registerApplication } from '../../support/requests/operator-requests.ts';
import type { World } from '../../support/world/world.ts';

/** An application that receives events at a loopback port. It accepts them, unless a test says otherwise. */
export async function startEventReceiver() {
  const taken = () => new Response(null, { status: 202 });
  let answer: () => Response | Promise<Response> = taken;
  const application = await startApplication(() => answer());
  return {
    /** The address to be registered. */
    events: `${application.url}/events`,
    received: application.received,
    answers(next: () => Response | Promise<Response> = taken): void {
      answer = next;
    },
    close: application.close,
  };
}
export type EventReceiver = Awaited<ReturnType<typeof startEventReceiver>>;

/** Registers an application that receives events. @returns its client id. */
export async function registerReceiver(
  world: World,
  { events }: Pick<EventReceiver, 'events'>,
): Promise<string> {
  const { client_id } = await registerApplication(world, { events });
  return client_id;
}

/** Reads an event as a receiver does, with the keys that the service publishes. @throws if the signature is not the service's. */
export async function readEvent(world: World, token: string | undefined) {
  const published = await world.fetch(`${world.service}/.well-known/jwks.json`);
  const keys = createLocalJWKSet((await published.json()) as JSONWebKeySet);
  const { payload, protectedHeader } = await jwtVerify(token ?? '', keys, { currentDate: new Date(0) });
  return { payload, header: protectedHeader };
}
