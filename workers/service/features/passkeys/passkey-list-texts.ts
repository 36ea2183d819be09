import type { Language } from '../../../core/http/language.ts';

/** The texts of the list of passkeys. `{…}` is a placeholder. */
const en = {
  title: 'Passkeys',
  hint: 'They sign you in to connected services without your phone, and end 180 days after you created them.',
  used: 'created on {created}, last used on {used}',
  unused: 'created on {created}, not used yet',
  end: 'Delete',
  endOf: 'Delete the passkey of {browser}',
};

const ko: typeof en = {
  title: '패스키',
  hint: '휴대폰 없이 연결된 서비스에 로그인할 수 있습니다. 만든 날부터 180일이 지나면 쓸 수 없습니다.',
  used: '{created}에 만듦, {used}에 마지막으로 사용',
  unused: '{created}에 만듦, 아직 사용하지 않음',
  end: '삭제',
  endOf: '{browser}의 패스키 삭제',
};

export const passkeyListTexts: Record<Language, typeof en> = { ko, en };
