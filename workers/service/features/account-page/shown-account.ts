import type { AccountOverview } from '../../objects/account-overview.ts';
import type { ListedPasskey } from '../../objects/listed-passkey.ts';
import { findApplication } from '../../registry/applications.ts';
import { frameOf } from './account-frame.tsx';
import { readSessionConnections } from './account-session.ts';
import type { AccountContext } from './account-settings.ts';
import { agreedTerms } from './agreed-terms.ts';
import { applicationName } from './application-name.ts';
import type { ShownConnection } from './connection-card.tsx';
import type { ShownSignIn } from './sign-in-list.tsx';

/** An account for display. The page and the download contain the same values. */
export interface ShownAccount {
  plid: string;
  connections: ShownConnection[];
  signIns: ShownSignIn[];
  /** When the user last cleared the remembered devices, in seconds since 1970. */
  browsersForgotten: number | undefined;
  passkeys: ListedPasskey[];
  /** End of the user's session, in seconds since 1970. */
  ends: number;
}

/**
 * Reads the account of the session's user, with names and texts for display. @returns undefined if there is no
 * active session. @throws {ProtocolError} `unavailable`.
 */
export async function readShownAccount(context: AccountContext): Promise<ShownAccount | undefined> {
  const overview = await readSessionConnections(context);
  if (overview === undefined) return undefined;
  const { plid, ends, signIns = [], browsersForgotten, passkeys } = overview;
  const [connections, named] = await Promise.all([
    withApplications(context, overview),
    Promise.all(
      signIns.map(async (signIn) => ({
        ...signIn,
        application: await applicationName(context, signIn.client_id),
      })),
    ),
  ]);
  return { plid, connections, signIns: named, browsersForgotten, passkeys, ends };
}

/** Adds the applications' current names to the connections, and the texts that the user agreed to. */
export function withApplications(
  context: AccountContext,
  { connections, automaticLogins }: AccountOverview,
): Promise<ShownConnection[]> {
  const { language } = frameOf(context);
  return Promise.all(
    connections.map(async (consent) => {
      const { client_id } = consent;
      const application = await findApplication(context, client_id);
      const devices = automaticLogins.filter((login) => login.client_id === client_id);
      const terms = await agreedTerms(context, consent, application, language);
      return { consent, devices, name: application?.name, terms };
    }),
  );
}
