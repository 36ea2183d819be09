/** Phrases with the same meaning, each as terms. */
export type Group = string[][];

/** Maximum number of words of a phrase. */
export const phraseLength = 4;

/** Words of a Korean phrase may be written as one: phrases are compared without spaces. */
const keyOf = (terms: string[]): string => terms.join('');

/** Whether two phrases differ only in spaces. */
export const isSame = (one: string[], other: string[]): boolean => keyOf(one) === keyOf(other);

/** Returns the phrases with the same meaning as a phrase, or undefined if no group contains it. */
export type SynonymsOf = (terms: string[]) => string[][] | undefined;

export function createSynonyms(groups: Group[]): SynonymsOf {
  const groupsOf = new Map<string, Group>();
  for (const group of groups)
    for (const phrase of group)
      groupsOf.set(keyOf(phrase), [...(groupsOf.get(keyOf(phrase)) ?? []), ...group]);
  return (terms) => {
    const others = groupsOf.get(keyOf(terms))?.filter((phrase) => phrase.join(' ') !== terms.join(' '));
    return others && [...new Map(others.map((phrase) => [phrase.join(' '), phrase])).values()];
  };
}
