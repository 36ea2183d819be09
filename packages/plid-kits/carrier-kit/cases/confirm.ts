import { shownParts } from '../../../../workers/core/carrier/port.ts';
import { carrierCodes } from '../../../../workers/core/protocol/user-record.ts';
import { expectThat, shown, UndoneStep } from '../../test-suite/mismatch.ts';
import { expectConfirmation } from '../expect-answers.ts';
import { type Customer, question } from '../request-body.ts';
import { nameOrderReason } from '../requirements.ts';
import type { CarrierTarget } from '../target.ts';
import { type CarrierCase, expectAllRefused, expectRefused, wrongBodies } from './case.ts';

const section = 'confirm';
/** A name that no subscriber has. */
const unknownName = '없는 사람 QX';

async function expectUnconfirmed(target: CarrierTarget, changes: object) {
  const { status } = await target.confirm(changes);
  expectThat(status === 'unconfirmed', 'status unconfirmed', `status ${status}`);
  await target.expectOnPhone(0);
}

/**
 * Expects that requests with other networks are rejected or don't find the user, because a carrier knows only its
 * own network's numbers.
 */
async function expectNoOther(target: CarrierTarget, customer: Customer) {
  const { networks = [customer.telcoCd] } = target.options;
  for (const telcoCd of carrierCodes) {
    if (networks.includes(telcoCd)) continue;
    const answer = await target.call('confirm', { ...question(customer), telcoCd });
    if (answer.status === 200) {
      const { status } = expectConfirmation(answer).value;
      expectThat(status === 'unconfirmed', 'status unconfirmed', `status ${status}`);
    } else expectRefused(answer, 'another network');
  }
  await target.expectOnPhone(0);
}

/**
 * Fields that each request must contain. `id` and `expiresIn` keep a phone from getting a request twice
 * or for too long.
 */
const required = ['id', 'name', 'phoneNo', 'telcoCd', 'match', 'expiresIn'];

export const confirmCases: CarrierCase[] = [
  {
    section,
    statement: 'a request with a matching name, number, and carrier prompts the phone once',
    async run(target) {
      const { requestId } = await target.request();
      await target.expectOutcome(requestId, 'pending');
      await target.expectOnPhone(1);
    },
  },
  {
    section,
    statement: 'a request with an unknown name is unconfirmed, and no phone is prompted',
    run: (target) => expectUnconfirmed(target, { name: unknownName }),
  },
  {
    section,
    statement: 'a request with a different network is unconfirmed or rejected, and no phone is prompted',
    needs: 'another network',
    run: (target) => expectNoOther(target, target.options.customer),
  },
  {
    section,
    statement: 'a number without the app is unregistered, and no phone is prompted',
    needs: 'without an app',
    async run(target) {
      const { status } = await target.confirm(target.options.unregistered);
      expectThat(status === 'unregistered', 'status unregistered', `status ${status}`);
      await target.expectOnPhone(0);
    },
  },
  {
    section,
    statement: 'a number without the app is unconfirmed if the name is unknown or the network is different',
    needs: 'without an app',
    async run(target) {
      const { unregistered = target.options.customer } = target.options;
      await expectUnconfirmed(target, { ...unregistered, name: unknownName });
      await expectNoOther(target, unregistered);
    },
  },
  {
    section,
    statement: 'an MVNO customer is confirmed on the host network of the MVNO, with mvno: true',
    needs: 'mvno',
    async run(target) {
      await target.request({ ...target.options.mvno, mvno: true });
    },
  },
  {
    section,
    statement: 'a Latin name matches in any word order and in lower case',
    needs: 'a foreigner',
    async run(target) {
      const { foreigner = target.options.customer } = target.options;
      const name = foreigner.name.split(/\s+/).reverse().join('  ').toLowerCase();
      const { status } = await target.confirm({ ...foreigner, name });
      if (status === 'unconfirmed') throw new UndoneStep(nameOrderReason);
      expectThat(status === 'requested', 'status requested', `status ${status}`);
    },
  },
  {
    section,
    statement: 'unknown fields are ignored, and optional context fields may be missing',
    async run(target) {
      const context = { knownBrowser: true, automaticLogin: true, attributes: 0, later: ['x'] };
      await target.request({ later: { edition: 9 }, context });
    },
  },
  {
    section,
    statement: 'shown lists only fields of the carrier API, and each request has its own address in open',
    async run(target) {
      const [one, other] = [await target.request(), await target.request()];
      const foreign = (one.answer.shown ?? []).filter((part) => !shownParts.includes(part));
      expectThat(
        foreign.length === 0,
        'a list in shown with only fields of the carrier API',
        foreign.join(', '),
      );
      const [first, second] = [one.answer.open, other.answer.open].map(shown);
      expectThat(
        one.answer.open === undefined || first !== second,
        'a different address in `open` for each request',
        'the same',
      );
    },
  },
  {
    section,
    statement: "a body that lacks a field or isn't a JSON object is rejected, and no phone is prompted",
    run: (target) =>
      expectAllRefused(target, 'confirm', wrongBodies(question(target.options.customer), required)),
  },
  {
    section,
    statement: 'a field of the wrong type is rejected, and no phone is prompted',
    run: (target) => {
      const asked = question(target.options.customer);
      return expectAllRefused(target, 'confirm', {
        'phoneNo as a number': { ...asked, phoneNo: Number(asked.phoneNo) },
        'match as a number': { ...asked, match: Number(asked.match) },
        'expiresIn as a string': { ...asked, expiresIn: '120' },
        'name as a list': { ...asked, name: [asked.name] },
      });
    },
  },
];
