import { createHash, randomBytes } from 'node:crypto';
import { Command, Option } from 'commander';
import * as v from 'valibot';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { isLoopback } from '../../workers/core/http/secure-address.ts';
import { gatewayProviderMetadata } from '../../workers/gateway/features/openid/discovery-documents.ts';
import { type RelyingParty, relyingPartiesSetting } from '../../workers/gateway/settings/relying-parties.ts';
import { signingAlgorithms } from '../../workers/openid/signing-algorithms.ts';
import type { Provider } from './admin-api.ts';
import {
  addProductOptions,
  describeProduct,
  missingCallbackFailure,
  type ProductOptions,
  pkceRequirement,
  productFields,
} from './product-options.ts';
import { productOf } from './products.ts';
import { urlOption } from './url-option.ts';

interface Options extends ProductOptions {
  id?: string;
  redirectUri?: string[];
  postLogoutRedirectUri?: string[];
  backchannelLogoutUri?: string;
  backchannelLogoutSessionRequired?: true;
  alg?: RelyingParty['alg'];
  scope: string;
  idTokenClaims?: true;
  pkce: boolean;
  allowLoopback?: true;
  url: string;
  json?: true;
}

/**
 * `plid-admin relying-parties …`: creates entries for a gateway's relying parties, for the gateway's setting
 * `OPENID_CLIENTS` (docs/gateway/openid-connect.md).
 */
export function relyingPartiesCommand(): Command {
  const parties = new Command('relying-parties').description(
    'Create entries for OPENID_CLIENTS, which lists the relying parties of a gateway',
  );
  const create = parties
    .command('create')
    .description(
      'Create and print an entry with a new secret; the secret is printed only once, and nothing is sent',
    )
    .addOption(urlOption('Address of the gateway'))
    .option('--id <name>', 'Client ID (default: the name of the product)')
    .option('--redirect-uri <uris...>', 'Redirect URIs, all on one host')
    .option('--post-logout-redirect-uri <uris...>', 'Allowed redirect URIs after a sign-out')
    .option('--backchannel-logout-uri <uri>', 'Address that receives a logout_token when a session ends')
    .option('--backchannel-logout-session-required', 'State that the product needs a sid in logout_tokens')
    .addOption(new Option('--alg <alg>', 'Signing algorithm of id_tokens').choices(signingAlgorithms))
    .option('--scope <scopes>', 'Allowed scopes, space-separated', 'openid profile')
    .option('--id-token-claims', 'Add claims to id_tokens, for products that never call userinfo')
    .option('--allow-loopback', 'Allow loopback addresses even if the gateway is deployed')
    .option('--json', 'Print JSON')
    .action((options: Options) => io().console.log(created(options)));
  addProductOptions(create);
  return parties;
}

function created(options: Options): string {
  const { for: product, url, json } = options;
  const client_secret = randomBytes(32).toString('hex');
  const entry = entryOf(options, createHash('sha256').update(client_secret).digest('hex'));
  if (json) return JSON.stringify({ client_id: entry.id, client_secret, entry }, null, 2);
  const provider: Provider = gatewayProviderMetadata(new URL(url).origin) as Provider &
    ReturnType<typeof gatewayProviderMetadata>;
  const values = { client_id: entry.id, client_secret, scope: entry.scope };
  return [
    `The secret, shown only once: ${client_secret}`,
    "Add this entry to the list in the gateway's OPENID_CLIENTS ([gateway.settings]):",
    JSON.stringify(entry),
    ...(product ? [describeProduct(product, values, provider)] : [`The issuer: ${provider.issuer}`]),
  ].join('\n\n');
}

/** Creates the entry for a relying party. @throws {Failure} if the gateway would reject the entry. */
function entryOf(options: Options, digest: string) {
  const { for: product, alg } = options;
  const id = options.id ?? product;
  if (id === undefined) throw new Failure('Set the client ID with --id, such as --id books');
  const preset = productFields(options);
  const redirect_uris = options.redirectUri ?? preset.redirect_uris;
  const post_logout_redirect_uris = options.postLogoutRedirectUri ?? preset.post_logout_redirect_uris;
  const backchannel_logout_uri = options.backchannelLogoutUri ?? preset.openid_logout;
  if (redirect_uris === undefined) throw missingCallbackFailure(options);
  const needed = product && productOf(product).scope;
  const words = [...options.scope.split(' '), ...(needed === undefined ? [] : [needed])];
  const entry = {
    id,
    secrets: [digest],
    redirect_uris,
    ...(post_logout_redirect_uris && { post_logout_redirect_uris }),
    ...(backchannel_logout_uri && { backchannel_logout_uri }),
    ...(options.backchannelLogoutSessionRequired && { backchannel_logout_session_required: true }),
    ...(alg && { alg }),
    scope: [...new Set(words)].join(' '),
    id_token_claims: options.idTokenClaims ?? preset.id_token_claims ?? false,
    pkce: pkceRequirement(options, options.pkce),
  };
  const checked = v.safeParse(relyingPartiesSetting, JSON.stringify([entry]));
  if (!checked.success) throw new Failure(`The entry ${checked.issues[0].message}.`);
  if (!options.allowLoopback) refuseLoopback(entry, options.url);
  return entry;
}

/** Addresses to which browsers are redirected or logout_tokens are sent. */
type PartyAddresses = Pick<RelyingParty, 'redirect_uris'> &
  Partial<Pick<RelyingParty, 'post_logout_redirect_uris' | 'backchannel_logout_uri'>>;

/** @throws {Failure} if a loopback address is given for a deployed gateway. */
function refuseLoopback(
  { redirect_uris, post_logout_redirect_uris = [], backchannel_logout_uri }: PartyAddresses,
  url: string,
): void {
  if (isLoopback(new URL(url))) return;
  const addresses = [...redirect_uris, ...post_logout_redirect_uris, backchannel_logout_uri];
  const address = addresses.find((each) => each !== undefined && isLoopback(new URL(each)));
  if (address === undefined) return;
  throw new Failure(
    `${address} is a loopback address, and this gateway is deployed. If that is intended, add: --allow-loopback`,
  );
}
