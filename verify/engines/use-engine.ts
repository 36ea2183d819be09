import { onTestFinished, test } from 'vitest';
import type { Device } from './browsers/engine-window.ts';
import { type EngineName, engines } from './browsers/engines.ts';
import type { EngineWorld } from './engine-world.ts';
import { Visitor } from './visitor.ts';

/** The size of a page on a small phone, below the browser's bar. */
export const phonePage = { width: 360, height: 647 };

/**
 * Tests in one engine, which are skipped if it isn't installed.
 * @returns `inEngine`, which defines a test, and `visit`, which opens a new browser on a phone for the running test.
 */
export function useEngine(name: EngineName, world: EngineWorld) {
  const { isInstalled, packages, open } = engines[name];
  const missing = isInstalled ? '' : ` (skipped: install ${packages})`;
  return {
    inEngine: (title: string, run: () => Promise<void>) =>
      test.skipIf(!isInstalled)(`${title}${missing}`, run),
    /** A minute after the last visit, since limits of requests count by the minute. */
    async visit(device: Partial<Device> = {}): Promise<Visitor> {
      await world.clock.advance(60);
      const window = await open({ isPhone: true, ...device });
      onTestFinished(() => window.close());
      await window.resize(phonePage.width, phonePage.height);
      return new Visitor(window);
    },
  };
}
