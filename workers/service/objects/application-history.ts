import { type ApplicationCopy, isDeleted } from '../registry/applications.ts';
import { fieldsShownToUsers, type PastChange, type StatedVersion } from './application-changes.ts';
import type { HistoryRow } from './application-tables.ts';

/**
 * Reads the changes to an application, latest first. @param before reads only changes before this version
 * (default: all changes).
 */
export function readHistory(sql: SqlStorage, before: number | undefined, count: number): PastChange[] {
  const query =
    'SELECT version, at, action, fields, token FROM history WHERE version < ? ORDER BY version DESC LIMIT ?';
  const rows = sql.exec<HistoryRow>(query, before ?? Number.MAX_SAFE_INTEGER, count).toArray();
  return rows.map((row) => ({ ...row, fields: JSON.parse(row.fields) }));
}

/** Reads the texts that users read before consenting, with the versions that changed them, latest first. */
export function readTermsHistory(sql: SqlStorage): StatedVersion[] {
  const query = 'SELECT version, at, stated FROM history WHERE stated IS NOT NULL ORDER BY version DESC';
  const rows = sql.exec<{ version: number; at: number; stated: string }>(query).toArray();
  return rows.map(({ stated, ...row }) => ({ ...row, ...JSON.parse(stated) }));
}

/** Records a change. @param copy the registration after the change. */
export function insertHistory(
  sql: SqlStorage,
  copy: ApplicationCopy,
  { at, action, fields, token }: Omit<PastChange, 'version'>,
): void {
  sql.exec(
    'INSERT INTO history (version, at, action, fields, token, stated) VALUES (?, ?, ?, ?, ?, ?)',
    copy.version,
    at,
    action,
    JSON.stringify(fields),
    token,
    newlyStated(sql, copy),
  );
}

/** Returns the texts of an application as JSON if they differ from the latest texts in its history. */
function newlyStated(sql: SqlStorage, copy: ApplicationCopy): string | null {
  if (isDeleted(copy)) return null;
  const stated = JSON.stringify(fieldsShownToUsers(copy));
  const [last] = sql.exec<{ stated: string }>(
    'SELECT stated FROM history WHERE stated IS NOT NULL ORDER BY version DESC LIMIT 1',
  );
  return last?.stated === stated ? null : stated;
}
