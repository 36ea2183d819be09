import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as v from 'valibot';
import { afterAll, beforeAll, vi } from 'vitest';
import { EventError, readEvent } from '../../../packages/plid/events/index.ts';
import gatewayEvents from '../../../workers/gateway/features/events/index.ts';
import { eventKeySetting, publicKeysOf } from '../../../workers/service/settings/event-keys.ts';
import { askInProcess } from '../../support/requests/ask-in-process.ts';
import { applications, origins, serviceSecrets } from '../../support/world/test-settings.ts';

const options = { service: origins.service, clientId: applications.shop.client_id };

/** The time of all doors, in seconds since 1970. */
export const doorClock = { now: 1_900_000_000 };

/** A place that receives the service's events. */
interface EventDoor {
  name: string;
  /** The users whom the events that it accepted are about. */
  left: string[];
  send(body: string, headers: Record<string, string>): Promise<Response>;
}

/** Publishes the service's keys for the tests of a file, and counts how often they are read. */
function usePublishedKeys(): { original: typeof fetch } {
  const doors = { original: globalThis.fetch };
  beforeAll(async () => {
    const published = await publicKeysOf(v.parse(eventKeySetting, serviceSecrets.EVENT_KEY) ?? []);
    vi.stubGlobal('fetch', async () => Response.json(published));
  });
  afterAll(() => void vi.unstubAllGlobals());
  return doors;
}

const post = (url: string, body: string, headers: Record<string, string>) =>
  new Request(url, { method: 'POST', body, headers });

function gatewayDoor(): EventDoor {
  const left: string[] = [];
  const get = (plid: string) => ({
    async disconnect() {
      left.push(plid);
      return [];
    },
  });
  const env = {
    ...{ SERVICE_URL: options.service, CLIENT_ID: options.clientId, SESSIONS: {} },
    ...{ USER: { idFromName: (name: string) => name, get }, LOCATION_HINT: 'apac-ne' },
    CLOCK: { now: async () => doorClock.now * 1000 },
  };
  return {
    name: 'POST /auth/events of a gateway',
    left,
    async send(body, headers) {
      const request = post(`${origins.gateway}/auth/events`, body, headers);
      return (await askInProcess(gatewayEvents, request, env)).answer;
    },
  };
}

/** An application that handles events as the docstring of readEvent says. */
async function receive(request: Parameters<typeof readEvent>[0], left: string[]): Promise<Response> {
  try {
    const event = await readEvent(request, { ...options, now: () => doorClock.now });
    if (event.type !== 'other') left.push(event.plid);
    return new Response(null, { status: 202 });
  } catch (failure) {
    if (failure instanceof EventError) return failure.response();
    throw failure;
  }
}

function requestDoor(): EventDoor {
  const left: string[] = [];
  const send: EventDoor['send'] = (body, headers) =>
    receive(post('https://shop.example.com/events', body, headers), left);
  return { name: 'readEvent with a Request', left, send };
}

function nodeDoor(original: typeof fetch): EventDoor {
  const left: string[] = [];
  const server = createServer(async (request, response) => {
    const answer = await receive(request, left);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    name: 'readEvent with a request of Node',
    left,
    send: (body, headers) =>
      original(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
        method: 'POST',
        body,
        headers,
      }),
  };
}

/** Every door for the service's events. */
export function useEventDoors(): EventDoor[] {
  const { original } = usePublishedKeys();
  return [gatewayDoor(), requestDoor(), nodeDoor(original)];
}
