import { createHash, randomUUID } from 'node:crypto';
import {
  type Attribute,
  attributes,
  type Identity,
  sampleIdentity,
  type YesNo,
} from '../../../packages/plid/protocol/user-record.ts';
import type { Account } from '../../../workers/service/objects/account.ts';
import type { AutomaticGrantResult } from '../../../workers/service/objects/account-tables.ts';
import { createIdentityKey, sealIdentity } from '../../../workers/service/shared/grant-identity.ts';
import { codeLifetime } from '../../../workers/service/shared/service-lifetimes.ts';
import { accessToken, authorizationCode } from '../../../workers/service/shared/service-sealed-types.ts';
import { applications, serviceKeys } from '../world/test-settings.ts';
import type { World } from '../world/world.ts';

/** Every attribute that a carrier can have of a person. */
export const hana: Required<Identity> = {
  ...sampleIdentity(),
  ci: createHash('sha512').update('김하나').digest('base64'),
  phoneNo: '01000000001',
  name: '김하나',
  gender: 'F',
  agegroup: '30',
  birthday: '0101',
  birthdate: '900101',
  foreign: 'L',
  telcoCd: 'S',
};

export interface SignIn {
  /** The person; a new one by default. */
  plid?: string;
  client_id?: string;
  redirect_uri?: string;
  identity?: Identity;
  /** The person's choice of automatic login on the consent page. */
  automaticLogin?: YesNo;
  code_challenge?: string;
}

export interface Granted {
  plid: string;
  /** The ids of the grant and of the device that logs in automatically. */
  grant: string;
  /** The key of the grant's identity. */
  identityKey: string;
  code: string;
}

const s256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The PKCE challenge of a verifier (RFC 7636 §4.2). */
export const challengeOf = s256;

/** The Account of a plid. */
export const account = (world: World, plid: string): DurableObjectStub<Account> =>
  world.durableObjects.ACCOUNT.getByName(plid);

/** The end of a full sign-in: a grant in the real Account, and the code that names it. */
export async function grantSignIn(world: World, signIn: SignIn = {}): Promise<Granted> {
  const { plid = randomUUID(), client_id = applications.shop.client_id, identity = hana } = signIn;
  const grant = randomUUID();
  const identityKey = createIdentityKey();
  const request = {
    id: grant,
    client_id,
    asked: [...attributes],
    identity: await sealIdentity(identityKey, identity),
    agreed: true,
    automaticLogin: signIn.automaticLogin ?? 'N',
  };
  const { outcome } = await account(world, plid).grant(request, await world.clock.now());
  if (outcome !== 'granted') throw new Error(`The account answered ${outcome}`);
  return { plid, grant, identityKey, code: await sealCode(world, { ...signIn, plid, grant, identityKey }) };
}

/** The end of an automatic login that is not the first on its device. */
export async function grantAutomatically(world: World, first: Granted, asked: Attribute[] = ['ci', 'name']) {
  const grant = randomUUID();
  const { client_id } = applications.shop;
  const request = { id: grant, client_id, device: first.grant, asked };
  const outcome: AutomaticGrantResult = await account(world, first.plid).grantAutomatically(
    request,
    await world.clock.now(),
  );
  if (outcome !== 'granted') throw new Error(`The account answered ${outcome}`);
  return { plid: first.plid, grant, code: await sealCode(world, { plid: first.plid, grant }) };
}

/** A code as authorize seals it. @param lifetime in seconds from now. */
export async function sealCode(
  world: World,
  { plid, grant, identityKey, ...signIn }: SignIn & { plid: string; grant: string; identityKey?: string },
  lifetime = codeLifetime,
  keys = serviceKeys,
): Promise<string> {
  const { client_id, redirect_uri } = { ...applications.shop, ...signIn };
  const { code_challenge } = signIn;
  const value = {
    plid,
    grant,
    ...(identityKey === undefined ? {} : { identityKey }),
    client_id,
    redirect_uri_digest: s256(redirect_uri),
    ...(code_challenge === undefined ? {} : { code_challenge }),
  };
  return authorizationCode.seal(keys, value, (await world.clock.now()) + lifetime);
}

/** An access token as the token worker seals it, for contents that it would never seal. */
export const sealToken = async (
  world: World,
  value: Parameters<typeof accessToken.seal>[1],
  keys = serviceKeys,
): Promise<string> => accessToken.seal(keys, value, (await world.clock.now()) + 600);
