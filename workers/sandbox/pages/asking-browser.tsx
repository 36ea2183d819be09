import type { RequestContext } from '../../../packages/plid/carrier/port.ts';
import type { Words } from '../words/index.ts';

interface AskingProps {
  context: RequestContext;
  /** The host to which the person goes back. */
  host: string;
  language: string;
  words: Words;
}

/** What a person has to know before they answer: which browser asks, from where, and what an approval gives it. */
export function AskingBrowser({ context, host, language, words }: AskingProps) {
  const { browser, knownBrowser, automaticLogin, attributes } = context;
  const place = placeOf(context, language);
  return (
    <>
      <dl class="facts">
        <dt>{words('asking_host')}</dt>
        <dd>{host}</dd>
        {browser !== undefined && (
          <>
            <dt>{words('asking_browser')}</dt>
            <dd>{browser}</dd>
          </>
        )}
        {place !== undefined && (
          <>
            <dt>{words('asking_place')}</dt>
            <dd>{place}</dd>
          </>
        )}
        <dt>{words('asking_attributes')}</dt>
        <dd>{words('asking_attributes_count', { count: String(attributes) })}</dd>
      </dl>
      <p class={knownBrowser ? 'notice' : 'notice bad'}>
        {words(knownBrowser ? 'asking_known' : 'asking_new')}
        {automaticLogin && <> {words('asking_automatic')}</>}
      </p>
    </>
  );
}

/** Such as `Seoul, South Korea`. */
function placeOf({ country, city }: RequestContext, language: string): string | undefined {
  if (country === undefined) return city;
  // Cloudflare has codes of its own, such as T1 for Tor, which are no regions.
  const isRegion = /^[A-Z]{2}$/.test(country);
  const region = isRegion ? new Intl.DisplayNames([language], { type: 'region' }).of(country) : country;
  return [city, region].filter((part) => part !== undefined).join(', ');
}
