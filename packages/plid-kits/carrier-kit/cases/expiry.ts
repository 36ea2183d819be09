import { now } from '../request-body.ts';
import type { CarrierCase } from './case.ts';

const section = 'expiry';
const fiveMinutes = 300;
/** A short request lifetime (`expiresIn`), in seconds, for cases that wait until a request expires. */
const short = 2;

export const expiryCases: CarrierCase[] = [
  {
    section,
    statement: 'a request expires after expiresIn seconds and disappears from the phone',
    async run(target) {
      const { requestId } = await target.request({ expires: now() + short, expiresIn: short });
      await target.pass(short + 1);
      await target.expectOutcome(requestId, 'expired');
      await target.expectOnPhone(0);
    },
  },
  {
    section,
    statement: 'an answer after expiry is ignored',
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
    statement: "expiresIn takes precedence even if expires is five minutes behind the carrier's clock",
    async run(target) {
      const { requestId } = await target.request({ expires: now() - fiveMinutes, expiresIn: 120 });
      await target.expectOutcome(requestId, 'pending');
      await target.expectOnPhone(1);
    },
  },
  {
    section,
    statement: "expiresIn takes precedence even if expires is five minutes ahead of the carrier's clock",
    async run(target) {
      const { requestId } = await target.request({ expires: now() + fiveMinutes, expiresIn: short });
      await target.pass(short + 1);
      await target.expectOutcome(requestId, 'expired');
    },
  },
];
