import type { Attribute, YesNo } from '../../../core/protocol/user-record.ts';
import type { Agreement } from '../../registry/consents.ts';

/** The user's answer on the consent page. */
export interface ConsentAnswer {
  automaticLogin: YesNo;
  /** The attributes that the user agreed to. */
  agreed: Attribute[];
  agreement: Agreement;
}
