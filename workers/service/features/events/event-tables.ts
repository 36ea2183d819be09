import type { Migrations } from '../../../core/storage/object-store.ts';
import type { EventType, SecurityEvent } from '../../protocol/security-event.ts';

/**
 * The undelivered events of an account (account-events.ts). Times are in seconds since 1970, except `moment`, which is in
 * milliseconds. If `lost` is set, the event was refused or given up and is deleted at the time in `due`.
 */
export const eventMigrations: Migrations = [
  `CREATE TABLE events (
    jti TEXT PRIMARY KEY, client_id TEXT NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL, moment INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL, lost TEXT
  ) STRICT, WITHOUT ROWID;`,
];

/**
 * An undelivered event. Its two forms, a security event and a back-channel logout, have separate rows, because one
 * form may be accepted and the other rejected.
 */
export type EventRow = Omit<SecurityEvent, 'type'> & { type: EventType; attempts: number };

export const eventColumns = 'jti, client_id, type, at, moment, attempts' as const;
