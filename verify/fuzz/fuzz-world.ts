import assert from 'node:assert/strict';
import { signInAtGateway } from '../../test/attacks/support/fixtures.ts';
import { startApplication } from '../../test/support/fakes/application-stand-in.ts';
import { BrowserSession } from '../../test/support/fixtures/browser-session.ts';
import { newSubscriber } from '../../test/support/fixtures/phones.ts';
import { codeOf, signIn } from '../../test/support/fixtures/sign-in.ts';
import { accessTokenFor, jsonOf, requestUser } from '../../test/support/requests/service-requests.ts';
import { startCountedWorld } from '../../test/support/world/counted-world.ts';
import { applications, gatewaySecrets, serviceSecrets } from '../../test/support/world/test-settings.ts';
import { type Corpus, createVictim, recordCorpus } from './corpus.ts';
import { askingRudely, rudeCarrier } from './malformed-carrier-world.ts';
import { applicationMark, type Word } from './oracles.ts';

export type FuzzWorld = Awaited<ReturnType<typeof startFuzzWorld>>;

/** Both halves, the sandbox and an application behind the guard, with all storage counted. */
export async function startFuzzWorld() {
  const application = await startApplication(
    () => new Response('from the application', { headers: { [applicationMark]: 'Y' } }),
  );
  const world = await startCountedWorld(
    { APPLICATION_URL: application.url, PUBLIC_PATHS: '/robots.txt,/assets/*' },
    { adjust: askingRudely, workers: [rudeCarrier] },
  );
  const known = [...settingsWords(), ...(await createVictim(world))];
  let addresses = 0;
  let linesRead = 0;
  return {
    ...world,
    /** Good requests, and the values that only their owners may see. Each call creates new users. */
    async record(): Promise<Corpus> {
      const corpus = await recordCorpus(world);
      return { ...corpus, words: [...known, ...corpus.words] };
    },
    /** An address that has sent nothing yet: of a network for measurements (RFC 2544). */
    newAddress(): string {
      addresses += 1;
      return `198.${18 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
    },
    /** The lines of the log since the last call. */
    newLines(): readonly string[] {
      const lines = world.harness.logs().slice(linesRead);
      linesRead += lines.length;
      return lines;
    },
    async close(): Promise<void> {
      await world.close();
      await application.close();
    },
  };
}

/** The values that no answer may show. */
function settingsWords(): Word[] {
  const values = [...Object.values(serviceSecrets), ...Object.values(gatewaySecrets)];
  const secrets = Object.values(applications).map(({ client_secret }) => client_secret);
  const operators = [serviceSecrets.ADMIN_TOKEN, serviceSecrets.CARRIER_TOKEN, gatewaySecrets.ADMIN_TOKEN];
  const texts = [...values.map((value) => value.split(':').at(-1) ?? ''), ...secrets];
  return texts.map((text) => ({ text, owner: 'settings', opens: operators.includes(text) }));
}

/** A user signs in at the gateway and at an application. @throws if that no longer works. */
export async function signInAsEver(world: FuzzWorld): Promise<void> {
  assert.equal((await signInAtGateway(world, new BrowserSession(world))).name, '홍길동');
  const code = codeOf(await signIn(new BrowserSession(world), world, await newSubscriber(world)));
  const answer = await requestUser(world, await accessTokenFor(world, { code }));
  assert.match((await jsonOf(answer)).user?.plid ?? '', /^[0-9a-f-]{36}$/);
}
