import type { Attribute, CarrierCode } from '../../../packages/plid/protocol/user-record.ts';
import type { Language } from '../http/language.ts';

interface AttributeWords {
  name: string;
  /** One line below it on the consent page. */
  about: string;
}

/** What a person reads of each attribute, wherever one is shown. */
export const attributeWords: Record<Language, Record<Attribute, AttributeWords>> = {
  en: {
    ci: {
      name: 'Identification value (CI)',
      about: 'A fixed code by which different companies can tell that you are the same person.',
    },
    phoneNo: { name: 'Mobile phone number', about: 'The number that you sign in with.' },
    name: { name: 'Name', about: 'As your carrier has it on file.' },
    gender: { name: 'Gender', about: 'Female or male.' },
    agegroup: { name: 'Age band', about: 'Such as “twenties”, not your age.' },
    birthday: { name: 'Birthday', about: 'Month and day.' },
    birthdate: { name: 'Date of birth', about: 'Year, month and day.' },
    foreign: { name: 'National or foreigner', about: 'Whether you are a Korean national.' },
    telcoCd: { name: 'Carrier', about: 'SKT, KT or LG U+.' },
  },
  ko: {
    ci: { name: '연계정보(CI)', about: '여러 회사가 나를 같은 사람으로 알아볼 수 있는 고유한 값' },
    phoneNo: { name: '휴대폰 번호', about: '로그인에 사용한 번호' },
    name: { name: '이름', about: '통신사에 등록된 이름' },
    gender: { name: '성별', about: '여성 또는 남성' },
    agegroup: { name: '연령대', about: '나이가 아닌 ‘20대’ 같은 구간' },
    birthday: { name: '생일', about: '월과 일' },
    birthdate: { name: '생년월일', about: '연도, 월, 일' },
    foreign: { name: '내·외국인', about: '내국인인지 외국인인지' },
    telcoCd: { name: '통신사', about: 'SKT, KT 또는 LG U+' },
  },
};

/** The carriers by their codes, as people know them in either language. */
export const carrierNames: Record<CarrierCode, string> = { S: 'SKT', K: 'KT', L: 'LG U+' };
