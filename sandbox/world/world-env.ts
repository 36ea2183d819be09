import type { Carrier } from '../../workers/core/carrier/port.ts';
import type { ClockBinding } from '../../workers/core/worker/clock.ts';
import type { ServiceEnv } from '../demo/uses-other-service.ts';
import type { DirectoryBinding } from '../directory/index.ts';

/** Options of the local environment, in addition to its workers' settings and bindings. */
export interface WorldEnv extends DirectoryBinding, ClockBinding, ServiceEnv {
  /**
   * The seed for the start and for resets, as JSON. If there is no seed, stored data is kept and the clock shows
   * the real time.
   */
  SEED?: string;
  /**
   * URL of a local environment with a seed, such as `http://localhost:8787`. Without a seed, URLs use the
   * request's origin.
   */
  BASE_URL?: string;
  /**
   * Additional host names of an environment with a seed, separated by commas, such as
   * `host.docker.internal,10.0.2.2`. Callback addresses at these hosts may use http.
   */
  ALLOWED_HOSTS?: string;
  /**
   * `Y` if an environment without a seed limits requests in the same way as a deployed service. For an environment
   * with a seed, the seed's own option applies.
   */
  LIMITS?: string;
  /** The developer's own application, which replaces the demo shop. Set by `--application`. */
  APPLICATION_URL?: string;
  /** `Y` if started with `--guard`, which puts the guard in front of the developer's own application. */
  GUARD?: string;
  /**
   * Redirect URIs that every application accepts, separated by spaces. Set by `--redirect-uri`. Without them, the demo
   * applications accept `http://localhost:3000/callback`.
   */
  REDIRECT_URIS?: string;
  /**
   * The codes of the developer's own carriers, such as `K`. Set by `npm start -- --carrier`. Networks behind an adapter
   * aren't among them, because their phones are the sandbox's.
   */
  OWN_CARRIERS?: string;
  /** The developer's own Worker, which replaces all carriers. */
  OWN_CARRIER?: Required<Carrier>;
  /** URL of a carrier's HTTP API, or the name of an adapter, such as `barocert:`. */
  CARRIER_S?: string;
  CARRIER_K?: string;
  CARRIER_L?: string;
  CARRIER_S_TOKEN?: string | undefined;
  CARRIER_K_TOKEN?: string | undefined;
  CARRIER_L_TOKEN?: string | undefined;
  /** How the carriers' phones match the number, by carrier. */
  NUMBER_MATCHING?: string;
  /** Files of the API reference, if installed. */
  SWAGGER_UI?: Fetcher;
  /**
   * Random token of the proxy of `npm start`. Requests without it are refused. Without a proxy, as with `npx
   * wrangler dev`, it is undefined.
   */
  PROXY_TOKEN?: string;
  /** Address of the documentation site's server. Set by `npm start`. */
  SITE?: string;
}
