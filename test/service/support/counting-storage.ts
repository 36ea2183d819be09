import { defaultFields } from '../../../workers/service/registry/application-fields.ts';
import { toStoredSecret } from '../../../workers/service/registry/application-secrets.ts';
import type { Application } from '../../../workers/service/registry/applications.ts';
import { consentTerms } from '../../support/requests/operator-requests.ts';
import { serviceKeys, serviceSecrets } from '../../support/world/test-settings.ts';

/** The calls of a worker, in order: `kv`, or the name of the Account's method. */
export type Calls = string[];

export const client_secret = '0123456789abcdef'.repeat(4);

let registered = 0;

/** An application that no isolate has read yet. */
export async function newApplication(changes: Partial<Application> = {}): Promise<Application> {
  registered += 1;
  const client_id = `double${String(registered).padStart(14, '0')}`;
  const secrets = [await toStoredSecret(serviceKeys, 's1', client_secret, 0)];
  return {
    ...defaultFields(),
    client_id,
    version: 1,
    name: client_id,
    redirect_uris: ['https://books.example.com/cb'],
    attributes: ['name'],
    ...consentTerms,
    secrets,
    created: 0,
    ...changes,
  };
}

type AccountMethods = Partial<Record<'redeem' | 'read' | 'disconnect', () => unknown>>;

/** Settings of a worker of the service whose storage only counts its calls, and answers as the test asks. */
export function countingSettings(
  calls: Calls,
  application: Application | Error,
  methods: AccountMethods = {},
) {
  const stub = Object.fromEntries(
    Object.entries(methods).map(([name, answer]) => [
      name,
      async () => {
        calls.push(name);
        return answer();
      },
    ]),
  );
  return {
    ...serviceSecrets,
    APPLICATIONS: {
      async get(key: string) {
        calls.push('kv');
        if (application instanceof Error) throw application;
        return key === `application:${application.client_id}` ? application : null;
      },
    },
    ACCOUNT: { idFromName: (name: string) => name, get: () => stub },
  };
}
