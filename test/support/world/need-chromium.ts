import { readFileSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { findChromium, thisMachine } from './find-chromium.ts';

/** Runs once, before all tests. @throws with one sentence if one of them needs Chromium, and this machine has none. */
export function setup({ vitest }: TestProject): void {
  if (vitest.state.getPaths().some(opensChromium)) findChromium(thisMachine());
}

/** Whether a file of tests starts Chromium: through one of the worlds that have it, or itself. */
const opensChromium = (file: string): boolean =>
  /\/(?:chromium|browser-world|sample-world)\.ts'/.test(readFileSync(file, 'utf8'));
