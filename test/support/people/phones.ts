/** The sandbox's phones, through their JSON. */
import type { Notice } from '../../../packages/plid/carrier/port.ts';
import type { World } from '../world/world.ts';
import { eventually } from './eventually.ts';

interface PhoneRequest {
  id: string;
  application: string;
  match: string;
  choices: string[];
  status: string;
  context?: { knownBrowser: boolean };
  /** The address to which the app leads the person back. */
  returnTo: string;
}

const post = (world: World, path: string, body: object = {}) =>
  world.fetch(`${world.sandbox}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The requests on a phone, the newest first. */
export async function requestsOn(world: World, phoneNo: string): Promise<PhoneRequest[]> {
  const answer = await world.fetch(`${world.sandbox}/sandbox/requests?phoneNo=${phoneNo}`);
  return ((await answer.json()) as { requests: PhoneRequest[] }).requests;
}

/** The notices that a person got on their phone, the newest first. */
export async function noticesOn(world: World, phoneNo: string): Promise<Notice[]> {
  const answer = await world.fetch(`${world.sandbox}/sandbox/requests?phoneNo=${phoneNo}`);
  return ((await answer.json()) as { notices: Notice[] }).notices;
}

/** The addresses that end what the notices on a phone tell of, by their kind, the newest of each. Notices go beside an answer: @param count how many there will be. */
export async function endsOn(world: World, phoneNo: string, count: number): Promise<Record<string, string>> {
  const notices = await eventually(async () => {
    const noticed = await noticesOn(world, phoneNo);
    if (noticed.length < count) throw new Error(`${noticed.length} notices of ${count} on ${phoneNo}`);
    return noticed;
  });
  return Object.fromEntries(notices.toReversed().map(({ kind, end = '' }) => [kind, end]));
}

/** Taps the right number on the oldest request. */
export async function approveFirstOn(world: World, phoneNo: string): Promise<void> {
  const request = (await requestsOn(world, phoneNo)).at(-1);
  await post(world, `requests/${request?.id}/approve`, { match: request?.match });
}

/** A phone opens the address of a request that was begun without a number, and approves it. @returns where its app then leads to. */
export async function approveOpened(world: World, address: string | undefined, phoneNo: string) {
  await post(world, new URL(address ?? '').pathname.replace('/sandbox/', ''), { phoneNo });
  await approveOn(world, phoneNo);
  const [request] = await requestsOn(world, phoneNo);
  if (request === undefined) throw new Error(`Nothing was opened on ${phoneNo}`);
  return request.returnTo;
}

/** A phone scans the code of a request that was begun without a number, or its user types the digits beside it; then it approves. */
export async function approveScanned(world: World, phoneNo: string, code: string): Promise<void> {
  const answer = await post(world, `subscribers/${phoneNo}/scan`, { code });
  if (answer.status !== 200) throw new Error(`Not scanned: ${await answer.text()}`);
  await approveOn(world, phoneNo);
}

/** Taps another number than the page shows. A sandbox phone then denies the request. */
export async function tapWrongNumberOn(world: World, phoneNo: string): Promise<void> {
  const [request] = await requestsOn(world, phoneNo);
  const wrong = request?.choices.find((choice) => choice !== request.match);
  await approveOn(world, phoneNo, wrong);
}

/** Taps a number; the right one by default. */
export async function approveOn(world: World, phoneNo: string, match?: string): Promise<void> {
  const [request] = await requestsOn(world, phoneNo);
  await post(world, `requests/${request?.id}/approve`, { match: match ?? request?.match });
}

/** Taps one of the numbers that are wrong. */
export async function tapWrongOn(world: World, phoneNo: string): Promise<void> {
  const [request] = await requestsOn(world, phoneNo);
  await approveOn(
    world,
    phoneNo,
    request?.choices.find((choice) => choice !== request.match),
  );
}

export async function denyOn(world: World, phoneNo: string): Promise<void> {
  const [request] = await requestsOn(world, phoneNo);
  await post(world, `requests/${request?.id}/deny`);
}

export const leaveApp = (world: World, phoneNo: string) => post(world, `subscribers/${phoneNo}/leave`);
export const registerAgain = (world: World, phoneNo: string) =>
  post(world, `subscribers/${phoneNo}/register`);
export const switchOffAutomaticLogin = (world: World, phoneNo: string, client_id: string) =>
  post(world, `subscribers/${phoneNo}/end-automatic-logins`, { client_id });

/** Changes a carrier's data about a number: its owner, or the behaviour of the phone. */
export async function changeSubscriber(world: World, phoneNo: string, changes: object): Promise<void> {
  const known = { ...newcomer, phoneNo, ...changes };
  const answer = await post(world, 'subscribers', known);
  if (answer.status !== 200) throw new Error(`Not changed: ${await answer.text()}`);
}

const newcomer = {
  name: '홍길동',
  telcoCd: 'S',
  gender: 'M',
  birthdate: '950315',
  foreign: 'L',
  behaviour: 'approves',
};

let lastNumber = 1_000_000;

/** A subscriber of a carrier, whom no other test uses. @param calls whether the carrier says so when the phone has answered. */
export async function newSubscriber(
  world: World,
  behaviour: 'approves' | 'waits' | 'silent' | 'fails' | 'unregistered' = 'approves',
  calls = true,
) {
  lastNumber += 1;
  const person = { name: newcomer.name, phoneNo: `0107${lastNumber}`, telcoCd: newcomer.telcoCd };
  await changeSubscriber(world, person.phoneNo, { behaviour, calls: calls ? 'Y' : 'N' });
  return person;
}
