import type { AccountContext, AccountPart, EndedSignIn } from '../../objects/account-part.ts';
import { isOpen, isWithoutIdentity } from '../../objects/account-queries.ts';
import type { GrantRequest } from '../../objects/account-tables.ts';
import type { ListedPasskey } from '../../objects/listed-passkey.ts';
import { passkeyLifetime } from '../../settings/service-lifetimes.ts';
import type { NewPasskey, PasskeyOutcome, PasskeyUse } from './passkey-calls.ts';
import { type PasskeyRow, passkeyMigrations } from './passkey-tables.ts';
import { isSignedBy, isValidKey } from './verify-signature.ts';

/** Maximum number of passkeys of an account. The oldest one makes room for the next. */
const maxPasskeys = 10;

/**
 * The passkeys of an account. A passkey is created after a sign-in that turned on automatic login, and ends with what
 * this sign-in has started. `at` is in seconds since 1970.
 */
export class AccountPasskeys implements AccountPart {
  readonly migrations = passkeyMigrations;
  readonly #account: AccountContext;
  readonly #sql: SqlStorage;

  constructor(account: AccountContext) {
    this.#account = account;
    this.#sql = account.storage.sql;
  }

  /** A full sign-in renews the automatic login of a device under another id. */
  granted({ id, device }: GrantRequest): void {
    if (device === undefined) return;
    const renewed = 'coalesce((SELECT id FROM devices WHERE id = ?), device)';
    this.#sql.exec(`UPDATE passkeys SET device = ${renewed} WHERE device = ?`, id, device);
  }

  signInEnded({ id }: EndedSignIn): void {
    this.#sql.exec('DELETE FROM passkeys WHERE sign_in = ? OR device = ?', id, id);
  }

  /**
   * The switch for an application on the user's phone ends every passkey, because each one could sign in there. Ending one
   * device's automatic login ends the passkey of that device.
   */
  automaticLoginEnded(ended: { device: string } | { client_id: string }): boolean {
    const deleted =
      'client_id' in ended
        ? this.#sql.exec('DELETE FROM passkeys')
        : this.#sql.exec('DELETE FROM passkeys WHERE device = ?', ended.device);
    return deleted.rowsWritten > 0;
  }

  disconnected(client_id: string): void {
    this.#sql.exec('DELETE FROM passkeys WHERE client_id = ?', client_id);
  }

  terminated(): void {
    this.#sql.exec('DELETE FROM passkeys');
  }

  deleteExpired(at: number): number {
    const first = this.#account.store.exists() ? this.#firstCreated() : null;
    if (first === null || first + passkeyLifetime > at) return (first ?? Infinity) + passkeyLifetime;
    this.#sql.exec('DELETE FROM passkeys WHERE created <= ?', at - passkeyLifetime);
    return (this.#firstCreated() ?? Infinity) + passkeyLifetime;
  }

  /**
   * Stores a new passkey, once per sign-in. @returns whether it's stored. It isn't if its key isn't on the curve, if the
   * automatic login of the same sign-in has ended, or if the ID belongs to another passkey.
   */
  async create(passkey: NewPasskey, at: number): Promise<boolean> {
    if (!(await isValidKey(passkey.key))) return false;
    const { client_id, sign_in } = passkey;
    if (this.#account.queries.device(client_id, sign_in, at) === undefined) return false;
    const stored = this.#account.store.change(() => this.#insert(passkey, at));
    this.#account.store.wakeBy(at + passkeyLifetime, at);
    return stored;
  }

  /**
   * Grants a sign-in whose challenge a passkey has signed. Each challenge belongs to one sign-in, whose grant uses it up.
   * While the signature is checked, other calls may run, so the passkey is read again.
   */
  async grant(use: PasskeyUse, at: number): Promise<PasskeyOutcome> {
    const { key } = this.#find(use.passkey, at) ?? {};
    const isSigned = key !== undefined && (await isSignedBy(key, use));
    const passkey = isSigned ? this.#find(use.passkey, at) : undefined;
    if (passkey?.key !== key || passkey === undefined) return { outcome: 'unknown' };
    const { id, minimumAge, counter, ...request } = use;
    const existing = this.#account.queries.grant(id);
    if (existing !== undefined)
      return { outcome: isWithoutIdentity(existing) && isOpen(existing, at) ? 'granted' : 'spent' };
    if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) return this.#endCopied(passkey);
    if (minimumAge > passkey.age) return { outcome: 'age' };
    const outcome = this.#account.grantAgain({ ...request.consent, id }, use.facts, at);
    if (outcome === 'granted') this.#note(passkey.id, counter, at);
    return { outcome };
  }

  /** Ends a passkey. @returns the application after whose sign-in it was created, if there was one. */
  end(id: string): string[] {
    const query = 'DELETE FROM passkeys WHERE id = ? RETURNING client_id';
    return this.#sql
      .exec<{ client_id: string }>(query, id)
      .toArray()
      .map(({ client_id }) => client_id);
  }

  /** Ends the passkey that was created after a sign-in. @returns whether there was one. */
  endOfSignIn(sign_in: string): boolean {
    return this.#sql.exec('DELETE FROM passkeys WHERE sign_in = ?', sign_in).rowsWritten > 0;
  }

  /** Ends all passkeys. @returns for each one, the application after whose sign-in it was created. */
  endAll(): string[] {
    if (!this.#account.store.exists()) return [];
    const query = 'DELETE FROM passkeys RETURNING client_id';
    return this.#sql
      .exec<{ client_id: string }>(query)
      .toArray()
      .map(({ client_id }) => client_id);
  }

  list(at: number): ListedPasskey[] {
    if (!this.#account.store.exists()) return [];
    const query = 'SELECT id, agent, created, used FROM passkeys WHERE created > ? ORDER BY created';
    return this.#sql.exec<ListedPasskey>(query, at - passkeyLifetime).toArray();
  }

  #find(id: string, at: number): PasskeyRow | undefined {
    if (!this.#account.store.exists()) return undefined;
    const query = 'SELECT * FROM passkeys WHERE id = ? AND created > ?';
    return this.#sql.exec<PasskeyRow>(query, id, at - passkeyLifetime).toArray()[0];
  }

  #firstCreated(): number | null {
    const query = 'SELECT min(created) AS first FROM passkeys';
    return this.#sql.exec<{ first: number | null }>(query).one().first;
  }

  #insert({ id, key, counter, age, contact, client_id, sign_in, agent }: NewPasskey, at: number): boolean {
    const query = 'SELECT key FROM passkeys WHERE id = ? OR sign_in = ?';
    const [existing] = this.#sql.exec<Pick<PasskeyRow, 'key'>>(query, id, sign_in).toArray();
    if (existing !== undefined) return existing.key === key;
    this.#sql.exec(
      'DELETE FROM passkeys WHERE id IN (SELECT id FROM passkeys ORDER BY created DESC LIMIT -1 OFFSET ?)',
      maxPasskeys - 1,
    );
    const statement = `INSERT INTO passkeys
      (id, key, counter, age, contact, client_id, sign_in, device, agent, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
    const values = [id, key, counter, age, contact, client_id, sign_in, sign_in, agent, at];
    this.#sql.exec(statement, ...values);
    return true;
  }

  #note(id: string, counter: number, at: number): void {
    this.#sql.exec('UPDATE passkeys SET counter = ?, used = ? WHERE id = ?', counter, at, id);
  }

  /** A counter that doesn't rise means that two authenticators have the same key. */
  #endCopied({ id, contact }: PasskeyRow): PasskeyOutcome {
    this.end(id);
    return { outcome: 'copied', contact };
  }
}
