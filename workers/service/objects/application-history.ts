import { type ApplicationCopy, isDeleted } from '../shared/applications.ts';
import { type PastChange, type StatedVersion, statedBy } from './application-changes.ts';
import type { HistoryRow } from './application-tables.ts';

/** What was done to an application, the latest change first. @param before of which version; all, where it is left out. */
export function readHistory(sql: SqlStorage, before: number | undefined, count: number): PastChange[] {
  const query =
    'SELECT version, at, action, fields, token FROM history WHERE version < ? ORDER BY version DESC LIMIT ?';
  const rows = sql.exec<HistoryRow>(query, before ?? Number.MAX_SAFE_INTEGER, count).toArray();
  return rows.map(({ fields, token, ...row }) => ({
    ...row,
    ...(token !== null && { token }),
    fields: JSON.parse(fields),
  }));
}

/** What people were told before they agreed, with the versions in which it was changed, the latest first. */
export function readStated(sql: SqlStorage): StatedVersion[] {
  const query = 'SELECT version, at, stated FROM history WHERE stated IS NOT NULL ORDER BY version DESC';
  const rows = sql.exec<{ version: number; at: number; stated: string }>(query).toArray();
  return rows.map(({ stated, ...row }) => ({ ...row, ...JSON.parse(stated) }));
}

/** Keeps that a change was made. @param copy what it leaves. */
export function insertHistory(
  sql: SqlStorage,
  copy: ApplicationCopy,
  { at, action, fields, by }: Omit<PastChange, 'version' | 'token'> & { by: string | undefined },
): void {
  sql.exec(
    'INSERT INTO history (version, at, action, fields, token, stated) VALUES (?, ?, ?, ?, ?, ?)',
    ...[copy.version, at, action, JSON.stringify(fields), by ?? null, newlyStated(sql, copy)],
  );
}

/** What an application states, as JSON, where that is not what its history holds last; one of release 0.2 has it from its next change on. */
function newlyStated(sql: SqlStorage, copy: ApplicationCopy): string | null {
  if (isDeleted(copy)) return null;
  const stated = JSON.stringify(statedBy(copy));
  const [last] = sql.exec<{ stated: string }>(
    'SELECT stated FROM history WHERE stated IS NOT NULL ORDER BY version DESC LIMIT 1',
  );
  return last?.stated === stated ? null : stated;
}
