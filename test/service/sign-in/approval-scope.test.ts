import { expect, test } from 'vitest';
import { type ShownPart, shownParts } from '../../../workers/core/carrier/port.ts';
import { approvalScope } from '../../../workers/service/sign-in/consent/approval-scope.ts';

const everything = [...shownParts];
const without = (part: ShownPart) => shownParts.filter((other) => other !== part);

test.each([
  // Asked with automatic login, shown, SHOWN_REQUIRED, gives automatic login, gives /account.
  [true, everything, true, true, true],
  [true, without('automaticLogin'), true, false, true],
  [true, without('automaticLogin'), false, false, true],
  [true, without('account'), false, true, false],
  [true, [], false, false, false],
  [true, undefined, true, false, false],
  [true, undefined, false, true, true],
  [false, everything, true, false, true],
  [false, undefined, false, false, true],
])(
  'asked with automatic login: %s, shown: %s, SHOWN_REQUIRED: %s',
  (automatic, shown, required, automaticLogin, account) => {
    const phone = { automatic, ...(shown && { shown }) };
    expect(approvalScope(phone, 'nothing', required)).toEqual({ automaticLogin, account });
  },
);
