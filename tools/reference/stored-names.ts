import { globSync } from 'node:fs';
import type { ListedWorker } from '../../workers/workers.ts';
import type { Half } from '../configuration/index.ts';
import { settingsOf } from '../configuration/settings-of.ts';
import type { HalfFacts } from './halves.ts';
import { TextFault } from './page.ts';
import { readSource, root } from './sources.ts';

/** The Durable Object classes whose tables a file creates. */
const tableFiles: Record<string, Record<Half, string | undefined>> = {
  'workers/audit/access-records.ts': { service: 'AccessRecords', gateway: 'GatewayAccessRecords' },
  'workers/service/objects/account-tables.ts': { service: 'Account', gateway: undefined },
  'workers/service/features/affected-users/account-disclosures.ts': {
    service: 'Account',
    gateway: undefined,
  },
  'workers/service/features/events/event-tables.ts': { service: 'Account', gateway: undefined },
  'workers/service/features/passkeys/passkey-tables.ts': { service: 'Account', gateway: undefined },
  'workers/service/objects/application-tables.ts': { service: 'Application', gateway: undefined },
  'workers/service/objects/disclosure-tables.ts': { service: 'Disclosures', gateway: undefined },
  'workers/service/objects/phone-tables.ts': { service: 'Phone', gateway: undefined },
  'workers/gateway/objects/user-tables.ts': { service: undefined, gateway: 'User' },
};

const sources = () => globSync('workers/**/*.{ts,tsx}', { cwd: root });

/** The tables of a half's Durable Objects, such as `Account.consents`; a class without tables by its name. */
function tablesOf(half: Half, workers: readonly ListedWorker[]): string[] {
  const tables = sources().flatMap((file) =>
    [...readSource(file).matchAll(/CREATE TABLE (\w+)/g)].map(([, table]) => {
      const classes = tableFiles[file];
      if (classes === undefined)
        throw new TextFault(`Name the class of ${file} in tools/reference/stored-names.ts`);
      return { table, name: classes[half] };
    }),
  );
  const named = tables.flatMap(({ table, name }) => (name === undefined ? [] : [`${name}.${table}`]));
  const classes = workers.flatMap((worker) => worker.classes?.flat() ?? []);
  return [...named, ...classes.filter((name) => !named.some((table) => table.startsWith(`${name}.`)))];
}

const namespacesOf = (workers: readonly ListedWorker[]): string[] => [
  ...new Set(
    workers
      .flatMap(settingsOf)
      .flatMap(({ name, binding }) => (binding?.kind === 'kv_namespaces' ? [`KV ${name}`] : [])),
  ),
];

/** The cookies of a half's sources, without what follows a prefix. Both halves set the one of core. */
const cookiesOf = (half: Half): string[] => [
  ...new Set(
    sources()
      .filter((file) => !file.startsWith(`workers/${half === 'service' ? 'gateway' : 'service'}/`))
      .flatMap((file) =>
        [...readSource(file).matchAll(/['`](plid-[a-z-]+)['`$]/g)].map(([, name]) => `__Host-${name}`),
      ),
  ),
];

/** Every place where a half stores data, as its sources name it. */
export const storedNames = ({ half, workers }: HalfFacts): string[] => [
  ...tablesOf(half, workers),
  ...namespacesOf(workers),
  ...cookiesOf(half),
];
