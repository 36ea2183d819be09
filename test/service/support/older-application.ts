import type { Attribute } from '../../../packages/plid/protocol/user-record.ts';
import { createClientId, createSecret } from '../../../workers/service/applications/registration.ts';
import { serviceKeys } from '../../support/world/test-settings.ts';
import type { World } from '../../support/world/world.ts';

/**
 * Registers an application as an earlier release did: without the fields that it did not know, such as the texts that people read before they
 * agree.
 * @param fields that it knew.
 */
export async function registerOlderApplication(
  world: World,
  attributes: Attribute[] = ['name'],
  fields: object = {},
) {
  const client_id = createClientId();
  const created = await world.clock.now();
  const { client_secret, secret } = await createSecret(serviceKeys, created);
  const redirect_uris = ['https://books.example.com/cb'];
  const described = { client_id, name: `서점 ${client_id}`, redirect_uris, attributes, created };
  const older = { ...described, reads: 'many', success: 'success', secrets: [secret], ...fields };
  await world.durableObjects.APPLICATION.getByName(client_id).register(older, created);
  return { client_id, client_secret, name: described.name };
}
