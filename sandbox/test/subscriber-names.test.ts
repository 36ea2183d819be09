import { expect, test } from 'vitest';
import { matchesTypedName } from '../subscriber.ts';

test.each([
  ['SMITH JOHN PAUL', 'john  paul SMITH'],
  ['SMITH JOHN PAUL', 'Smithjohnpaul'],
  ['RODRIGUEZ DE LA CONCEPCION MARIA FERNANDA', 'Maria Fernanda Rodriguez De La Concepcion'],
  ['RODRIGUEZ-LOPEZ MARIA FERNANDA', 'Rodriguez Lopez, Maria Fernanda'],
  ["O'BRIEN JOHN", 'John OBrien'],
  ["O'BRIEN-MÜLLER ÁNA", "A\u0301na O'Brien-Mu\u0308ller"],
  ['김하나', ' 김 하나 '],
  ['김하나', '김하나'.normalize('NFD')],
])('%s matches the entered name “%s”', (name, typed) => {
  expect(matchesTypedName({ name }, typed)).toBe(true);
});

test.each([
  ['SMITH JOHN PAUL', 'SMITH JOHN'],
  ['SMITH JOHN PAUL', 'SMITH JOHN PAULA'],
  ['JOHN JOHN SMITH', 'JOHN SMITH SMITH'],
  ['SMITH JOHN', 'JOHNSMITH'],
  ['남궁 민수', '민수 남궁'],
  ['SMITH JOHN', ''],
])("%s doesn't match the entered name “%s”", (name, typed) => {
  expect(matchesTypedName({ name }, typed)).toBe(false);
});
