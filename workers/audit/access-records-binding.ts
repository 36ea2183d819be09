import { binding } from '../core/worker/settings.ts';
import type { AccessRecords } from './access-records.ts';

/** The binding of the workers that write or read access records. @param class_name name of the exported class. */
export const accessRecordsBinding = (class_name: string) =>
  binding<DurableObjectNamespace<AccessRecords>>({ kind: 'durable_objects', class_name });
