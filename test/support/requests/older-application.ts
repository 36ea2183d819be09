import { createClientId, createSecret } from '../../../workers/service/applications/registration.ts';
import { serviceKeys } from '../world/test-settings.ts';
import type { World } from '../world/world.ts';

/** Registers an application as release 0.2 did: without the texts that people read before they agree. */
export async function registerOlderApplication(world: World, attributes: ('name' | 'gender')[] = ['name']) {
  const client_id = createClientId();
  const created = await world.clock.now();
  const { client_secret, secret } = await createSecret(serviceKeys, created);
  const redirect_uris = ['https://books.example.com/cb'];
  const described = { client_id, name: `서점 ${client_id}`, redirect_uris, attributes, created };
  const older = { ...described, reads: 'many', success: 'success', secrets: [secret] };
  await world.durableObjects.APPLICATION.getByName(client_id).register(older, created);
  return { client_id, client_secret, name: described.name };
}
