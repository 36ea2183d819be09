import { now } from '../request-body.ts';
import type { CarrierCase } from './case.ts';

const section = 'expiry';
const fiveMinutes = 300;
/** Lifetime of a request that a case lets expire (`expiresIn`), in seconds. */
const short = 2;

export const expiryCases: CarrierCase[] = [
  {
    section,
    statement: 'a request ends after expiresIn seconds, and the phone asks no more',
    async run(target) {
      const { requestId } = await target.request({ expires: now() + short, expiresIn: short });
      await target.pass(short + 1);
      await target.expectOutcome(requestId, 'expired');
      await target.expectOnPhone(0);
    },
  },
  {
    section,
    statement: 'an answer behind the end counts for nothing',
    needs: 'a phone',
    async run(target) {
      const requested = await target.request({ expires: now() + short, expiresIn: short });
      await target.pass(short + 1);
      await target.tryToAct('approve', requested);
      await target.expectOutcome(requested.requestId, 'expired');
    },
  },
  {
    section,
    statement:
      'a request whose expires is five minutes ago by the clock of the carrier waits for expiresIn seconds',
    async run(target) {
      const { requestId } = await target.request({ expires: now() - fiveMinutes, expiresIn: 120 });
      await target.expectOutcome(requestId, 'pending');
      await target.expectOnPhone(1);
    },
  },
  {
    section,
    statement:
      'a request whose expires is five minutes ahead by the clock of the carrier ends after expiresIn seconds',
    async run(target) {
      const { requestId } = await target.request({ expires: now() + fiveMinutes, expiresIn: short });
      await target.pass(short + 1);
      await target.expectOutcome(requestId, 'expired');
    },
  },
];
