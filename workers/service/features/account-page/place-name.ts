import type { Language } from '../../../core/http/language.ts';

/** Korean names of the largest Korean cities, by the English names that Cloudflare reports. */
const koreanCities = new Map(
  Object.entries({
    Seoul: '서울',
    Busan: '부산',
    Incheon: '인천',
    Daegu: '대구',
    Daejeon: '대전',
    Gwangju: '광주',
    Ulsan: '울산',
    Sejong: '세종',
    Suwon: '수원',
    Yongin: '용인',
    Goyang: '고양',
    Hwaseong: '화성',
    Seongnam: '성남',
    Bucheon: '부천',
    Namyangju: '남양주',
    Ansan: '안산',
    Pyeongtaek: '평택',
    Anyang: '안양',
    Siheung: '시흥',
    Paju: '파주',
    Gimpo: '김포',
    Uijeongbu: '의정부',
    Hanam: '하남',
    Changwon: '창원',
    Gimhae: '김해',
    Jinju: '진주',
    Pohang: '포항',
    Gumi: '구미',
    Gyeongju: '경주',
    Cheongju: '청주',
    Cheonan: '천안',
    Asan: '아산',
    Jeonju: '전주',
    Iksan: '익산',
    Gunsan: '군산',
    Mokpo: '목포',
    Yeosu: '여수',
    Suncheon: '순천',
    Wonju: '원주',
    Chuncheon: '춘천',
    Gangneung: '강릉',
    Jeju: '제주',
  }),
);

/**
 * Returns the name of a place in a language. In Korean, a city whose Korean name isn't known is omitted.
 * @param country code of ISO 3166-1. @param city in English.
 */
export function placeName(
  language: Language,
  { country, city }: { country?: string; city?: string },
): string | undefined {
  const region = country && (new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country);
  if (language !== 'ko') return [city, region].filter(Boolean).join(', ') || undefined;
  const koreanCity = country === 'KR' ? koreanCities.get(city?.replace(/-si$| City$/, '') ?? '') : undefined;
  return [region, koreanCity].filter(Boolean).join(' ') || undefined;
}
