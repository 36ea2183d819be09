import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encryptField } from '../../packages/plid/fields/cipher.ts';
import { FieldError } from '../../packages/plid/fields/field-error.ts';
import { isAutomaticLogin, readUserRecord } from '../../packages/plid/fields/read-record.ts';
import {
  type Attribute,
  attributePatternOf,
  attributes,
  encryptedAttributes,
  type UserRecord,
} from '../../workers/core/protocol/user-record.ts';
import { nastyText } from './arbitraries.ts';

const secret = '0123456789abcdef';

/** Values as people have them, where the format of §2.1 allows any text. */
const usual: Partial<Record<Attribute, fc.Arbitrary<string>>> = {
  ci: fc.stringMatching(/^[A-Za-z0-9+/]{86}==$/),
  name: fc.stringMatching(/^[가-힣A-Z]{1,10}( [A-Z]{1,8})?$/),
  birthday: fc.constantFrom('0101', '0229', '1231'),
  birthdate: fc.constantFrom('000101', '991231', '040229'),
};
const clear = (name: Attribute) => usual[name] ?? fc.stringMatching(attributePatternOf(name));

/** A field as it travels, in its usual spelling or another one that the specification allows; and the value that is read. */
interface Variant {
  name: Attribute;
  value: string;
  way: 'usual' | 'null' | 'empty' | 'missing' | 'encrypted empty' | 'odd';
}
const ways: Variant['way'][] = ['usual', 'usual', 'null', 'empty', 'missing', 'encrypted empty', 'odd'];
const fields = fc.tuple(
  ...attributes.map((name) =>
    fc.record({ name: fc.constant(name), value: clear(name), way: fc.constantFrom(...ways) }),
  ),
);

async function written({ name, value, way }: Variant): Promise<unknown> {
  if (way === 'null') return null;
  if (way === 'empty') return '';
  const isPlain = !encryptedAttributes.has(name);
  if (way === 'encrypted empty') return isPlain && name !== 'agegroup' ? '' : encryptField('', secret);
  if (way === 'odd' && name === 'agegroup')
    return value.length === 2 ? Number(value) : encryptField(value, secret);
  const spelled =
    way === 'odd' && name === 'phoneNo' ? value.replace(/^0(\d\d)(\d{4})/, '+82 $1-$2-') : value;
  return isPlain ? spelled : encryptField(spelled, secret);
}

const expected = ({ value, way }: Variant) => (way === 'usual' || way === 'odd' ? value : '');
const flags = fc.constantFrom('Y', 'N', '', null, undefined);

describe('a user record', () => {
  test('is read the same in every spelling of every field', async () => {
    await fc.assert(
      fc.asyncProperty(fields, flags, flags, async (variants, autoLoginYn, autoStatusCheck) => {
        const sent = variants.filter(({ way }) => way !== 'missing');
        const entries = await Promise.all(sent.map(async (one) => [one.name, await written(one)] as const));
        const record = {
          plid: 'p-1',
          ...Object.fromEntries(entries),
          autoLoginYn,
          autoStatusCheck,
          later: {},
        };
        const user = await readUserRecord(record, secret);
        expect(user).toEqual({
          plid: 'p-1',
          ...Object.fromEntries(sent.map((one) => [one.name, expected(one)])),
          autoLoginYn: autoLoginYn === 'Y' ? 'Y' : 'N',
          autoStatusCheck: autoStatusCheck === 'Y' ? 'Y' : 'N',
        });
        expect(isAutomaticLogin(user)).toBe(autoLoginYn === 'Y' && autoStatusCheck !== 'Y');
      }),
    );
  });

  test('is rejected only for its plid, and otherwise conforms to §2.1 for any input', async () => {
    const encrypted = await Promise.all(
      ['', 'F', '0101', '01012345678'].map((text) => encryptField(text, secret)),
    );
    const anything = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        undefined,
        '',
        0,
        20,
        -1,
        Number.NaN,
        true,
        {},
        [],
        'Y',
        'N',
        'S',
        'F',
        ...encrypted,
      ),
      nastyText('Y', 'N', '=', '가', '010', '\u0000', 'A'.repeat(5_000)),
    );
    const names = ['plid', ...attributes, 'autoLoginYn', 'autoStatusCheck', '__proto__'];
    const record = fc.record(Object.fromEntries(names.map((name) => [name, anything])), { requiredKeys: [] });
    const oneField = fc
      .tuple(fc.constantFrom(...names), anything)
      .map(([name, value]) => ({ plid: 'p-1', [name]: value }));
    await fc.assert(
      fc.asyncProperty(fc.oneof(record, oneField, anything), async (sent) => {
        const faults: FieldError[] = [];
        const reading = readUserRecord(sent, secret, (fault) => faults.push(fault));
        const user = await reading.catch((failure: unknown) => failure);
        for (const fault of faults) expect(fault.message).not.toMatch(/[가-힣]|A{9}/);
        if (user instanceof FieldError) {
          expect(['plid', 'user']).toContain(user.field);
          expect(user.message).not.toMatch(/[가-힣]|A{9}/);
          return;
        }
        const { plid, autoLoginYn, autoStatusCheck, ...identity } = user as UserRecord;
        expect({ plid, autoLoginYn, autoStatusCheck }).toEqual({
          plid: expect.stringMatching(/^[!-~]+$/),
          autoLoginYn: expect.stringMatching(/^[YN]$/),
          autoStatusCheck: expect.stringMatching(/^[YN]$/),
        });
        for (const [name, value] of Object.entries(identity))
          expect(value === '' || attributePatternOf(name as Attribute).test(value), name).toBe(true);
        const told = new Set(faults.map(({ field }) => field));
        for (const [name, value] of Object.entries(sent as object))
          if (attributes.includes(name as Attribute) && value !== undefined)
            expect(Object.hasOwn(identity, name) !== told.has(name), name).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
