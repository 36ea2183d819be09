import type { Attribute } from '../../../core/protocol/user-record.ts';
import { serviceEvents } from '../../settings/service-events.ts';
import { redirectToAccount } from './account-session.ts';
import type { AccountContext } from './account-settings.ts';
import { readShownAccount, type ShownAccount } from './shown-account.ts';

/** Version of the file's format. It changes if a field changes its meaning or is removed. */
const formatVersion = 1;

/** The data that the account page shows, in a form that other programs can read. Times are in UTC (RFC 3339). */
interface DownloadedData {
  version: number;
  /** The origin of the service. */
  service: string;
  created: string;
  connections: {
    client_id: string;
    /** Missing if the application was deleted. */
    application?: string;
    recipient?: string;
    purpose?: string;
    retention?: string;
    attributes: Attribute[];
    agreed: string;
    automaticLogins: { browser?: string; started: string; expires: string }[];
  }[];
  signIns: {
    client_id: string;
    application: string;
    time: string;
    browser?: string;
    country?: string;
    city?: string;
    known: boolean;
  }[];
  passkeys: { browser?: string; created: string; used?: string }[];
}

/**
 * Sends the user the data that the account page shows, as a JSON file. Without an active session, redirects to the
 * page. @throws {ProtocolError} `unavailable`.
 */
export async function downloadAccountData(context: AccountContext): Promise<Response> {
  const account = await readShownAccount(context);
  if (account === undefined) return redirectToAccount('ended');
  serviceEvents.record(context, 'data_downloaded', { plid: account.plid });
  const data = describeAccount(account, context);
  return new Response(`${JSON.stringify(data, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json',
      'Content-Disposition': `attachment; filename="plid-data-${data.created.slice(0, 10)}.json"`,
    },
  });
}

function describeAccount(
  { connections, signIns, passkeys }: ShownAccount,
  { url, now }: Pick<AccountContext, 'url' | 'now'>,
): DownloadedData {
  return {
    version: formatVersion,
    service: url.origin,
    created: formatUtc(now),
    connections: connections.map(({ consent, name, terms, devices }) => ({
      client_id: consent.client_id,
      ...(name && { application: name }),
      ...(terms.recipient && { recipient: terms.recipient }),
      ...(terms.purpose && { purpose: terms.purpose }),
      ...(terms.retention && { retention: terms.retention }),
      attributes: consent.attributes,
      agreed: formatUtc(consent.agreed),
      automaticLogins: devices.map(({ agent, started, expires }) => ({
        ...(agent && { browser: agent }),
        started: formatUtc(started),
        expires: formatUtc(expires),
      })),
    })),
    signIns: signIns.map(({ client_id, application, at, agent, country, city, known }) => ({
      client_id,
      application,
      time: formatUtc(at),
      ...(agent && { browser: agent }),
      ...(country && { country }),
      ...(city && { city }),
      known,
    })),
    passkeys: passkeys.map(({ agent, created, used }) => ({
      ...(agent && { browser: agent }),
      created: formatUtc(created),
      ...(used !== null && { used: formatUtc(used) }),
    })),
  };
}

/** Formats a time in seconds since 1970 as `2026-11-26T01:02:03Z`. */
const formatUtc = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');
