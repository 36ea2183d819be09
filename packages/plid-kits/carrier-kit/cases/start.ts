import { expectThat, shown } from '../../test-suite/mismatch.ts';
import { createUniqueId, startQuestion } from '../request-body.ts';
import type { CarrierTarget } from '../target.ts';
import { type CarrierCase, expectAllRefused, wrongBodies } from './case.ts';

const section = 'start';
const asked = ({ options }: CarrierTarget) => startQuestion(options.customer.telcoCd);

export const startCases: CarrierCase[] = [
  {
    section,
    statement: "a start stays pending and doesn't prompt the phone",
    needs: 'start',
    async run(target) {
      const { requestId } = await target.start(asked(target));
      await target.expectOutcome(requestId, 'pending');
      await target.expectOnPhone(0);
    },
  },
  {
    section,
    statement: 'a repeated start returns the same request, address, and code',
    needs: 'start',
    async run(target) {
      const question = asked(target);
      const [one, other] = [await target.start(question), await target.start(question)];
      expectThat(shown(one) === shown(other), 'the same response for the same id', 'another one');
    },
  },
  {
    section,
    statement: 'a start with a different id gets its own request, address, and code',
    needs: 'start',
    async run(target) {
      const question = asked(target);
      const [one, other] = [
        await target.start(question),
        await target.start({ ...question, id: createUniqueId() }),
      ];
      expectThat(one.requestId !== other.requestId, 'a different requestId for a different id', 'the same');
      expectThat(
        shown(one.open) !== shown(other.open),
        'a different address in open for a different id',
        'the same',
      );
      expectThat(
        one.code === undefined || one.code !== other.code,
        'a different code for a different id',
        'the same',
      );
    },
  },
  {
    section,
    statement: 'a start by code with a different id gets its own code and digits',
    needs: 'start',
    async run(target) {
      const question = startQuestion(target.options.customer.telcoCd, 'code');
      const [one, other] = [
        await target.start(question),
        await target.start({ ...question, id: createUniqueId() }),
      ];
      if (one.code === undefined && one.digits === undefined) return;
      const differs = (name: 'code' | 'digits') => one[name] === undefined || one[name] !== other[name];
      expectThat(
        differs('code') && differs('digits'),
        'a different code and different digits for a different id',
        'the same',
      );
    },
  },
  {
    section,
    statement: "a body that lacks a field or isn't a JSON object is rejected",
    needs: 'start',
    run: (target) =>
      expectAllRefused(target, 'start', wrongBodies(asked(target), ['id', 'telcoCd', 'expiresIn'])),
  },
];
