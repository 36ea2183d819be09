import type { Carrier } from '../../packages/plid/carrier/port.ts';
import type { ClockBinding } from '../../workers/core/worker/clock.ts';
import type { ServiceEnv } from '../demo/other-service.ts';
import type { DirectoryBinding } from '../directory/index.ts';

/** The options of the development world, beside the settings and bindings of its workers. */
export interface WorldEnv extends DirectoryBinding, ClockBinding, ServiceEnv {
  /** The seed with which the world begins and is reset, as JSON. A world without a seed keeps what it stores, and its time is the real one. */
  SEED?: string;
  /** The address of a world with a seed, on this machine: `http://localhost:8787`. Without a seed addresses follow the request. */
  BASE_URL?: string;
  /** Further names by which a world with a seed may be called, separated by commas: `host.docker.internal,10.0.2.2`. */
  ALLOWED_HOSTS?: string;
  /** `Y` where a world without a seed limits requests as a deployed service does; a seed says so itself. */
  LIMITS?: string;
  /** The developer's own application, which is served in the demo shop's place. Set by `npm start -- --application`. */
  APPLICATION_URL?: string;
  /** `Y` with `--guard`: the guard is in front of that application. */
  GUARD?: string;
  /** The developer's own carriers, by code: `K`. Set by `npm start -- --carrier`. */
  OWN_CARRIERS?: string;
  /** A Worker of the developer's own in the place of all carriers. */
  OWN_CARRIER?: Required<Carrier>;
  /** The address of a carrier that answers over HTTP. */
  CARRIER_S?: string;
  CARRIER_K?: string;
  CARRIER_L?: string;
  /** The files of the API reference, where they are there. */
  SWAGGER_UI?: Fetcher;
}
