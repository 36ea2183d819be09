import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteIncompatibleState } from '../../start/state-version.ts';

describe('npm start over a state folder', () => {
  let state: string;
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  beforeEach(() => {
    state = mkdtempSync(path.join(tmpdir(), 'plid-state-'));
    said.mockClear();
  });
  afterEach(() => rmSync(state, { recursive: true, force: true }));

  const store = () => {
    mkdirSync(path.join(state, 'v3/d1'), { recursive: true });
    writeFileSync(path.join(state, 'v3/d1/rows.sqlite'), 'rows');
    writeFileSync(path.join(state, '.dev.vars'), 'KEYS=kept');
  };
  const isStored = () => existsSync(path.join(state, 'v3/d1/rows.sqlite'));

  test('of another version: starts with empty state, says so once, and keeps the secrets', () => {
    store();
    writeFileSync(path.join(state, 'plid-state-version'), '0\n');
    deleteIncompatibleState(state);
    expect(isStored()).toBe(false);
    expect(readFileSync(path.join(state, '.dev.vars'), 'utf8')).toBe('KEYS=kept');
    expect(said).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('the environment starts without it'),
    );
  });

  test('of wrangler: keeps the state and adds a version', () => {
    store();
    deleteIncompatibleState(state);
    expect(isStored()).toBe(true);
    expect(said).not.toHaveBeenCalled();
    expect(readFileSync(path.join(state, 'plid-state-version'), 'utf8')).toMatch(/^\d+\n$/);
  });

  test('of this version: keeps the state silently', () => {
    deleteIncompatibleState(path.join(state, 'new'));
    deleteIncompatibleState(state);
    store();
    deleteIncompatibleState(state);
    expect(isStored()).toBe(true);
    expect(said).not.toHaveBeenCalled();
  });
});
