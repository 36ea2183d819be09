import { createHash, randomBytes } from 'node:crypto';
import { Command, Option } from 'commander';
import * as v from 'valibot';
import { signingAlgorithms } from '../../workers/core/openid/signing-algorithms.ts';
import { providerAt } from '../../workers/gateway/openid/party-documents.ts';
import { type RelyingParty, relyingPartiesSetting } from '../../workers/gateway/openid/relying-parties.ts';
import { io } from '../terminal/io.ts';
import type { Provider } from './admin-api.ts';
import { Failure } from './failure.ts';
import {
  addProductOptions,
  describeProduct,
  fieldsFor,
  missingCallback,
  type ProductOptions,
} from './product-options.ts';
import { productOf } from './products.ts';
import { urlOption } from './url-option.ts';

interface Options extends ProductOptions {
  id?: string;
  redirectUri?: string[];
  postLogoutRedirectUri?: string[];
  alg?: RelyingParty['alg'];
  scope: string;
  url: string;
  json?: true;
}

/** `plid relying-parties …`: the relying parties of a gateway, which its setting OPENID_CLIENTS holds (docs/plug-in.md). */
export function relyingPartiesCommand(): Command {
  const parties = new Command('relying-parties').description(
    'Makes entries of OPENID_CLIENTS: the relying parties of a gateway.',
  );
  const create = parties
    .command('create')
    .description('makes an entry with a new secret, which is shown this once; it sends nothing')
    .addOption(urlOption('the gateway'))
    .option('--id <name>', 'its client_id; by default the name of the product')
    .option('--redirect-uri <uris...>', 'where people come back to; all of one host')
    .option('--post-logout-redirect-uri <uris...>', 'where users may come back to after a sign-out')
    .addOption(new Option('--alg <alg>', 'how its id_tokens are signed').choices(signingAlgorithms))
    .option('--scope <scopes>', 'what it may ask for, with spaces between', 'openid profile')
    .option('--json', 'answer in JSON, for programs')
    .action((options: Options) => io().console.log(created(options)));
  addProductOptions(create);
  return parties;
}

function created(options: Options): string {
  const { for: product, url, json } = options;
  const client_secret = randomBytes(32).toString('hex');
  const entry = entryOf(options, createHash('sha256').update(client_secret).digest('hex'));
  if (json) return JSON.stringify({ client_id: entry.id, client_secret, entry }, null, 2);
  const provider: Provider = providerAt(new URL(url).origin) as Provider & ReturnType<typeof providerAt>;
  const values = { client_id: entry.id, client_secret, scope: entry.scope };
  return [
    `The secret, shown this once: ${client_secret}`,
    'The entry, for the list that OPENID_CLIENTS of the gateway holds ([gateway.settings]):',
    JSON.stringify(entry),
    ...(product ? [describeProduct(product, values, provider)] : [`The issuer: ${provider.issuer}`]),
  ].join('\n\n');
}

/** @throws {Failure} where the gateway would refuse it. */
function entryOf(options: Options, digest: string) {
  const { for: product, alg } = options;
  const id = options.id ?? product;
  if (id === undefined) throw new Failure('Say how it is called: --id, such as --id books');
  const preset = fieldsFor(options);
  const redirect_uris = options.redirectUri ?? preset.redirect_uris;
  const post_logout_redirect_uris = options.postLogoutRedirectUri ?? preset.post_logout_redirect_uris;
  if (redirect_uris === undefined) throw missingCallback(options);
  const needed = product && productOf(product).scope;
  const words = [...options.scope.split(' '), ...(needed === undefined ? [] : [needed])];
  const entry = {
    ...{ id, secrets: [digest], redirect_uris },
    ...(post_logout_redirect_uris && { post_logout_redirect_uris }),
    ...(alg && { alg }),
    scope: [...new Set(words)].join(' '),
  };
  const checked = v.safeParse(relyingPartiesSetting, JSON.stringify([entry]));
  if (!checked.success) throw new Failure(`The entry ${checked.issues[0].message}.`);
  return entry;
}
