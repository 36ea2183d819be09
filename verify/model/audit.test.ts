import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testFolder } from '../../test/support/world/isolation.ts';
import { auditReadable } from './audit.ts';

const phoneNo = '01061000001';
const session = 'a-session-of-at-least-twenty-characters';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(testFolder(), 'audited-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Audits a life with a number, a name, and a session. @param stored a file of an object. @param logged a line. */
function audit(stored: string, logged = ''): void {
  const objects = path.join(folder, 'do/plid-service-objects-Account');
  mkdirSync(objects, { recursive: true });
  writeFileSync(path.join(objects, 'metadata.sqlite-wal'), stored);
  const living = { folder, world: { harness: { logs: () => [logged] } } };
  const real = { personalValues: () => [phoneNo, '사람'] };
  auditReadable({ living, real, codes: [{ code: 'a-code', access_token: undefined }], sessions: [session] });
}

test.each([
  ['a number', `id ${phoneNo} row`],
  ['a part of a name', 'row 사람01 row'],
  ['a session', `row ${session}`],
])('the audit of a life notices %s in a write-ahead log', (_, stored) => {
  expect(() => audit(stored)).toThrow(/can be read in plid-service-objects-Account\/metadata\.sqlite-wal/);
});

test('the audit of a life notices a number in the log', () => {
  expect(() => audit('', `signed in ${phoneNo}`)).toThrow(/can be read in the log/);
});

test("the audit of a life accepts an object's ID that has a number's shape by chance", () => {
  expect(() => audit('4de8910106123456772101061234567b16f53d8dc8224e457cdc42d93c834')).not.toThrow();
});
