/** The sandbox's phones, over its JSON. */
import type { World } from './world.ts';

interface PhoneRequest {
  id: string;
  application: string;
  match: string;
  choices: string[];
  status: string;
}

const post = (world: World, path: string, body: object = {}) =>
  world.fetch(`${world.sandbox}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** What a phone shows, the newest first. */
export async function requestsOn(world: World, phoneNo: string): Promise<PhoneRequest[]> {
  const answer = await world.fetch(`${world.sandbox}/sandbox/requests?phoneNo=${phoneNo}`);
  return ((await answer.json()) as { requests: PhoneRequest[] }).requests;
}

/** The person taps a number; the right one where it is left out. */
export async function approveOn(world: World, phoneNo: string, match?: string): Promise<void> {
  const [request] = await requestsOn(world, phoneNo);
  await post(world, `requests/${request?.id}/approve`, { match: match ?? request?.match });
}

/** The person taps Deny. */
export async function denyOn(world: World, phoneNo: string): Promise<void> {
  const [request] = await requestsOn(world, phoneNo);
  await post(world, `requests/${request?.id}/deny`);
}

export const leaveApp = (world: World, phoneNo: string) => post(world, `subscribers/${phoneNo}/leave`);
export const registerAgain = (world: World, phoneNo: string) =>
  post(world, `subscribers/${phoneNo}/register`);
export const switchOffAutomaticLogin = (world: World, phoneNo: string, client_id: string) =>
  post(world, `subscribers/${phoneNo}/end-automatic-logins`, { client_id });

let lastNumber = 1_000_000;

/** A subscriber of a carrier whom no other test knows. */
export async function newSubscriber(world: World, behaviour: 'approves' | 'waits' | 'silent' = 'approves') {
  lastNumber += 1;
  const person = { name: '홍길동', phoneNo: `0107${lastNumber}`, telcoCd: 'S' };
  const known = { gender: 'M', birthdate: '950315', foreign: 'L', behaviour };
  const answer = await post(world, 'subscribers', { ...person, ...known });
  if (answer.status !== 200) throw new Error(`No new subscriber: ${await answer.text()}`);
  return person;
}
