import { createClientId, createSecret } from '../../../workers/service/applications/registration.ts';
import type { Application } from '../../../workers/service/objects/application.ts';
import { serviceKeys } from '../world/test-settings.ts';
import type { World } from '../world/world.ts';

/** Registers an application as release 0.2 did: without the texts that people read before they agree. */
export async function registerOlderApplication(world: World, attributes: ('name' | 'gender')[] = ['name']) {
  const namespace: DurableObjectNamespace<Application> = (await world.env('plid-service-applications'))
    .APPLICATION;
  const client_id = createClientId();
  const created = await world.clock.now();
  const { client_secret, secret } = await createSecret(serviceKeys, created);
  const redirect_uris = ['https://books.example.com/cb'];
  const described = { client_id, name: `서점 ${client_id}`, redirect_uris, attributes, created };
  await namespace
    .get(namespace.idFromName(client_id))
    .register({ ...described, reads: 'many', success: 'success', secrets: [secret] }, created);
  return { client_id, client_secret, name: described.name };
}
