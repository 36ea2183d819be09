import { shownAgent } from '../../../core/http/agent-label.ts';
import type { Language } from '../../../core/http/language.ts';
import { userAttributeTexts } from '../../../core/protocol/attribute-texts.ts';
import { fill } from '../../../core/protocol/texts.ts';
import { attributes } from '../../../core/protocol/user-record.ts';
import { ButtonLink, PostButton } from '../../../pages/button.tsx';
import { Facts, Rows } from '../../../pages/list.tsx';
import type { AccountOverview } from '../../objects/account-overview.ts';
import { formatDate } from '../../pages/korea-time.ts';
import type { Consent, ShownTerms } from '../../registry/consents.ts';
import { accountTexts } from './account-texts.ts';

type AutomaticLogin = AccountOverview['automaticLogins'][number];

/** A connection for display. */
export interface ShownConnection {
  consent: Consent;
  /** The application's name, or undefined if the application was deleted. */
  name: string | undefined;
  /** Empty if the texts couldn't be read. */
  terms: Partial<ShownTerms>;
  devices: AutomaticLogin[];
}

interface ConnectionProps {
  language: Language;
  connection: ShownConnection;
}

/** Renders a connected application with a button that disconnects it. */
export function ConnectionCard({ language, connection }: ConnectionProps) {
  const { list } = accountTexts[language];
  const { consent, devices, terms } = connection;
  const { client_id, agreed } = consent;
  const application = nameOf(connection, language);
  return (
    <section class="card">
      <h2>{application}</h2>
      <Facts
        facts={[
          [list.recipient, terms.recipient],
          [list.purpose, terms.purpose],
          [list.receives, sharedWith(consent, language)],
          [list.retention, terms.retention],
          [list.since, formatDate(language, agreed)],
        ]}
      />
      {devices.length > 0 && (
        <>
          <h3>{list.automatic}</h3>
          <Rows
            rows={devices.map((device) => <Device key={device.id} {...{ language, device, application }} />)}
          />
        </>
      )}
      <p class="actions">
        <ButtonLink
          look="button-danger small"
          href={`/account/disconnect?client_id=${client_id}`}
          label={list.disconnect}
          fullLabel={fill(list.disconnectOf, { application })}
        />
      </p>
    </section>
  );
}

interface DeviceProps {
  language: Language;
  device: AutomaticLogin;
  application: string;
}

/** A device with automatic login, and the button that ends it. */
function Device({ language, device, application }: DeviceProps) {
  const { list } = accountTexts[language];
  const browser = shownAgent(language, device.agent);
  const [since, until] = [formatDate(language, device.started), formatDate(language, device.expires)];
  return (
    <>
      <p>
        <strong>{browser}</strong> <span class="hint">{fill(list.period, { since, until })}</span>
      </p>
      <PostButton
        action="/account/end-automatic-login"
        fields={[['device', device.id]]}
        label={list.endDevice}
        fullLabel={fill(list.endDeviceOf, { browser, application })}
        look="button-quiet small"
        isInRow
      />
    </>
  );
}

/** The application's display name. */
export const nameOf = ({ name }: ShownConnection, language: Language) =>
  name ?? accountTexts[language].list.gone;

/**
 * Returns the names of the shared attributes in their usual order, and the plid, which every application receives.
 */
function sharedWith(consent: Consent, language: Language): string {
  const shared = attributes.filter((attribute) => consent.attributes.includes(attribute));
  const names = shared.map(
    (attribute) => userAttributeTexts(language, attribute, consent.agreement.words).name,
  );
  return [...names, accountTexts[language].list.identifier].join(', ');
}
