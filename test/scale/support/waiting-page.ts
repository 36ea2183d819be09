import { expect } from 'vitest';
import type { BrowserSession, Shown } from '../../support/fixtures/browser-session.ts';
import { approveOn, requestsOn } from '../../support/fixtures/phones.ts';
import type { Person } from '../../support/fixtures/sign-in.ts';
import { sendCarrierCallback } from '../../support/requests/operator-requests.ts';
import { origins, serviceSecrets } from '../../support/world/test-settings.ts';
import type { World } from '../../support/world/world.ts';

/** The addresses that the script of a waiting page knows (watch-phone-status.ts). */
const addressOf = ({ document, url }: Shown, name: string): URL =>
  new URL(document.querySelector('#phone-status')?.getAttribute(`data-${name}`) ?? '', url);

/** The address to which a waiting page goes once the phone has answered. */
export const pageOf = (waiting: Shown): URL => addressOf(waiting, 'page');

/** The response to a question of the page, which the service holds for some seconds at most. */
export const question = async (browser: BrowserSession, waiting: Shown, wait = 0): Promise<unknown> =>
  (await browser.fetch(addressOf(waiting, 'status'), { headers: { Prefer: `wait=${wait}` } })).json();

type Opened = Response & { webSocket?: WebSocket & { accept(): void } };

/** Does what the script of a waiting page does before the tap, if the carrier calls. @returns its socket's next word. */
export async function listen(browser: BrowserSession, waiting: Shown): Promise<{ word: Promise<unknown> }> {
  const headers = { Upgrade: 'websocket', Origin: origins.service };
  const { webSocket } = (await browser.fetch(addressOf(waiting, 'socket'), { headers })) as Opened;
  const word = new Promise((resolve) => webSocket?.addEventListener('message', ({ data }) => resolve(data)));
  webSocket?.accept();
  expect(await question(browser, waiting)).toEqual({ status: 'pending' });
  return { word };
}

/** The phone approves, and its carrier says so. */
export async function tap(world: World, { phoneNo, telcoCd }: Person): Promise<void> {
  await approveOn(world, phoneNo);
  const [request] = await requestsOn(world, phoneNo);
  const answered = { requestId: request?.id, telcoCd };
  expect((await sendCarrierCallback(world, serviceSecrets.CARRIER_TOKEN, answered)).status).toBe(200);
}
