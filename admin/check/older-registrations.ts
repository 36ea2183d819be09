import { existsSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { isLoopback } from '../../packages/plid/http/secure-address.ts';
import { io } from '../../tools/terminal/io.ts';
import { type RelyingParty, relyingPartiesSetting } from '../../workers/gateway/shared/relying-parties.ts';
import { loopbackAddresses } from '../../workers/service/shared/loopback-addresses.ts';
import type { Application } from '../cli/admin-api.ts';
import { openDeployment } from '../deploy/deployment.ts';
import type { Finding } from './public-endpoints.ts';

/**
 * Opening words of notes about registrations that still work. A new registration of the same kind would be
 * rejected or set up differently.
 */

const claimsAsBefore = 'id_tokens still contain the user’s claims (the default in earlier releases) for';
const withoutPkce = 'PKCE is optional in OpenID Connect for';
const onLoopback = 'loopback addresses are registered for';

/** A relying party's addresses to which browsers are redirected or logout_tokens are sent. */
export type PartyAddresses = Pick<RelyingParty, 'redirect_uris'> &
  Partial<Pick<RelyingParty, 'post_logout_redirect_uris' | 'backchannel_logout_uri'>>;

/** Returns the relying party's loopback addresses. */
export const loopbackAddressesOfParty = ({
  redirect_uris,
  post_logout_redirect_uris = [],
  backchannel_logout_uri,
}: PartyAddresses): string[] =>
  [
    ...redirect_uris,
    ...post_logout_redirect_uris,
    ...(backchannel_logout_uri === undefined ? [] : [backchannel_logout_uri]),
  ].filter((address) => isLoopback(new URL(address)));

/**
 * Checks a service's applications for registrations that a new registration would reject or set up differently.
 * @param origin the service's origin. Applications of a local service may have loopback addresses.
 */
export function checkOlderApplications(origin: string, applications: readonly Application[]): Finding[] {
  const parties = applications.filter(({ openid }) => Boolean(openid));
  const update = 'npx plid-admin applications update <client_id>';
  return [
    ...noteOn(
      parties.filter(({ id_token_claims }) => id_token_claims === undefined).map(nameOf),
      claimsAsBefore,
      `If the product calls userinfo, run: ${update} --no-id-token-claims. If it never does, use --id-token-claims instead (docs/operate/openid-connect.md).`,
    ),
    ...noteOn(
      parties.filter(({ pkce }) => pkce !== 'required').map(nameOf),
      withoutPkce,
      `If the product sends a code challenge, run: ${update} --pkce required (docs/operate/openid-connect.md).`,
    ),
    ...(isLoopback(new URL(origin))
      ? []
      : noteOn(
          applications.filter((application) => loopbackAddresses(application).length > 0).map(nameOf),
          onLoopback,
          'Any program on the same machine can listen on a loopback address. Register https addresses instead (docs/operate/applications.md).',
        )),
  ];
}

/**
 * Checks a gateway's relying parties in its settings file, because the gateway itself doesn't return them. @param
 * origin of the gateway. If the file describes another gateway, nothing is reported.
 */
export function checkOlderParties(origin: string, file = 'plid.deploy.toml'): Finding[] {
  const parties = readParties(origin, file);
  const entry = 'in the OPENID_CLIENTS entry, and deploy (docs/gateway/openid-provider.md)';
  const unstated = (name: 'id_token_claims' | 'pkce') =>
    parties.filter(({ stated }) => !stated.has(name)).map(({ id }) => id);
  return [
    ...noteOn(
      unstated('id_token_claims'),
      claimsAsBefore,
      `Set "id_token_claims": false (or true if the product never calls userinfo) ${entry}.`,
    ),
    ...noteOn(
      unstated('pkce'),
      withoutPkce,
      `Set "pkce": "required" (or "optional" if the product sends no code challenge) ${entry}.`,
    ),
    ...noteOn(
      parties.filter((party) => loopbackAddressesOfParty(party).length > 0).map(({ id }) => id),
      onLoopback,
      `Any program on the same machine can listen on a loopback address. Use https addresses instead ${entry}.`,
    ),
  ];
}

function readParties(origin: string, file: string): (RelyingParty & { stated: Set<string> })[] {
  if (isLoopback(new URL(origin)) || !existsSync(path.resolve(io().cwd, file))) return [];
  const setting = settingOf(origin, file);
  const read = v.safeParse(relyingPartiesSetting, setting);
  if (!read.success || setting === undefined) return [];
  const entries = JSON.parse(setting) as object[];
  return read.output.map((party, index) => ({
    ...party,
    stated: new Set(Object.keys(entries[index] ?? {})),
  }));
}

/**
 * Reads the gateway's setting `OPENID_CLIENTS`.
 * @returns undefined if the file describes no gateway or another gateway, or if the file is invalid. A deployment
 * reports an invalid file.
 */
function settingOf(origin: string, file: string): string | undefined {
  try {
    const { host, settings } = openDeployment(file, 'gateway').config;
    return `https://${host}` === origin ? settings.OPENID_CLIENTS : undefined;
  } catch {
    return undefined;
  }
}

const nameOf = ({ name, client_id }: Application) => `${name} (${client_id})`;

/** Returns a note that lists registrations, or nothing if there are none. */
const noteOn = (names: readonly string[], what: string, advice: string): Finding[] =>
  names.length === 0 ? [] : [{ level: 'note', what: `${what} ${names.join(', ')}`, advice }];
