import type { Attribute } from '../../core/protocol/user-record.ts';
import type { Agreement, Consent } from '../registry/consents.ts';

/** Queries for the consents of an account (account-tables.ts). */

type ConsentRow = {
  client_id: string;
  attributes: string;
  agreed: number;
  agreement: string;
};

const columns = 'client_id, attributes, agreed, agreement';

const readRow = ({ client_id, attributes, agreed, agreement }: ConsentRow): Consent => ({
  client_id,
  attributes: JSON.parse(attributes),
  agreed,
  agreement: JSON.parse(agreement),
});

/** Returns the current consent, or undefined if there is none. */
export function readConsent(sql: SqlStorage, client_id: string): Consent | undefined {
  const [row] = sql.exec<ConsentRow>(`SELECT ${columns} FROM consents WHERE client_id = ?`, client_id);
  return row && readRow(row);
}

/** Every current consent. */
export const readConsents = (sql: SqlStorage): Consent[] =>
  sql.exec<ConsentRow>(`SELECT ${columns} FROM consents ORDER BY client_id`).toArray().map(readRow);

/** Returns every consent that was replaced by a later one. */
export const readEarlierConsents = (sql: SqlStorage): Consent[] =>
  sql
    .exec<ConsentRow>(`SELECT ${columns} FROM earlier_consents ORDER BY client_id, agreed`)
    .toArray()
    .map(readRow);

/**
 * Stores the current consent and adds the previous consent to the list of earlier consents. @param at in seconds
 * since 1970.
 */
export function storeConsent(
  sql: SqlStorage,
  { client_id, asked, agreement }: { client_id: string; asked: Attribute[]; agreement: Agreement },
  at: number,
): void {
  sql.exec(
    `INSERT OR IGNORE INTO earlier_consents (client_id, agreed, attributes, agreement)
     SELECT client_id, agreed, attributes, agreement FROM consents WHERE client_id = ?`,
    client_id,
  );
  sql.exec(
    `INSERT INTO consents (client_id, attributes, agreed, agreement) VALUES (?, ?, ?, ?)
     ON CONFLICT (client_id) DO UPDATE
     SET attributes = excluded.attributes, agreed = excluded.agreed, agreement = excluded.agreement`,
    client_id,
    JSON.stringify(asked),
    at,
    JSON.stringify(agreement),
  );
}

/** Deletes the current and earlier consents for an application. */
export function deleteConsents(sql: SqlStorage, client_id: string): void {
  sql.exec('DELETE FROM earlier_consents WHERE client_id = ?', client_id);
  sql.exec('DELETE FROM consents WHERE client_id = ?', client_id);
}
