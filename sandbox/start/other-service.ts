import * as v from 'valibot';
import { Failure } from '../../tools/terminal/failure.ts';
import { serviceSettings } from '../../workers/gateway/settings/service-settings.ts';

/** A login service other than the local one, and an application that is registered there. */
export interface OtherService {
  origin: string;
  clientId: string;
  clientSecret: string;
}

const secretVariable = 'PLID_CLIENT_SECRET';

/**
 * Reads `--service` and `--client-id`, and the client secret from the environment. @throws {Failure} if a value is
 * missing or invalid. The message names the value, but never contains a secret.
 */
export function readOtherServiceOptions(
  address: string | undefined,
  clientId: string | undefined,
  environment: NodeJS.ProcessEnv,
): OtherService | undefined {
  if (address === undefined) {
    if (clientId === undefined) return undefined;
    throw new Failure(
      '--client-id needs --service, which specifies the login service that issued the client ID.',
    );
  }
  const origin = address.replace(/\/$/, '');
  const secret = environment[secretVariable];
  return {
    origin: checked('--service', serviceSettings.SERVICE_URL, origin),
    clientId: checked('--client-id', serviceSettings.CLIENT_ID, clientId),
    clientSecret: checked(
      `The environment variable ${secretVariable}`,
      serviceSettings.CLIENT_SECRET,
      secret,
      'is not set',
    ),
  };
}

function checked(
  what: string,
  schema: v.GenericSchema<string, string>,
  value: string | undefined,
  missing = 'is missing',
): string {
  if (value === undefined) throw new Failure(`${what} ${missing}. See: npm start -- --help`);
  const result = v.safeParse(schema, value, { abortPipeEarly: true });
  if (result.success) return result.output;
  throw new Failure(`${what} ${result.issues[0].message}.`);
}
