import * as v from 'valibot';
import { numberedKeySetting } from '../../../workers/core/worker/key-settings.ts';
import { type PhonesEnv, phoneOf } from '../../../workers/service/objects/phones.ts';
import { serviceSecrets } from '../../support/world/test-settings.ts';
import type { World } from '../../support/world/world.ts';

/** The objects of the numbers, as a worker of the service finds them. */
export async function phonesOf(world: World): Promise<PhonesEnv> {
  const { PHONE } = world.durableObjects;
  return {
    PHONE,
    PHONE_KEY: v.parse(numberedKeySetting, serviceSecrets.PHONE_KEY),
    LOCATION_HINT: 'apac-ne',
  };
}

/** The object of one number: 11 digits. */
export const phoneIn = async (world: World, phoneNo: string) => phoneOf(await phonesOf(world), phoneNo);
