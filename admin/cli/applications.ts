import { Command, InvalidArgumentError } from 'commander';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { AdminApi } from './admin-api.ts';
import { addFieldOptions, fieldsFromOptions } from './application-fields.ts';
import { exportApplications, importAll, readExportedFile } from './application-file.ts';
import {
  describeApplication,
  describeHistory,
  describeSecret,
  describeTerms,
  listApplications,
} from './application-output.ts';
import {
  addProductOptions,
  describeProduct,
  missingCallbackFailure,
  type ProductOptions,
  pkceRequirement,
  productFields,
  productScope,
} from './product-options.ts';
import { missingRecommendations, promptForRecommendedFields } from './recommended-fields.ts';
import { urlOption } from './url-option.ts';

/** The command's options, except those that set an application's fields (application-fields.ts). */
interface Options extends ProductOptions {
  url: string;
  json?: true;
  ifVersion?: number;
  yes?: true;
  replace?: true;
}

/** The result of a command, as JSON for programs and as text for the operator. */
interface Answer {
  json: unknown;
  text: string;
}

type Run = (api: AdminApi, options: Options, client_id: string, secret: string) => Promise<Answer>;

/** `plid-admin applications …`: manages applications with the operator's API (docs/operate/applications.md). */
export function applicationsCommand(): Command {
  const applications = new Command('applications')
    .description("Register a service's applications and rotate their secrets")
    .addOption(urlOption('Address of the service'))
    .option('--json', 'Print JSON')
    .configureHelp({ showGlobalOptions: true });
  const add = (usage: string, description: string, run: Run) =>
    applications.command(usage).description(description).action(answering(run));

  add('list', 'List all applications', list);
  const creating = add('create', 'Register an application and print its secret once', create);
  addFieldOptions(creating, true);
  addProductOptions(creating);
  add('show <client_id>', 'Show an application', show);
  add('terms <client_id>', 'Show the consent texts by version', terms);
  add(
    'history <client_id>',
    'Show the change history (who, when, and which fields), including for deleted applications',
    history,
  );
  const updating = add('update <client_id>', 'Change only the given fields', update);
  addFieldOptions(updating, false);
  withSafeguards(updating);
  add('rotate <client_id>', 'Create a new secret and print it once; the old one stays active', rotate);
  add(
    'retire <client_id> <secret-id>',
    'Revoke the older secret and the tokens that were issued with it',
    retire,
  );
  withSafeguards(add('delete <client_id>', 'Permanently delete an application and its tokens', remove));
  add(
    'export',
    'Export all applications with their encrypted secrets, for a backup or another service',
    exportAll,
  );
  add('import <file>', 'Import an export; "-" reads standard input', importFile).option(
    '--replace',
    'Replace existing applications',
  );
  add('reseal', 'Re-encrypt all stored secrets with the current key of KEYS', reseal);
  return applications;
}

function withSafeguards(command: Command): void {
  command
    .option(
      '--if-version <number>',
      'Proceed only if this is still the current version (printed by show)',
      readVersion,
    )
    .option('--yes', 'Confirm the change');
}

function readVersion(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(
    'The version must be a whole number. Use the version that applications show prints.',
  );
}

function answering(run: Run) {
  return async function action(this: Command): Promise<void> {
    const options = this.optsWithGlobals<Options>();
    const [client_id = '', secret = ''] = this.args;
    const { json, text } = await run(new AdminApi(options.url), options, client_id, secret);
    io().console.log(options.json ? JSON.stringify(json, null, 2) : text);
  };
}

async function list(api: AdminApi): Promise<Answer> {
  const applications = await api.list();
  return { json: { applications }, text: listApplications(applications) };
}

async function create(api: AdminApi, options: Options): Promise<Answer> {
  const { for: product } = options;
  const { pkce, ...stated } = fieldsFromOptions({ ...options });
  const fields = { ...productFields(options), ...stated };
  const isStated = pkce !== undefined || Boolean(fields.openid);
  const given = { ...fields, ...(isStated && { pkce: pkceRequirement(options, pkce) }) };
  if (given.redirect_uris === undefined) throw missingCallbackFailure(options);
  const chosen = options.json || product ? {} : await promptForRecommendedFields(given);
  // The provider's metadata is read before the application is created. The new secret is printed only once, and a
  // failure to read the metadata afterwards would lose the secret.
  const provider = product && (await api.provider());
  const created = await api.create({ attributes: [], ...given, ...chosen });
  const { client_id, client_secret = '', attributes } = created;
  const values = product && { client_id, client_secret, scope: productScope(product, attributes) };
  const advice =
    provider && values ? describeProduct(product, values, provider) : missingRecommendations(created);
  const parts = [
    describeSecret(created),
    describeApplication(created, options.url),
    ...(advice ? [advice] : []),
  ];
  return { json: created, text: parts.join('\n\n') };
}

async function show(api: AdminApi, { url }: Options, client_id: string): Promise<Answer> {
  const application = await api.show(client_id);
  return { json: application, text: describeApplication(application, url) };
}

async function terms(api: AdminApi, _: Options, client_id: string): Promise<Answer> {
  const answer = await api.terms(client_id);
  return { json: answer, text: describeTerms(answer.terms) };
}

async function history(api: AdminApi, _: Options, client_id: string): Promise<Answer> {
  const changes = await api.history(client_id);
  return { json: { history: changes }, text: describeHistory(changes) };
}

async function update(api: AdminApi, options: Options, client_id: string): Promise<Answer> {
  const changes = fieldsFromOptions({ ...options });
  if (Object.keys(changes).length === 0)
    throw new Failure('Specify at least one field to change. See --help.');
  if (changes.attributes?.length === 0 && !options.yes) {
    const { name, attributes } = await api.show(client_id);
    if (attributes.length > 0) throw new Failure(withoutAttributes(name, attributes));
  }
  const application = await api.update(client_id, changes, options.ifVersion);
  return { json: application, text: describeApplication(application, options.url) };
}

const withoutAttributes = (name: string, attributes: readonly string[]) =>
  `${name} would no longer get ${attributes.join(',')}. To confirm, add: --yes`;

async function rotate(api: AdminApi, { url }: Options, client_id: string): Promise<Answer> {
  const rotated = await api.rotate(client_id);
  const old = rotated.secrets.at(-1)?.id;
  const next = [
    'The new secret becomes active within 90 seconds, and the old one stays active. Set the new secret in the application, then retire the old one:',
    `npx plid-admin applications retire ${client_id} ${old} --url ${url}`,
  ];
  return { json: rotated, text: [describeSecret(rotated), '', ...next].join('\n') };
}

async function retire(api: AdminApi, { url }: Options, client_id: string, secret: string): Promise<Answer> {
  const application = await api.retire(client_id, secret);
  return { json: application, text: describeApplication(application, url) };
}

async function remove(api: AdminApi, { yes, ifVersion }: Options, client_id: string): Promise<Answer> {
  const { name } = await api.show(client_id);
  if (!yes) throw new Failure(`Users will no longer be able to sign in to ${name}. To confirm, add: --yes`);
  await api.delete(client_id, ifVersion);
  return { json: { client_id }, text: `Deleted ${name} (${client_id}).` };
}

async function exportAll(api: AdminApi, { url }: Options): Promise<Answer> {
  const written = await exportApplications(api, url);
  return { json: written, text: JSON.stringify(written, null, 2) };
}

async function importFile(api: AdminApi, { replace }: Options, file: string): Promise<Answer> {
  const done = await importAll(api, await readExportedFile(file), replace === true);
  const { imported, replaced } = done;
  return { json: done, text: `Imported ${imported.length} applications and replaced ${replaced.length}.` };
}

async function reseal(api: AdminApi): Promise<Answer> {
  const resealed = await api.resealAll();
  return { json: { resealed }, text: `Re-encrypted the secrets of ${resealed} applications.` };
}
