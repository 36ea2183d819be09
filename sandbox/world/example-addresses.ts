/** The host and the ports in the documentation's examples. */
const exampleHost = 'localhost:8787';
const examplePorts = /\b(127\.0\.0\.1|tcp):8787\b/g;

/** A command, as Markdown or as highlighted HTML, that starts a sandbox at the port of the examples. */
const ownSandbox = /\bplid(-admin)?(<[^>]*>|\s)+sandbox\b/;
/** The line before each page in a file of all pages (site/llms.ts). */
const pageStart = /(?=<!-- \/docs\/)/;

/**
 * Replaces the addresses in examples with those of this environment, except in pages that start a sandbox of their
 * own. @param url of the request. @param text a file of the documentation site.
 */
export const withAddressesOf = (url: URL, text: string): string =>
  text
    .split(pageStart)
    .map((page) => (ownSandbox.test(page) ? page : withAddresses(url, page)))
    .join('');

function withAddresses(url: URL, page: string): string {
  // At 127.0.0.1 are only the paths that an own application hides at localhost (service-paths.ts).
  const host = url.host.replace(/^127\.0\.0\.1/, 'localhost');
  return page.replaceAll(exampleHost, host).replace(examplePorts, `$1:${url.port || '80'}`);
}
