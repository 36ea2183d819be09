/** A worker in the manifest of an emitted folder. It contains no secret. */
export interface EmittedWorker {
  name: string;
  /** Path of the configuration, relative to the folder. */
  config: string;
  /** The names of the worker's secrets. */
  secrets: string[];
  /** Tag of the last migration of the worker's Durable Object classes. wrangler applies the missing ones. */
  migration: string | undefined;
  routes: string[];
  domain: string | undefined;
  /** The annotations with which plid-admin recognizes the version. */
  tag: string;
  message: string;
}

export interface Manifest {
  name: string;
  host: string;
  plid: string;
  /** In the order of deployment. */
  workers: EmittedWorker[];
}

/** Describes an emitted folder: the workers in order, their secrets by name, and the command of each. */
export const describeEmission = ({ name, host, plid, workers }: Manifest): string => `# ${name}

The workers of https://${host}, built by plid ${plid}. \`npx plid-admin deploy … --emit\` replaces this folder. Don't edit it.

The folder contains no secrets. The tags contain short fingerprints of them, so keep the folder private.

Deploy the workers in this order, because each one is bound to workers before it. wrangler applies the missing
migrations of Durable Object classes.

| Worker | Configuration | Secrets | Last migration |
|---|---|---|---|
${workers.map(row).join('\n')}

For each worker, write its secrets into a file in the form \`NAME="value"\`, such as \`secrets/token.env\`. Delete the file
after the deployment. wrangler keeps the secrets that the file omits, so later deployments need the file only for changed
secrets.

${workers.map(commands).join('\n\n')}

Keep \`--tag\` and \`--message\`: \`npx plid-admin deploy … --dry-run\` compares them and then prints "nothing would change".
\`npx plid-admin rollback\` and \`keys status\` read them too.

With Terraform, upload \`main\` of each configuration as the module and its \`.map\` file as the source map. Take the bindings,
routes, rate limits, \`compatibility_date\`, \`migrations\`, and \`observability\` from the configuration.
`;

const row = ({ name, config, secrets, migration }: EmittedWorker): string =>
  `| \`${name}\` | \`${config}\` | ${secrets.map((secret) => `\`${secret}\``).join(', ') || 'None'} | ${migration ?? 'None'} |`;

const commands = ({ name, config, secrets, tag, message }: EmittedWorker): string => {
  const file = secrets.length > 0 ? ` --secrets-file secrets/${config.replace(/\.\w+$/, '.env')}` : '';
  return `    npx wrangler deploy --config ${config} --name ${name}${file} \\\n      --tag '${tag}' \\\n      --message '${message}'`;
};
