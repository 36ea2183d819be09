import { describe, expect, test } from 'vitest';
import type { Half } from '../../../tools/configuration/index.ts';
import { applyPass, rotatable, splitSecret } from '../../keys/key-entries.ts';
import { deriveRunningValue } from '../../keys/running-value.ts';
import { resumeAddition } from '../../keys/start-rotation.ts';

const ways = (['service', 'gateway'] as const).flatMap((half: Half) =>
  Object.entries(rotatable[half]).flatMap(([secret, kind]) =>
    [kind.passes, kind.leakedPasses]
      .filter((passes) => passes !== undefined)
      .map((passes) => ({ half, secret, kind, passes, how: passes.join(', ') })),
  ),
);

describe.each(ways)('$secret of the $half ($how)', ({ half, secret, kind, passes }) => {
  const before = kind.create(secret === 'PHONE_KEY' ? '1' : 'k1');
  const [{ name: from } = { name: '' }] = splitSecret(kind, before);
  const names = { from, to: kind.nextName(from, [from]) };
  /** What is stored before the first deployment, and the value that each pass deploys. */
  const stored = applyPass('add', before, kind, names);
  const deployed: string[] = [before];
  for (const pass of passes) deployed.push(applyPass(pass, deployed.at(-1) ?? '', kind, names, stored));

  test('every running value derives from the value that was stored before the first pass', () => {
    for (const running of deployed)
      expect(deriveRunningValue(kind, stored, (value) => value === running)?.value).toBe(running);
    expect(deriveRunningValue(kind, before, (value) => value === deployed.at(-1))).toBeUndefined();
  });

  test('a stored new value is found, and a dropped one never counts as new', () => {
    const added = deriveRunningValue(kind, stored, (value) => value === before)?.added ?? [];
    const found = resumeAddition(half, secret, before, added, { dropped: undefined });
    expect(found).toMatchObject({ ...names, started: true });

    const last = deployed.at(-1) ?? '';
    const removed = deriveRunningValue(kind, stored, (value) => value === last)?.added ?? [];
    expect(removed.map(({ text }) => text)).toEqual([before]);
    expect(resumeAddition(half, secret, last, removed, { dropped: from })).toBeUndefined();
  });
});

test('of several tokens the one that an added token replaces is found by name', () => {
  const kind = rotatable.service.ADMIN_TOKEN;
  if (kind === undefined) throw new Error('ADMIN_TOKEN can be rotated');
  const running = 'kim:a,lee:b,pak:c,cho:d,han:e';
  const stored = `${running},lee2:f`;
  const derived = deriveRunningValue(kind, stored, (value) => value === running);
  expect(
    resumeAddition('service', 'ADMIN_TOKEN', running, derived?.added ?? [], { dropped: 'kim' }),
  ).toMatchObject({ from: 'lee', to: 'lee2' });
  expect(applyPass('replace', running, kind, { from: 'lee', to: 'lee2' }, stored)).toBe(
    'kim:a,lee2:f,pak:c,cho:d,han:e',
  );
  const replaced = deriveRunningValue(kind, stored, (value) => value === 'kim:a,lee2:f,pak:c,cho:d,han:e');
  expect(replaced?.added.map(({ name }) => name)).toEqual(['lee']);
});
