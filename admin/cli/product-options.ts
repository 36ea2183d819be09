import { type Command, Option } from 'commander';
import { Failure } from '../../tools/terminal/failure.ts';
import { describe } from '../../tools/terminal/layout.ts';
import type { Attribute } from '../../workers/core/protocol/user-record.ts';
import { attributesForScope, scopes } from '../../workers/openid/scopes.ts';
import type { FieldValues } from '../../workers/service/registry/application-fields.ts';
import type { Provider } from './admin-api.ts';
import { type Product, type ProductName, productNames, productOf, type Values } from './products.ts';

/** The product that users sign in to, and its address. */
export interface ProductOptions {
  for?: ProductName;
  at?: string;
}

/** Adds the options that register an application for a product. */
export function addProductOptions(command: Command): void {
  const about =
    'Register for OpenID Connect with this product, and print the values to paste into the product';
  command
    .addOption(new Option('--for <product>', about).choices(productNames))
    .option(
      '--at <address>',
      'Address of the product, such as https://sso.example.com/realms/main; replaces --redirect-uri',
    )
    .option('--no-pkce', "Don't require PKCE, for a product that can't send a code challenge");
}

/**
 * Returns the fields of an application that its product determines. They include a callback only if the product's
 * callback is known. @throws {Failure} if an unneeded address is given.
 */
export function productFields({ for: name, at }: ProductOptions): Partial<FieldValues> {
  const { callback, logout, signedOut, idTokenOnly }: Partial<Product> = name ? productOf(name) : {};
  if (at !== undefined && callback === undefined)
    throw new Failure('--at needs --for, which must name a product with a known callback address.');
  const base = at?.replace(/\/$/, '');
  return {
    ...(name && { openid: 'RS256', ...(idTokenOnly && { id_token_claims: true }) }),
    ...(base && { redirect_uris: [base + callback] }),
    ...(base && logout && { openid_logout: base + logout }),
    ...(base && signedOut && { post_logout_redirect_uris: [base + signedOut] }),
  };
}

/**
 * Returns whether a new relying party must send a code challenge. It must, unless its product can't send one.
 * @param stated the value from the options, or undefined if none was given. `--no-pkce` is false.
 */
export function pkceRequirement(
  { for: name }: ProductOptions,
  stated: FieldValues['pkce'] | boolean | undefined,
): FieldValues['pkce'] {
  if (typeof stated === 'string') return stated;
  const { withoutPkce }: Partial<Product> = name ? productOf(name) : {};
  return stated === false || withoutPkce ? 'optional' : 'required';
}

/** Creates the error that asks for a redirect URI. */
export function missingCallbackFailure({ for: name }: ProductOptions): Failure {
  const { at } = name ? productOf(name) : {};
  const way = at
    ? `--at with the address of ${name}, such as ${at}`
    : '--redirect-uri with the callback address';
  return new Failure(`The callback address is missing. Add ${way}`);
}

/**
 * Returns the space-separated scopes that an application requests when a product uses it, based on the
 * application's attributes.
 */
export function productScope(name: ProductName, attributes: readonly string[]): string {
  const { scope: needed } = productOf(name);
  const given = attributes as Attribute[];
  return scopes
    .filter((word) => word === 'openid' || word === needed || attributesForScope(word, given).length > 0)
    .join(' ');
}

/** Lists the values to paste into a product, one line per setting. */
export function describeProduct(
  name: ProductName,
  values: Omit<Values, 'provider'>,
  provider: Provider,
): string {
  const { where, rows } = productOf(name);
  return [`Paste into ${name} (${where}):`, '', describe(rows({ ...values, provider }))].join('\n');
}
