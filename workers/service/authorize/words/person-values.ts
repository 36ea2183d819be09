import type { Attribute, CarrierCode, Identity } from '../../../../packages/plid/protocol/user-record.ts';
import type { Language } from '../../../core/http/language.ts';
import { carrierNames } from '../../../core/protocol/attribute-words.ts';

/** Of a masked name, in characters. */
const maxNameLength = 20;

/**
 * A person's own attributes as the consent page shows them: enough for them to recognise, too little for whoever looks over their
 * shoulder. The `ci` means nothing to people and is left out.
 */
export function maskIdentity({ name, phoneNo, birthday, birthdate, ci: _, ...plain }: Identity): Identity {
  return {
    ...plain,
    ...(name !== undefined && { name: maskName(name) }),
    ...(phoneNo !== undefined && { phoneNo: `${phoneNo.slice(0, 3)}-****-${phoneNo.slice(-4)}` }),
    ...(birthday !== undefined && { birthday: `${birthday.slice(0, 2)}**` }),
    ...(birthdate !== undefined && { birthdate: `${birthdate.slice(0, 2)}****` }),
  };
}

/** 김*나, 김*, 남**수; each word of a name that has several: J*** S****. */
function maskName(name: string): string {
  const words = name.normalize('NFC').split(/\s+/).filter(Boolean);
  const masked = words.map((word) => {
    const letters = [...word];
    const last = words.length === 1 && letters.length > 2 ? letters.at(-1) : '';
    if (words.length === 1 && letters.length === 1) return '*';
    return `${letters[0]}${'*'.repeat(letters.length - (last ? 2 : 1))}${last}`;
  });
  return masked.join(' ').slice(0, maxNameLength);
}

/** How a masked attribute is read aloud and shown. */
export function sayValue(language: Language, attribute: Attribute, masked: string): string {
  const isKorean = language === 'ko';
  const [first, second] = [masked.slice(0, 2), masked.slice(2, 4)];
  switch (attribute) {
    case 'gender':
      return (isKorean ? { F: '여성', M: '남성' } : { F: 'female', M: 'male' })[masked] ?? masked;
    case 'agegroup':
      if (masked === '0') return isKorean ? '10세 미만' : 'under 10';
      return isKorean ? `${masked}대` : `${masked}s`;
    case 'birthday':
      return isKorean ? `${first}월 ${second}일` : `${first}-${second}`;
    case 'birthdate':
      return isKorean
        ? `${first}년 ${second}월 ${masked.slice(4)}일`
        : `${first}-${second}-${masked.slice(4)}`;
    case 'foreign':
      return (
        (isKorean ? { L: '내국인', F: '외국인' } : { L: 'Korean national', F: 'foreigner' })[masked] ?? masked
      );
    case 'telcoCd':
      return carrierNames[masked as CarrierCode] ?? masked;
    default:
      return masked;
  }
}
