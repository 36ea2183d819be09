import { carrierCalls } from '../../../workers/core/carrier/port.ts';
import { type Report, runCases } from '../test-suite/run-cases.ts';
import { callbackCases } from './cases/callback.ts';
import { cancelCases } from './cases/cancel.ts';
import type { CarrierCase } from './cases/case.ts';
import { confirmCases } from './cases/confirm.ts';
import { credentialCases } from './cases/credentials.ts';
import { expiryCases } from './cases/expiry.ts';
import { notifyCases } from './cases/notify.ts';
import { outcomeCases } from './cases/outcome.ts';
import { repeatedRequestCases } from './cases/repeated-request.ts';
import { startCases } from './cases/start.ts';
import type { CarrierOptions } from './options.ts';
import { isMissing } from './probe.ts';
import { CarrierTarget } from './target.ts';

/** The headings of a report, by section. */
export const headings = {
  credentials: 'credentials: authentication of the service',
  confirm: 'confirm: a prompt on the phone',
  again: 'again: repeated confirms',
  outcome: 'outcome: the answer from the phone',
  expiry: 'expiry: the lifetime of a request',
  cancel: 'cancel: a cancelled request',
  start: 'start: a request without a phone number',
  notify: 'notify: notices to users',
  answered: "answered: the carrier's call to the service",
};

/** All cases for a carrier, in the order in which they run. */
export const cases: readonly CarrierCase[] = [
  ...credentialCases,
  ...confirmCases,
  ...repeatedRequestCases,
  ...outcomeCases,
  ...expiryCases,
  ...cancelCases,
  ...startCases,
  ...notifyCases,
  ...callbackCases,
];

/**
 * Tests a carrier with one case and one request at a time. @param statuses the status of each call, from
 * {@link statusesOf} (probe.ts). @param sections the sections to run, as keys of {@link headings}. Default: all
 * sections.
 */
export async function runCarrierKit(
  options: CarrierOptions,
  statuses: Record<string, number>,
  sections?: readonly string[],
): Promise<Report> {
  const offered = carrierCalls.filter((call) => !isMissing(statuses[call] ?? 404));
  const target = new CarrierTarget(options, new Set(offered));
  return runCases(await target.begin(), cases, sections);
}
