/** Words that say nothing about what a reader looks for. */
const ignored = new Set(
  (
    'a an and are as at be by can do does for from has have how i if is it its me my of on or our should that the then ' +
    'there these this to use using was we what when where which who why will with you your ' +
    '있 없 그 이 저 수 것 등 및 어떻게 어떤 써야 쓰나요 하나 하나요 되나요 있나요 인가요 방법 무엇 뭐 어디 언제 왜 대한 대해 위한 위해 하 되 않 합니다 있습니다 없습니다 입니다 않습니다'
  ).split(' '),
);

/** Words that say little: sections without them fit, too. As {@link stemOf} writes them. */
const weak = new Set(
  (
    'add become best call change check creat differ enabl example flow get guid handl help implement list make need new ' +
    'option own page process protect read receiv requir run see servic set show start support valu work ' +
    '값 가능 가이드 개발 관련 관리 구현 기능 대응 만들 목록 문서 방식 변경 사용 서비스 설명 설정 안내 연동 예시 이용 작성 적용 정보 정책 종류 지원 처리 추가 ' +
    '확인 회원 필요 차이 직접 만들기 붙이'
  ).split(' '),
);

export const isWeak = (term: string): boolean => weak.has(term);

/** Endings of English words, so that `costs` and `rotating` find `cost` and `rotate`. */
const englishEnding =
  /^([a-z]{2,}[a-z])(?:ations?|ating|ated|ates?|ators?|ions?|ments?|ings?|ied|ies|ed|es|e|y|ly|s)$/;

/** Nouns of one syllable that a reader may search: app, key, value, and web. Others are mostly parts of other words. */
const nouns = '앱키값웹';

/** Particles and endings of Korean words, the longest first. */
const koreanEnding = new RegExp(
  `^([가-힣]{2,}?|[${nouns}])(?:${[
    '(?:하|되)(?:기|고|는|면|지|려면|도록|거나|며|여|어|세요|십시오|나요|였습니다)(?:를|는|가|도)?',
    '(?:합|됩|입)니다|(?:합|됩|입)니까|해야|해도|해서|하는데|해요|돼요|할까요|인가요|한다|된다|하다|되다',
    '했을|했습니다|됐습니다|됐을|한|된|할|될|함|됨|해|돼',
    '이에요|예요|이죠|인가요|인가',
    '으로부터|에서는|에서도|에서의|에게서|에게는|으로는|으로도|으로써|이라고|이라는|까지|부터|보다|처럼|마다|에게|에서',
    '으로|에는|에도|로는|로도|와의|과의|들은|들이|들을|들의|라고|라는|이나|이란|이며|이고|이면',
    '습니다|습니까|으세요|세요|으면|려면|도록|나요|네요|아요|어요',
    '은|는|이|가|을|를|의|에|로|와|과|도|만|들|란|기|고|면|요',
  ].join('|')})$`,
);

/** The end of verbs such as 바꿉니다, which is part of a syllable. */
const politeEnding = `\u11b8${'니다'.normalize('NFD')}`;

/** Returns the stem of a Korean word, which has two or more syllables if the word has. */
function koreanStem(word: string): string {
  const spelled = word.normalize('NFD');
  let stem =
    word.length > 3 &&
    spelled.endsWith(politeEnding) &&
    !/[하되이]$/.test(spelled.slice(0, -5).normalize('NFC'))
      ? spelled.slice(0, -politeEnding.length).normalize('NFC')
      : word;
  for (
    let [, shorter] = koreanEnding.exec(stem) ?? [];
    shorter !== undefined;
    [, shorter] = koreanEnding.exec(stem) ?? []
  )
    stem = shorter;
  return stem;
}

export const isKorean = (word: string): boolean => /^[가-힣]/.test(word);

/** Returns the form of a word under which the index contains it. */
export function stemOf(word: string): string {
  if (isKorean(word)) return koreanStem(word);
  let stem = word;
  for (let count = 0; count < 2; count++) stem = englishEnding.exec(stem)?.[1] ?? stem;
  return stem;
}

const isTerm = (word: string): boolean =>
  word.length > 1 ? word.length < 32 && !/^\d{1,2}$/.test(word) : nouns.includes(word);

/** Returns the words of a text in order: in lower case, and without words that say nothing. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/\b(?:sign|log)(?:s|ged|ging|ned|ning|ing|ed)?[- ]?(in|out|off)s?\b/g, (_, way) =>
      way === 'in' ? 'signin' : 'signout',
    )
    .replaceAll(/\b(?:can['’]?t|can ?not|unable to)\b/g, 'cannot')
    .replaceAll(/(?<![가-힣])안 ?(?:되|돼|됨|됩|와|옴|열)[가-힣]*/g, '안됨')
    .replaceAll(/(?<=[a-z])\.js\b/g, 'js');
  return (plain.match(/[가-힣]+|[\p{L}\p{N}]+?(?=[가-힣]|[^\p{L}\p{N}]|$)/gu) ?? []).filter(
    (word) => isTerm(word) && !ignored.has(word),
  );
}

/** Returns the words of a text as the index contains them. */
export const termsOf = (text: string): string[] =>
  wordsOf(text)
    .map(stemOf)
    .filter((term) => !ignored.has(term));

/**
 * Returns the parts of a Korean compound, such as 자동 and 로그인 of 자동로그인, or nothing if it isn't made of known
 * words. @param isKnown whether a stem is a word of its own.
 */
export function partsOf(word: string, isKnown: (stem: string) => boolean): string[] {
  for (let length = word.length - 2; length >= 2; length--) {
    const first = stemOf(word.slice(0, length));
    if (!isKnown(first)) continue;
    const rest = word.slice(length);
    const others = isKnown(stemOf(rest)) ? [stemOf(rest)] : partsOf(rest, isKnown);
    if (others.length > 0) return [first, ...others];
  }
  return [];
}
