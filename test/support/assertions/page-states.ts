import { describeDifference } from './line-difference.ts';
import { compareLanguages } from './page-languages.ts';
import { type PageParts, pageOutline } from './page-outline.ts';

/** Renders a state of a page in a language. */
export type RenderPage = (language: 'en' | 'ko') => Response;

/**
 * Returns the states of a page for a file that people review: each one in English, whole or as what differs from an earlier one, and the
 * texts that are the same in Korean. @throws {Error} if a state isn't the same page in Korean.
 */
export async function describeStates(states: Record<string, RenderPage>, parts: PageParts): Promise<string> {
  const described: string[] = [];
  const sharedTexts = new Set<string>();
  const earlier: [state: string, outline: string][] = [];
  for (const [state, render] of Object.entries(states)) {
    const { faults, shared } = compareLanguages(await render('en').text(), await render('ko').text());
    if (faults.length > 0) throw new Error(`${state} differs in Korean:\n${faults.join('\n')}`);
    for (const text of shared) sharedTexts.add(text);
    const whole = await pageOutline(render('en'), parts);
    described.push(`# ${state}\n\n${shortest(whole, earlier)}`);
    earlier.push([state, whole]);
  }
  return `${described.join('\n')}\n# Texts that are the same in Korean\n\n${[...sharedTexts].join('\n')}\n`;
}

/** An outline, or its difference from the earlier one that is most like it. */
function shortest(whole: string, earlier: readonly [state: string, outline: string][]): string {
  const length = (text: string) => text.split('\n').length;
  return earlier
    .map(([state, outline]) => `Like “${state}”, except for:\n\n${describeDifference(outline, whole)}`)
    .reduce((best, text) => (length(text) < length(best) ? text : best), whole);
}
