import type { Mutant } from '../mutant.ts';

/** Mistakes in what a browser remembers of a person. */
export const returning: readonly Mutant[] = [
  {
    id: 'service-return-unmasked-later',
    file: 'workers/service/authorize/cookies/form-cookie.ts',
    find: "flow: recalled ? '' : id",
    replace: 'flow: id',
    breaks: 'Whoever goes on as the person whom a browser remembers is not shown their entries whole.',
    tests: ['test/service/sign-in-form.test.ts'],
  },
  {
    id: 'service-return-unmasked-by-any-refusal',
    file: 'workers/service/authorize/pages/refusal-page.tsx',
    find: 'form.recalled && error.refusal !== serviceRefusals.unconfirmed;',
    replace: 'false;',
    breaks: 'A refusal that says nothing of the entries does not show them.',
    tests: ['test/service/sign-in-form.test.ts'],
  },
  {
    id: 'service-return-forgotten-by-the-language',
    file: 'workers/service/authorize/steps/stay-on-page.ts',
    find: ' || !isReturn(await readTypedForm(context, signIn.id));',
    replace: ' || true;',
    breaks: 'An empty form does not take the place of the person whom the browser remembers.',
    tests: ['test/service/sign-in-form.test.ts'],
  },
  {
    id: 'service-return-not-forgotten',
    file: 'workers/service/authorize/steps/use-remembered.ts',
    find: 'toForm([dropForm(context)])',
    replace: 'toForm([dropForm(context)].slice(1))',
    breaks: 'A browser that is told to forget somebody does.',
    tests: ['test/service/sign-in-form.test.ts'],
  },
  {
    id: 'service-network-of-homes',
    file: 'workers/service/authorize/sign-in/carrier-of-network.ts',
    find: "  [17853, 'L'],",
    replace: "  [17853, 'L'],\n  [4766, 'K'],",
    breaks: 'A network of homes says nothing of the carrier of a phone.',
    tests: ['test/service/sign-in-form.test.ts'],
  },
];
