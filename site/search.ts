const hangulWord = /^[가-힣]{2,}$/;

/**
 * Returns additional search terms of a Korean text, because the search matches the start of words. They are the
 * ends of words, so that `로그인` finds `자동로그인`, and neighboring words as one, so that `자동로그인` finds `자동 로그인`.
 */
export function koreanTerms(text: string): string[] {
  const terms = new Set<string>();
  let previous = '';
  for (const word of text.split(/[^\p{L}\p{N}]+/u)) {
    const isKorean = hangulWord.test(word);
    if (isKorean) {
      for (let start = 1; start <= word.length - 2; start++) terms.add(word.slice(start));
      if (previous !== '') terms.add(previous + word);
    }
    previous = isKorean ? word : '';
  }
  return [...terms];
}

/** Adds the {@link koreanTerms} to each section of a page, for the search index only. */
export const withKoreanTerms = (html: string): string =>
  html
    .split(/(?=<h[1-6][ >])/)
    .map((section) => {
      const text = section.replace(/<svg.*?<\/svg>|<[^>]*>/gs, ' ');
      const terms = koreanTerms(text);
      return terms.length === 0 ? section : `${section}<p>${terms.join(' ')}</p>`;
    })
    .join('');
