import type { Settings } from '../../../docs/clients/user.ts';
import { newSubscriber } from '../../../test/support/fixtures/phones.ts';
import { codeOf } from '../../../test/support/fixtures/sign-in.ts';
import { askSandbox } from '../../../test/support/requests/sandbox-requests.ts';
import { accessTokenFor, requestUser } from '../../../test/support/requests/service-requests.ts';
import { browserOf, type ClientWorld, registerClient } from '../client-world.ts';

/** An answer of `GET /v1/user/me`, as JSON. */
export interface Answer {
  code: string;
  error: string;
  message: string;
  user: Record<string, unknown>;
}

export type Answers = Awaited<ReturnType<typeof realAnswers>>;

/** The service's answers about one person: after a full sign-in, and after automatic logins in each spelling of §2.1. */
export async function realAnswers(world: ClientWorld) {
  const settings = await registerClient(world, 'http://localhost:3000/callback');
  const person = await newSubscriber(world);
  const browser = browserOf(world, { application: async () => new Response() });
  const consent = await browser.submit(await browser.get(addressOf(settings)), { ...person, autoLogin: 'Y' });
  const first = codeOf(await browser.submit(consent, { autoLogin: 'Y' }));
  const full = await ask(world, await accessTokenFor(world, { code: first }, settings));
  const next = codeOf(await browser.get(addressOf(settings)));
  const token = await accessTokenFor(world, { code: next }, settings);
  return {
    person,
    client_secret: settings.client_secret,
    full,
    automatic: {
      'as the service sends it': await ask(world, token),
      'with agegroup encrypted': await ask(world, token, 'encrypted-agegroup'),
      'with its empty fields in the clear': await ask(world, token, 'plain-fields'),
      'with an empty error': await ask(world, token, 'empty-error'),
    },
  };
}

const addressOf = ({ service, client_id, redirect_uri }: Settings) =>
  `${service}/oauth2/authorize?${new URLSearchParams({ response_type: 'code', client_id, redirect_uri, state: 's' })}`;

async function ask(world: ClientWorld, token: string, fault?: string): Promise<Answer> {
  const faults = [{ endpoint: '/v1/user/me', kind: fault, count: 1 }];
  if (fault !== undefined) await askSandbox(world, 'PUT', '/faults', { faults });
  const response = await requestUser(world, token);
  const changed = response.headers.get('Sandbox-Fault') ?? undefined;
  if (changed !== fault) throw new Error(`The answer was changed by ${changed}, not by ${fault}`);
  return response.json() as Promise<Answer>;
}
