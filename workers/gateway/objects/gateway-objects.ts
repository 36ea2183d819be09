import { namedObject } from '../../core/storage/named-object.ts';
import type { Bindings } from '../settings/gateway-bindings.ts';
import type { Flow } from './flow.ts';
import type { User } from './user.ts';

export type FlowEnv = Pick<Bindings, 'FLOW' | 'LOCATION_HINT'>;
export type UserObjectEnv = Pick<Bindings, 'USER' | 'LOCATION_HINT'>;

/**
 * The methods of a Durable Object with unchanged result types. The type of the object's stub isn't used, because
 * it splits results that are unions.
 */
type Remote<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (...parameters: infer Parameters) => infer Result
    ? (...parameters: Parameters) => Promise<Result>
    : never;
};
type RemoteFlow = Remote<Pick<Flow, 'claim' | 'keep' | 'outcome' | 'succeed' | 'fail'>>;
type RemoteUser = Remote<
  Pick<
    User,
    | 'stored'
    | 'signIn'
    | 'bringUpToDate'
    | 'session'
    | 'sessions'
    | 'logOut'
    | 'disconnect'
    | 'handleDeparture'
    | 'record'
    | 'keepOpenId'
    | 'redeemOpenId'
    | 'openIdLogin'
  >
>;

/** Returns the Durable Object of a flow. @param id the id of the session that the flow will create. */
export const flowOf = (env: FlowEnv, id: string): RemoteFlow =>
  namedObject(env.FLOW, id, env) as unknown as RemoteFlow;

export const userOf = (env: UserObjectEnv, plid: string): RemoteUser =>
  namedObject(env.USER, plid, env) as unknown as RemoteUser;

/**
 * The index of a phone number, which is an object of the class User (objects/number-index.ts). @param name from
 * users/pseudonyms.ts.
 */
export const numberIndexOf = (env: UserObjectEnv, name: string): Remote<Pick<User, 'listed'>> =>
  namedObject(env.USER, name, env) as unknown as Remote<Pick<User, 'listed'>>;
