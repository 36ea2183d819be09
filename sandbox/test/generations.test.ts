import { expect, onTestFinished, test } from 'vitest';
import {
  createGeneration,
  currentGeneration,
  generationOf,
  resumeGeneration,
  stageOf,
  switchToGeneration,
  withoutGeneration,
} from '../world/generation.ts';

test('the generations of a local environment follow each other, also after a restart', () => {
  const before = currentGeneration();
  onTestFinished(() => switchToGeneration(before));
  const saved = { prefix: 'g41 ', ahead: 5_000, hasLimits: true };
  const resumed = resumeGeneration(saved);
  expect(resumed).toEqual(saved);
  const next = createGeneration(false);
  expect(next).toEqual({ prefix: 'g42 ', ahead: 0, hasLimits: false });
  expect(createGeneration(true)).toEqual({ prefix: 'g43 ', ahead: 0, hasLimits: true });
  switchToGeneration(next);
  expect(['g41 plid', 'g42 plid', 'g43 plid', 'g9 plid'].map((name) => stageOf({ name }))).toEqual([
    ...['earlier', 'current', 'upcoming', 'earlier'],
  ]);
  // The present generation runs on, whatever was saved of it.
  next.ahead = 7;
  expect(resumeGeneration({ prefix: 'g42 ', ahead: 1, hasLimits: true })).toEqual({ ...next, ahead: 7 });
  expect(generationOf({ name: 'g41 plid' })).toBe(resumed);
  expect(withoutGeneration('g42 a plid')).toBe('a plid');
});
