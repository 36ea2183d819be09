import { attributes } from '../../../packages/plid/protocol/user-record.ts';
import type { Language } from '../../core/http/language.ts';
import { userAttributeTexts } from '../../core/protocol/attribute-texts.ts';
import { fill } from '../../core/protocol/texts.ts';
import type { AccountOverview } from '../objects/account-tables.ts';
import { formatDate } from '../pages/korea-time.ts';
import type { Consent, termsInLanguage } from '../shared/consents.ts';
import { accountTexts } from './account-texts.ts';

type Device = AccountOverview['automaticLogins'][number];

/** A connection for display. */
export interface ShownConnection {
  consent: Consent;
  /** The application's name, or undefined if the application was deleted. */
  name: string | undefined;
  terms: ReturnType<typeof termsInLanguage>;
  devices: Device[];
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
      <dl class="facts">
        <Fact name={list.recipient} value={terms.recipient} />
        <Fact name={list.purpose} value={terms.purpose} />
        <Fact name={list.receives} value={sharedWith(consent, language)} />
        <Fact name={list.retention} value={terms.retention} />
        <Fact name={list.since} value={agreed && formatDate(language, agreed)} />
      </dl>
      {devices.length > 0 && <h3>{list.automatic}</h3>}
      {devices.map((device) => (
        <DeviceForm key={device.id} {...{ language, device, application }} />
      ))}
      <p>
        <a
          class="button-danger small"
          href={`/account/disconnect?client_id=${client_id}`}
          aria-label={fill(list.disconnectOf, { application })}
        >
          {list.disconnect}
        </a>
      </p>
    </section>
  );
}

/**
 * Renders a name and its value, or nothing if the value is missing. Applications and consents of release 0.2 have
 * fewer values.
 */
function Fact({ name, value }: { name: string; value: string | 0 | undefined }) {
  if (!value) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function DeviceForm({
  language,
  device,
  application,
}: {
  language: Language;
  device: Device;
  application: string;
}) {
  const { list } = accountTexts[language];
  const browser = device.agent || list.unknownBrowser;
  const [since, until] = [formatDate(language, device.started), formatDate(language, device.expires)];
  return (
    <form method="post" action="/account/end-automatic-login" class="device">
      <input type="hidden" name="device" value={device.id} />
      <p>
        <strong>{browser}</strong> <span class="hint">{fill(list.period, { since, until })}</span>
      </p>
      <button
        type="submit"
        class="button-quiet small"
        aria-label={fill(list.endDeviceOf, { browser, application })}
      >
        {list.endDevice}
      </button>
    </form>
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
    (attribute) => userAttributeTexts(language, attribute, consent.agreement?.words ?? 1).name,
  );
  return [...names, accountTexts[language].list.identifier].join(', ');
}
