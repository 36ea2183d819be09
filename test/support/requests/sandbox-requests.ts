import type { PhoneRequest } from '../../../sandbox/directory/request-table.ts';
import type { ListedSubscriber } from '../../../sandbox/directory/subscriber-table.ts';
import type { World } from '../world/world.ts';

/** Calls the sandbox in JSON, as a script does. */
export function askSandbox(world: World, method: string, path: string, body?: unknown): Promise<Response> {
  const json = { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
  return world.fetch(`${world.sandbox}/sandbox${path}`, { method, ...(body === undefined ? {} : json) });
}

export async function requestsOf(world: World, phoneNo: string): Promise<PhoneRequest[]> {
  const answer = await askSandbox(world, 'GET', `/requests?phoneNo=${phoneNo}`);
  return ((await answer.json()) as { requests: PhoneRequest[] }).requests;
}

export async function latestRequest(world: World, phoneNo: string): Promise<PhoneRequest> {
  const [request] = await requestsOf(world, phoneNo);
  if (request === undefined) throw new Error(`No request on the phone ${phoneNo}`);
  return request;
}

export async function subscribersOf(world: World): Promise<ListedSubscriber[]> {
  const answer = await askSandbox(world, 'GET', '/subscribers');
  return ((await answer.json()) as { subscribers: ListedSubscriber[] }).subscribers;
}
