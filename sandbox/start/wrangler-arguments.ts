import { existsSync, writeFileSync } from 'node:fs';
import { applicationSettings } from '../../packages/plid/command/application-options.ts';
import { carrierCodes } from '../../workers/core/protocol/user-record.ts';
import { adapterSettingsAt } from '../barocert/adapter-settings.ts';
import { configureOwnCarrier } from './configure-own-carrier.ts';
import type { WranglerServer } from './front-proxy.ts';
import type { StartOptions } from './options.ts';
import { networksOverBarocert, networksWithOwnCarrier } from './own-carriers.ts';
import { writeSecrets } from './secret-file.ts';
import { defaultSecretsFile } from './secrets.ts';

/** Servers of `npm start`. The addresses of those in its process are undefined if they aren't used. */
export interface LocalServers {
  wrangler: WranglerServer;
  /** The sandbox's carriers. */
  carriers: string | undefined;
  /** The simulated Barocert API. */
  barocert: string | undefined;
  /** The documentation site. */
  site: string | undefined;
}

/** Returns the command line of `wrangler dev`. */
export async function wranglerArguments(options: StartOptions, servers: LocalServers): Promise<string[]> {
  const { state, carriers } = options;
  const worker = carriers !== undefined && 'worker' in carriers ? carriers.worker : undefined;
  const configurations = worker === undefined ? [] : [await configureOwnCarrier(worker, state), worker];
  return [
    ...['dev', '--port', String(servers.wrangler.port), '--inspector-port', '0', '--persist-to', state],
    ...configurations.flatMap((file) => ['--config', file]),
    ...settingsFiles(options).flatMap((file) => ['--env-file', file]),
    '--show-interactive-dev-session=false',
    ...Object.entries(settingsOf(options, servers)).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
  ];
}

function settingsOf(
  { service, carriers, ...options }: StartOptions,
  servers: LocalServers,
): Record<string, string> {
  const own = carriers !== undefined && 'addresses' in carriers ? carriers.addresses : {};
  const addresses = carrierCodes.flatMap((code) => {
    const address = own[code] ?? servers.carriers;
    return address === undefined ? [] : [[`CARRIER_${code}`, address]];
  });
  return {
    PROXY_TOKEN: servers.wrangler.token,
    ...(service !== undefined && {
      SERVICE_URL: service.origin,
      CLIENT_ID: service.clientId,
      OTHER_SERVICE: 'Y',
    }),
    ...applicationSettings(options),
    ...Object.fromEntries(addresses),
    ...(networksOverBarocert(carriers).length > 0 &&
      servers.barocert !== undefined &&
      adapterSettingsAt(servers.barocert)),
    ...(servers.site !== undefined && { SITE: servers.site }),
    ...(carriers !== undefined && { OWN_CARRIERS: networksWithOwnCarrier(carriers).join('') }),
  };
}

/**
 * Returns the files with the developer's own settings. If there are none, wrangler looks for settings in the same
 * way as `wrangler dev` without `npm start`.
 */
function settingsFiles({ state, secrets, service, carriers }: StartOptions): string[] {
  const token = carriers !== undefined && 'token' in carriers ? carriers.token : undefined;
  const written = [
    ...(service === undefined
      ? []
      : [writeSecrets(state, 'service.vars', { CLIENT_SECRET: service.clientSecret })]),
    ...(token === undefined ? [] : [writeSecrets(state, 'carrier.vars', tokens(carriers, token))]),
  ];
  const isUsual = secrets === defaultSecretsFile();
  if (isUsual && written.length === 0 && carriers === undefined) return [];
  // wrangler rejects a missing secrets file. Without a specified file, wrangler would search for another secrets
  // file.
  if (!isUsual) writeFileSync(secrets, '', { flag: 'a', mode: 0o600 });
  return [...(existsSync(secrets) ? [secrets] : []), ...written];
}

const tokens = (carriers: StartOptions['carriers'], token: string) =>
  Object.fromEntries(networksWithOwnCarrier(carriers).map((code) => [`CARRIER_${code}_TOKEN`, token]));
