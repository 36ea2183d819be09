import path from 'node:path';
import { Failure } from '../cli/failure.ts';
import { io } from '../terminal/io.ts';
import { type Described, filesOf } from './config.ts';
import { readSecrets, type SecretPlaces, type Secrets } from './secrets.ts';

type Place = Pick<Described, 'folder' | 'name' | 'half'>;

/** The environment variable that holds a secret of a half: `PLID_SERVICE_KEYS`. */
export const variableOf = ({ half }: Pick<Place, 'half'>, secret: string): string =>
  `PLID_${half.toUpperCase()}_${secret}`;

/** Whether the environment holds a secret. CI systems set an empty variable for a secret that is not stored. */
export const isInEnvironment = (place: Pick<Place, 'half'>, secret: string): boolean =>
  Boolean(io().env[variableOf(place, secret)]);

/** The secrets of a deployment: those of the environment, then those of the file. */
export const heldSecrets = (place: Place): Secrets => ({
  ...readSecrets(filesOf(place).secrets),
  ...environmentSecrets(place),
});

/** The secrets that the environment holds, by name. */
export function environmentSecrets(place: Pick<Place, 'half'>): Secrets {
  const prefix = variableOf(place, '');
  const held = Object.entries(io().env).filter(([name, value]) => name.startsWith(prefix) && value);
  return Object.fromEntries(held.map(([name, value = '']) => [name.slice(prefix.length), value]));
}

/** Names the place from which a secret is read, for a message: the variable, or else the file. */
export const placeOf = (place: Place, secret: string): string =>
  isInEnvironment(place, secret) ? variableOf(place, secret) : path.basename(filesOf(place).secrets);

/** Names the places of secrets in messages. */
export const secretPlaces = (place: Place): SecretPlaces => ({
  placeOf: (secret) => placeOf(place, secret),
  variableOf: (secret) => variableOf(place, secret),
});

/** Whether this process runs in a CI system, whose machine does not last. */
export const isInCi = (): boolean => !['', 'false', '0'].includes(io().env.CI ?? '');

/** Refuses to make secrets on a machine that does not last: they would be lost with it. @throws {Failure} */
export function refuseToMakeInCi(place: Place, made: Secrets): void {
  const names = Object.keys(made);
  if (names.length === 0 || !isInCi()) return;
  const variables = names.map((name) => variableOf(place, name)).join(', ');
  throw new Failure(
    `Missing: ${names.join(', ')}. CI is set, and a secret made here would be lost with this machine. Make them once on your own machine with npm run plid -- secrets new ${place.half}, store them, and set ${variables}.`,
  );
}
