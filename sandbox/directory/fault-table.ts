import type { CarrierCode } from '../../workers/core/protocol/user-record.ts';
import type { Fault } from '../fault.ts';

type FaultRow = { id: number; fault: string };

/** Pending faults, in the directory's database. */
export class Faults {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec('CREATE TABLE IF NOT EXISTS faults (id INTEGER PRIMARY KEY, fault TEXT NOT NULL)');
  }

  all(): Fault[] {
    return this.#rows().map(({ fault }) => fault);
  }

  replace(faults: readonly Fault[]): void {
    this.#sql.exec('DELETE FROM faults');
    for (const fault of faults) this.add(fault);
  }

  add(fault: Fault): void {
    this.#sql.exec('INSERT INTO faults (fault) VALUES (?)', JSON.stringify(fault));
  }

  /**
   * Returns all active faults of an endpoint and decrements their remaining uses. @param carrier the carrier whose
   * faults are included, in addition to the faults that affect all carriers.
   */
  take(endpoint: string, carrier?: CarrierCode): Fault[] {
    const isMet = (fault: Fault) =>
      fault.endpoint === endpoint && (!('telcoCd' in fault) || fault.telcoCd === carrier);
    const taken = this.#rows().filter(({ fault }) => isMet(fault));
    for (const { id, fault } of taken) {
      const remaining = JSON.stringify({ ...fault, count: fault.count - 1 });
      if (fault.count > 1) this.#sql.exec('UPDATE faults SET fault = ? WHERE id = ?', remaining, id);
      else this.#sql.exec('DELETE FROM faults WHERE id = ?', id);
    }
    return taken.map(({ fault }) => fault);
  }

  #rows(): { id: number; fault: Fault }[] {
    return this.#sql
      .exec<FaultRow>('SELECT * FROM faults ORDER BY id')
      .toArray()
      .map(({ id, fault }) => ({ id, fault: JSON.parse(fault) as Fault }));
  }
}
