import { expect, test } from 'vitest';
import { fixedSubscribers } from '../../sandbox/subscriber.ts';
import { codesOf, readDocument, rowsOf } from '../support/assertions/markdown.ts';

test.each([
  ['docs/sandbox/test-users.md', 'Phone'],
  ['docs/ko/sandbox/test-users.md', '번호'],
])("%s lists the sandbox's users", (page, heading) => {
  const listed = rowsOf(readDocument(page), heading).map(([phoneNo, name, carrier]) => ({
    phoneNo,
    name,
    telcoCd: codesOf(carrier)[0],
  }));
  expect(listed).toEqual(fixedSubscribers.map(({ phoneNo, name, telcoCd }) => ({ phoneNo, name, telcoCd })));
});
