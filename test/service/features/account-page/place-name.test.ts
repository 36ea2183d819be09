import { expect, test } from 'vitest';
import { placeName } from '../../../../workers/service/features/account-page/place-name.ts';

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

const cities = `
Seoul 서울, Busan 부산, Incheon 인천, Daegu 대구, Daejeon 대전, Gwangju 광주, Ulsan 울산, Sejong 세종, Suwon 수원,
Yongin 용인, Goyang 고양, Hwaseong 화성, Seongnam 성남, Bucheon 부천, Namyangju 남양주, Ansan 안산, Pyeongtaek 평택,
Anyang 안양, Siheung 시흥, Paju 파주, Gimpo 김포, Uijeongbu 의정부, Hanam 하남, Changwon 창원, Gimhae 김해, Jinju 진주,
Pohang 포항, Gumi 구미, Gyeongju 경주, Cheongju 청주, Cheonan 천안, Asan 아산, Jeonju 전주, Iksan 익산, Gunsan 군산,
Mokpo 목포, Yeosu 여수, Suncheon 순천, Wonju 원주, Chuncheon 춘천, Gangneung 강릉, Jeju 제주`;

test('the large cities of Korea have their Korean names', () => {
  const expected = cities
    .trim()
    .split(/,\s+/)
    .map((pair) => pair.split(' '));
  expect(expected).toHaveLength(42);
  const named = expected.map(([city = '']) => [city, placeName('ko', { country: 'KR', city })]);
  expect(named).toEqual(expected.map(([city, korean]) => [city, `대한민국 ${korean}`]));
});
