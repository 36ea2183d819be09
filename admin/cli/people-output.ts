import { describe, labelled } from '../../tools/terminal/layout.ts';
import { accountClientId, accountPath } from '../../workers/service/registry/account-client.ts';
import { formatDateOfSeconds } from './application-output.ts';
import type { ConsentWithTexts, UserWithConsentTexts } from './consents-with-texts.ts';
import type { ErasedAtGateway, ErasedAtService, PersonAtService, UsersAtGateway } from './people-api.ts';

type Request = PersonAtService['requests'][number];
type SignIn = PersonAtService['signIns'][number];
type Disclosure = PersonAtService['disclosures'][number];
type AutomaticLogin = PersonAtService['automaticLogins'][number];
type Passkey = PersonAtService['passkeys'][number];

/** Formats the data that the service stores about a user. @param origin of the service. */
export function describeServiceUserData(person: UserWithConsentTexts, origin: string): string {
  if (!person.stored) return `Nothing is stored about this user at ${origin}.`;
  const { plid, pseudonyms = [], registration, requests, terminated } = person;
  const { consents, earlierConsents, automaticLogins, passkeys, grants, signIns, events, disclosures } =
    person;
  const lines = describe([
    ['plid', plid ?? '-'],
    ...labelled('in the log', pseudonyms),
    ['phone number', describeRegistration(registration)],
    ...labelled(
      'account ended',
      terminated === undefined
        ? []
        : [`${formatDateOfSeconds(terminated)}; this record is deleted a day later`],
    ),
    ...labelled('requests', requests.map(describeRequest)),
    ...labelled('consents', consents.flatMap(describeConsent)),
    ...labelled('earlier consents', earlierConsents.flatMap(describeConsent)),
    ...labelled('automatic logins', automaticLogins.map(describeAutomaticLogin)),
    ...labelled('passkeys', passkeys.map(describePasskey)),
    ...labelled('disclosures', disclosures.map(describeDisclosure)),
    ...labelled('last sign-ins', signIns.map(describeSignIn)),
    ['codes, tokens', describeGrants(grants)],
    ...labelled(
      'undelivered events',
      events.map((row) => `${nameOf(row)}: ${row.type}, of ${formatDateOfSeconds(row.at)}${lossOf(row)}`),
    ),
  ]);
  return `${lines}\n\n${sealed}`;
}

const describeRequest = ({ sent, status, sign_in, ...row }: Request): string =>
  [`${formatDateOfSeconds(sent)}  ${status}`, nameOf(row), `sign-in ${sign_in}`].join('; ');

const sealed =
  "Data shared with a code or token (name, number, ci, and so on) is encrypted with a key in that code or token, so the operator can't read it.";

/** Explains why an event isn't retried automatically. */
const lossOf = ({ status, client_id }: PersonAtService['events'][number]) =>
  status === 'waiting' ? '' : `; ${status.replace('_', ' ')} (run: npx plid-admin events list ${client_id})`;

const describeRegistration = (registration: PersonAtService['registration']) => {
  if (registration === undefined)
    return 'unknown if you look up a plid; to see the registration, look up the phone number';
  const { status, since, reused } = registration;
  const copied = reused === undefined ? '' : `; a copied cookie was used on ${formatDateOfSeconds(reused)}`;
  return `${status === 'ended' ? 'registration ended' : 'registered since'} ${formatDateOfSeconds(since)}${copied}`;
};

function describeGrants({ codes, tokens, ended }: PersonAtService['grants']): string {
  const good = `${counted(codes, 'code')} and ${counted(tokens, 'token')} valid`;
  return ended === 0 ? good : `${good}; ${counted(ended, 'other')} no longer valid (deleted within minutes)`;
}

/** Returns a line for a consent, and a line for each text that the user had read. */
function describeConsent({ attributes, agreed, agreement, texts, ...row }: ConsentWithTexts): string[] {
  const refused = agreement.refused.join(',');
  const line = [
    `${nameOf(row)}: ${attributes.join(',') || '-'}`,
    ...(refused === '' ? [] : [`refused ${refused}`]),
    `agreed ${formatDateOfSeconds(agreed)}`,
    `version ${agreement.version} of the texts`,
  ].join('; ');
  return [line, ...Object.entries(texts).map(([name, text]) => `  ${name}: ${text}`)];
}

function describeAutomaticLogin({ agent, started, expires, ...row }: AutomaticLogin): string {
  const browser = agent ? `, ${agent}` : '';
  return `${nameOf(row)}${browser}: from ${formatDateOfSeconds(started)} to ${formatDateOfSeconds(expires)}`;
}

function describePasskey({ agent, created, used }: Passkey): string {
  const use = used === null ? 'not used yet' : `last used ${formatDateOfSeconds(used)}`;
  return `${agent || 'unknown browser'}: created ${formatDateOfSeconds(created)}, ${use}`;
}

function describeDisclosure({ first, last, attributes, ended, ...row }: Disclosure): string {
  const end = ended === undefined ? '' : `; connection ended ${formatDateOfSeconds(ended)}`;
  return `${nameOf(row)}: ${attributes.join(',') || '-'}; first ${formatDateOfSeconds(first)}, last ${formatDateOfSeconds(last)}${end}`;
}

function describeSignIn({ at, agent, country, city, known, ...row }: SignIn): string {
  const from = [agent, city, country].filter(Boolean).join(', ');
  const browser = `${known ? 'a known' : 'a new'} browser${from && ` (${from})`}`;
  return `${nameOf(row)}: ${formatDateOfSeconds(at)}, ${browser}`;
}

const nameOf = ({ client_id, application }: { client_id: string; application?: string }) =>
  client_id === accountClientId
    ? `the user's own page (${accountPath})`
    : `${application ?? 'a deleted application'} (${client_id})`;

/** Returns a sentence that describes what was erased. @param origin of the service. */
export function describeErased(erased: ErasedAtService, origin: string): string {
  if (!erased.erased) return `Nothing was stored about this user at ${origin}.`;
  const { plid, registration, requests, consents, automaticLogins, grants } = erased;
  const parts = [
    ...(plid === undefined ? [] : [`the plid ${plid}`]),
    ...(registration === 'ended' ? ['the registration of their number'] : []),
    counted(requests, 'request to their phone', 'requests to their phone'),
    counted(consents, 'consent'),
    counted(automaticLogins, 'automatic login'),
    counted(grants, 'code or token', 'codes and tokens'),
  ];
  const unknown =
    registration === 'unknown'
      ? '\nThe phone number for this plid is unknown. Run the command again with the phone number. Otherwise, the user gets the same plid at the next sign-in.'
      : '';
  return `Erased at ${origin}: ${parts.join(', ')}.${unknown}\n${notErasedByService}`;
}

const notErasedByService =
  'Not erased: data that applications have received. The fact that the plid has ended is stored for a day, and undelivered events are stored until applications receive them (at most 33 days). Until the notice period ends (NOTICE_DAYS), the index of disclosures contains which attribute names each application received, so that a leak can be reported. See docs/operate/users.md.';

/** Returns a sentence that describes how many passkeys were ended. @param origin of the service. */
export const describeEndedPasskeys = (ended: number, origin: string): string =>
  ended === 0
    ? `This user has no passkey at ${origin}.`
    : `Ended at ${origin}: ${counted(ended, 'passkey')}.`;

/** Formats the data that a gateway stores about a user. @param origin of the gateway. */
export function describeGatewayUserData({ users }: UsersAtGateway, origin: string): string {
  if (users.length === 0) return `Nothing is stored about this user at ${origin}.`;
  return users.map(describeUser).join('\n\n');
}

function describeUser(user: UsersAtGateway['users'][number]): string {
  const { plid, pseudonyms, identity, seen, fullSignInAfter, disconnected, sessions } = user;
  const when = (label: string, time: number | undefined, note = '') =>
    labelled(label, time === undefined ? [] : [`${formatDateOfSeconds(time)}${note}`]);
  const identityLines = Object.entries(identity);
  return describe([
    ['plid', plid],
    ...labelled('in the log', pseudonyms),
    ...(identityLines.length > 0
      ? identityLines
      : labelled('identity', ['unknown, or encrypted with a lost key'])),
    ...when('last seen', seen, ', or up to a day later'),
    ...when('signed out everywhere', fullSignInAfter),
    ...when('disconnected', disconnected, '; this record is deleted an hour later'),
    ...labelled(
      'sessions',
      sessions.map(
        ({ agent, created, expires, relyingParties = [] }) =>
          `${agent || 'unknown'}: from ${formatDateOfSeconds(created)} to ${formatDateOfSeconds(expires)}${relyingParties.length === 0 ? '' : `, at ${relyingParties.join(', ')}`}`,
      ),
    ),
    ...labelled('sign-out not yet delivered', user.undeliveredLogouts ?? []),
  ]);
}

/** Returns a sentence that describes what was erased at a gateway. @param origin of the gateway. */
export function describeErasedUsers({ erased }: ErasedAtGateway, origin: string): string {
  if (erased.length === 0) return `Nothing was stored about this user at ${origin}.`;
  const each = erased.map(({ plid, sessions }) => `the user ${plid} and ${counted(sessions, 'session')}`);
  return `Erased at ${origin}: ${each.join(', ')}.\n${notErasedByGateway}`;
}

const notErasedByGateway =
  "Not erased: the connection at the login service, which wasn't notified, and the application's own data. Products that a sign-out couldn't be delivered to are stored for a day at most. See docs/operate/users.md.";

/** `1 consent`, `2 consents`. */
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
