import { openChromium } from './chromium.ts';
import type { Device, EngineWindow } from './engine-window.ts';
import { findFirefox, openFirefox } from './firefox.ts';
import { hasWebKit, openWebKit } from './webkit.ts';

interface Engine {
  isInstalled: boolean;
  /** Debian's packages of it. */
  packages: string;
  /** Whether it has a setting to refuse cookies. Chromium without a window ignores it. */
  canRefuseCookies: boolean;
  open(device: Device): Promise<EngineWindow>;
}

/** The engines of the browsers that users have. npm installs Chromium. */
export const engines = {
  chromium: { isInstalled: true, packages: 'none', canRefuseCookies: false, open: openChromium },
  firefox: {
    isInstalled: findFirefox() !== undefined,
    packages: 'firefox-esr',
    canRefuseCookies: true,
    open: openFirefox,
  },
  webkit: {
    isInstalled: hasWebKit(),
    packages: 'webkit2gtk-driver xvfb',
    canRefuseCookies: true,
    open: openWebKit,
  },
} satisfies Record<string, Engine>;

export type EngineName = keyof typeof engines;

export const engineNames = Object.keys(engines) as EngineName[];
