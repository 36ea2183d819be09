import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';
import { startChromium } from '../../support/world/chromium.ts';
import { startProxy } from '../../support/world/http-proxy.ts';
import { origins } from '../../support/world/test-settings.ts';
import type { Overrides, WorkerInput } from '../../support/world/test-workers.ts';
import { useStarted } from '../../support/world/use-world.ts';
import { startWorld, type World } from '../../support/world/world.ts';

interface BrowserWorldOptions {
  /** Run sandbox/local.ts instead of the workers of each route. */
  local?: boolean;
  overrides?: Overrides;
  /** Further workers, as in a world. */
  workers?: WorkerInput[];
  /** Answers for every host that is not ours, such as an application's own. */
  elsewhere?: (url: URL) => Response;
}

/** How long a page may take for anything, in milliseconds. */
const patience = 15_000;
/** The same without scripts, where a page that waits for a phone loads itself again every 15 seconds. */
const patienceWithoutScripts = 40_000;
const ours = new Set(Object.values(origins));

export type BrowserWorld = Awaited<ReturnType<typeof startBrowserWorld>>;

/** A world with Chromium in front of it, in which every host resolves to this world. */
export async function startBrowserWorld({
  local = false,
  overrides = {},
  workers = [],
  elsewhere,
}: BrowserWorldOptions = {}) {
  const starting = startWorld({ local, overrides, workers });
  const proxy = await startProxy(
    {
      async fetch(url, init) {
        const target = new URL(url);
        if (elsewhere !== undefined && !ours.has(target.origin)) return elsewhere(target);
        return (await starting).fetch(target, init);
      },
      socketTo: async (url) => (await starting).socketTo(url),
    },
    { tls: !local },
  );
  const hosts = { '*': `127.0.0.1:${proxy.port}` };
  const [world, chromium] = await Promise.all([starting, startChromium(hosts)]);
  return {
    ...world,
    chromium,
    /** A browser of its own, without cookies; in Korean by default. With `hasTouch`, it's the browser of a phone. */
    open: (options: BrowserContextOptions = {}) => openContext(chromium, options),
    /** A second Chromium in front of the same world, which the test closes. @param switches of its command line. */
    startAnother: (switches: readonly string[]) => startChromium(hosts, switches),
    /** The tests of a file are done: no browser that they have left asks for anything while the next file is prepared. */
    async rest(): Promise<void> {
      await Promise.all(chromium.contexts().map((context) => context.close()));
      await world.rest();
    },
    async close(): Promise<void> {
      await chromium.close();
      await proxy.close();
      await world.close();
    },
  } satisfies World & Record<string, unknown>;
}

/** A world with Chromium for all tests of a file or of a `describe`, kept for the next file like the others; see useWorld. */
export const useBrowserWorld = (options: BrowserWorldOptions = {}): BrowserWorld =>
  useStarted(
    () => startBrowserWorld(options),
    options.elsewhere === undefined ? `browser ${JSON.stringify(options)}` : undefined,
  );

/** How a phone presents itself, in addition to its touch screen. */
export const phone: BrowserContextOptions = {
  isMobile: true,
  userAgent:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
};

async function openContext(chromium: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const usual = { ignoreHTTPSErrors: true, locale: 'ko-KR', ...(options.hasTouch && phone) };
  const context = await chromium.newContext({ ...usual, ...options });
  context.setDefaultTimeout(options.javaScriptEnabled === false ? patienceWithoutScripts : patience);
  return context;
}

const refusal =
  /Content.Security.Policy|violates|Permissions.Policy|Cross-Origin-|Trusted(?:HTML|Script| Type)/i;

/** Records what the browser's policies refuse in a context, as its console shows it. */
export function watchRefusals(context: BrowserContext): string[] {
  const refusals: string[] = [];
  context.on('console', (message) => {
    if (refusal.test(message.text())) refusals.push(message.text());
  });
  return refusals;
}
