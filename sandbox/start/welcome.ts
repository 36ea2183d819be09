import { styleText } from 'node:util';
import { applicationAddresses, servicePathsOrigin } from '../../packages/plid/command/local-addresses.ts';
import { personHeadings, personRow } from '../../packages/plid/sandbox/listed-person.ts';
import { describe, type Line, labelled, table, terminalColumns } from '../../tools/terminal/layout.ts';
import { type CarrierCode, carrierNames } from '../../workers/core/protocol/user-record.ts';
import { issuerAt } from '../../workers/gateway/features/openid/discovery-documents.ts';
import { publicBarocertAccount } from '../barocert/public-vendor-account.ts';
import { fixedSubscribers } from '../subscriber.ts';
import {
  demoGatewayRelyingParty,
  demoPostLogoutUrl,
  demoRedirectUris,
  demoServiceRelyingParty,
  demoShop,
} from '../world/demo-clients.ts';
import type { StartOptions } from './options.ts';
import type { OtherService } from './other-service.ts';
import { networksOverBarocert, networksWithOwnCarrier } from './own-carriers.ts';
import { readLocalSecrets } from './secrets.ts';
import type { LocalServers } from './wrangler-arguments.ts';

/** The welcome text of a local environment: URLs, users, credentials, and next steps. */
export function welcome(
  origin: string,
  options: StartOptions,
  { barocert }: Pick<LocalServers, 'barocert'>,
  columns = terminalColumns(),
): string {
  const indented = columns - 2;
  if (options.service !== undefined) return welcomeWithService(origin, options, options.service, indented);
  return `
${styleText(['bold', 'green'], 'plid is running.')}

${indent(describe(addresses(origin, options), indented))}

${carriersOf(origin, options, indented)}${adapterOf(options, barocert, indented)}${peopleOf(options, indented)}${options.verbose ? clients(origin, options, indented) + vendor(barocert, options, indented) : ''}${indent(describe(nextSteps(options), indented))}

Ctrl-C stops it. Below is what the workers log.
`;
}

/** Returns the welcome text if another login service is used. In this case, only the gateway is local. */
function welcomeWithService(
  origin: string,
  { application }: StartOptions,
  service: OtherService,
  columns: number,
): string {
  const rows: [string, string][] = [
    [application === undefined ? 'A shop to sign in to' : 'Your application', origin],
    ['Login service', service.origin],
    ['client_id', service.clientId],
    ['Callback to register there', `${origin}/auth/callback`],
  ];
  return `
${styleText(['bold', 'green'], 'plid is running.')}

${indent(describe(rows, columns))}

  People sign in at that service: its carriers, its phones. The sandbox of this machine is not used.

Ctrl-C stops it. Below is what the workers log.
`;
}

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '  ');

function addresses(origin: string, { secrets, verbose, ...options }: StartOptions): [string, string][] {
  const rooms = servicePathsOrigin(origin, options);
  return [
    ...applicationAddresses(origin, options, readLocalSecrets(secrets).IDENTITY_KEY),
    ['Phones', `${origin}/sandbox`],
    ...(verbose ? ([['Relay attack', `${origin}/sandbox/relay`]] as [string, string][]) : []),
    ['User account page', `${rooms}/account`],
    ['Documentation', `${rooms}/docs`],
    ['API reference', `${rooms}/docs/api`],
  ];
}

/**
 * Describes the developer's own carriers: their URLs, the requests that they get, and how they call the service.
 */
function carriersOf(origin: string, { carriers, secrets }: StartOptions, columns: number): string {
  const codes = networksWithOwnCarrier(carriers);
  if (carriers === undefined || codes.length === 0) return '';
  const local = readLocalSecrets(secrets);
  const places = 'worker' in carriers ? { [carriers.worker]: codes } : byAddress(carriers.addresses, codes);
  const tokenOf = (code: CarrierCode) => `${local[`CARRIER_${code}_TOKEN`]} for ${carrierNames[code]}`;
  const rows = Object.entries(places).map(([place, served]): Line => [namesOf(served), place]);
  const sent: Line[] =
    'worker' in carriers
      ? []
      : labelled(
          'Token sent to carriers',
          carriers.token === undefined ? codes.map(tokenOf) : ['of PLID_CARRIER_TOKEN'],
        );
  const calls = `POST ${origin}/carrier/answered with {"requestId", "telcoCd"} and the token ${local.CARRIER_TOKEN}`;
  return section('Your carriers', describe([...rows, ...sent, ['Callback from carriers', calls]], columns));
}

const namesOf = (codes: readonly CarrierCode[]) => codes.map((code) => carrierNames[code]).join(', ');

const byAddress = (
  addresses: Partial<Record<CarrierCode, string>>,
  codes: readonly CarrierCode[],
): Record<string, readonly CarrierCode[]> =>
  Object.groupBy(codes, (code) => addresses[code] ?? '') as Record<string, CarrierCode[]>;

/** Describes the Barocert adapter: its networks, and the API that it calls. */
function adapterOf({ carriers }: StartOptions, barocert: string | undefined, columns: number): string {
  const codes = networksOverBarocert(carriers);
  if (codes.length === 0) return '';
  const row: Line = [namesOf(codes), `calls the simulated Barocert API at ${barocert}`];
  return section('Barocert adapter', describe([row], columns));
}

/** Lists the subscribers of the sandbox's carriers. */
function peopleOf({ carriers }: StartOptions, columns: number): string {
  const own = networksWithOwnCarrier(carriers);
  const others = fixedSubscribers.filter(({ telcoCd }) => !own.includes(telcoCd));
  return others.length === 0 ? '' : section('Sign in as', people(others, columns));
}

const section = (title: string, text: string) => `${styleText('bold', title)}\n\n${indent(text)}\n\n`;

function people(subscribers: typeof fixedSubscribers, columns: number): string {
  return table(personHeadings, subscribers.map(personRow), columns);
}

const credentials = (origin: string, callbacks: readonly string[]): [string, string][] => [
  ['service', origin],
  ['client_id', demoShop.client_id],
  ['secret', demoShop.client_secret],
  ['callback', callbacks.join(', ')],
  [
    'a code',
    `curl -u <client_id>:<secret> -d grant_type=authorization_code -d code=<code> ${origin}/oauth2/token`,
  ],
];

const relyingParty = (origin: string, callbacks: readonly string[]): [string, string][] => [
  ['issuer', origin],
  ['client_id', demoServiceRelyingParty.client_id],
  ['secret', demoServiceRelyingParty.client_secret],
  ['callback', callbacks.join(', ')],
  ['after sign-out', demoPostLogoutUrl],
];

const partyOfGateway = (origin: string): [string, string][] => [
  ['issuer', issuerAt(origin)],
  ['client_id', demoGatewayRelyingParty.client_id],
  ['secret', demoGatewayRelyingParty.client_secret],
  ['callback', 'http://localhost:3000/callback'],
  ['after sign-out', demoPostLogoutUrl],
];

/** Lists the registered clients for OAuth, for OpenID Connect, and for OpenID Connect at the gateway. */
function clients(origin: string, { redirectUris }: StartOptions, columns: number): string {
  const callbacks = demoRedirectUris(redirectUris);
  return (
    section('Your own OAuth client', describe(credentials(origin, callbacks), columns)) +
    section('OpenID Connect', describe(relyingParty(origin, callbacks), columns)) +
    section('OpenID Connect at the gateway', describe(partyOfGateway(origin), columns))
  );
}

/** Describes the simulated Barocert API, and its account for an adapter. */
function vendor(address: string | undefined, { secrets }: StartOptions, columns: number): string {
  if (address === undefined) return '';
  const rows: [string, string][] = [
    ['address', address],
    ['LinkID', publicBarocertAccount.BAROCERT_LINK_ID],
    ['SecretKey', readLocalSecrets(secrets).BAROCERT_SECRET_KEY],
    ['ClientCode', publicBarocertAccount.BAROCERT_CLIENT_CODE],
  ];
  return section('Simulated Barocert API', describe(rows, columns));
}

const nextSteps = ({ verbose }: StartOptions): [string, string][] => [
  ...(verbose ? [] : ([['Client IDs and secrets', 'npm start -- --verbose']] as [string, string][])),
  ['Register a client', 'npx plid-admin applications create --help'],
  ['Next steps', 'docs/start/quickstart.md'],
];
