import type { RequestContext, ShownPart } from '../../workers/core/carrier/port.ts';
import { Icon } from '../../workers/pages/icon.tsx';
import type { SandboxTexts } from '../texts/index.ts';

interface AskingProps {
  context: RequestContext;
  /** The parts of the request that this phone displays. */
  shown: readonly ShownPart[];
  /** The host to which the user returns. */
  host: string;
  language: string;
  words: SandboxTexts;
}

/**
 * The information that users need before they respond: the requesting browser, its location, and what an approval
 * grants.
 */
export function AskingBrowser({ context, shown, host, language, words }: AskingProps) {
  const { browser, knownBrowser, automaticLogin, attributes, account } = context;
  const tells = (part: ShownPart) => shown.includes(part);
  const place = tells('place') ? locationText(context, language) : undefined;
  return (
    <>
      <dl class="facts">
        {tells('applicationHost') && <Fact name={words('asking_host')} value={host} />}
        {tells('browser') && <Fact name={words('asking_browser')} value={browser} />}
        <Fact name={words('asking_place')} value={place} />
        {tells('attributes') && (
          <Fact
            name={words('asking_attributes')}
            value={words('asking_attributes_count', { count: String(attributes) })}
          />
        )}
      </dl>
      <ul class="flags">
        {tells('knownBrowser') && (
          <Flag isWarning={!knownBrowser} text={words(knownBrowser ? 'asking_known' : 'asking_new')} />
        )}
        {tells('automaticLogin') && automaticLogin && <Flag text={words('asking_automatic')} />}
        {tells('account') && account && <Flag isWarning text={words('asking_account')} />}
      </ul>
    </>
  );
}

/** A consequence of the approval, or a property of the browser, with an icon. */
const Flag = ({ isWarning = false, text }: { isWarning?: boolean; text: string }) => (
  <li class={isWarning ? 'bad' : undefined}>
    <Icon name={isWarning ? 'failed' : 'done'} />
    {text}
  </li>
);

/** A line of the request's details, or nothing if there is no value. */
function Fact({ name, value }: { name: string; value: string | undefined }) {
  if (value === undefined) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** Describes a location, such as `Seoul, South Korea`. */
export function locationText(
  { country, city }: Pick<RequestContext, 'country' | 'city'>,
  language: string,
): string | undefined {
  if (country === undefined) return city;
  // Cloudflare also has codes of its own, such as T1 for Tor, which don't stand for regions.
  const isRegion = /^[A-Z]{2}$/.test(country);
  const region = isRegion ? new Intl.DisplayNames([language], { type: 'region' }).of(country) : country;
  return [city, region].filter((part) => part !== undefined).join(', ');
}
