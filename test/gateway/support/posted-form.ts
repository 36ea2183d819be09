import type { Shown } from '../../support/fixtures/browser-session.ts';

/** The form with which a page posts an answer: its action, and its fields. */
export function postedBy({ document }: Shown) {
  const form = document.querySelector('main form');
  const fields = document
    .querySelectorAll('main input')
    .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']);
  return {
    action: form?.getAttribute('action'),
    fields: Object.fromEntries(fields) as Record<string, string>,
  };
}
