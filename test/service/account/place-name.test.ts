import { expect, test } from 'vitest';
import { placeName } from '../../../workers/service/account/place-name.ts';

test.each([
  [{ country: 'KR', city: 'Seoul' }, '대한민국 서울', 'Seoul, South Korea'],
  [{ country: 'KR', city: 'Suwon-si' }, '대한민국 수원', 'Suwon-si, South Korea'],
  [{ country: 'KR', city: 'Jeju City' }, '대한민국 제주', 'Jeju City, South Korea'],
  [{ country: 'KR', city: 'constructor' }, '대한민국', 'constructor, South Korea'],
  [{ country: 'US', city: 'Seoul' }, '미국', 'Seoul, United States'],
  [{ country: 'RU' }, '러시아', 'Russia'],
  [{}, undefined, undefined],
])('the place %j in Korean and in English', (place, korean, english) => {
  expect([placeName('ko', place), placeName('en', place)]).toEqual([korean, english]);
});
