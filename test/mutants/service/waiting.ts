import type { Mutant } from '../mutant.ts';

const watchPhone = 'workers/service/authorize/pages/watch-phone.ts';
const socket = ['test/service/waiting-socket.test.ts'];
const movesOn = ['test/browser/moves-on.test.ts'];

export const waiting: readonly Mutant[] = [
  {
    id: 'service-answered-any-carrier',
    file: 'workers/service/shared/waiting-pages.ts',
    find: 'telcoCd}',
    replace: "''}",
    breaks: 'A carrier wakes the pages of its own requests alone.',
    tests: socket,
  },
  {
    id: 'service-answered-other-carrier',
    file: 'workers/service/answered/index.ts',
    find: 'named !== undefined && named !== carrier',
    replace: 'carrier === undefined',
    breaks: 'A token of one carrier names no other.',
    tests: ['test/service/answered.test.ts'],
  },
  {
    id: 'service-answered-unlimited',
    file: 'workers/service/answered/index.ts',
    find: 'if (!success)',
    replace: 'if (success === undefined)',
    breaks: 'A flood of one carrier’s calls is refused.',
    tests: ['test/service/answered.test.ts'],
  },
  {
    id: 'service-held-at-once',
    file: 'workers/service/authorize/phone/held-outcome.ts',
    find: "while (outcome.status === 'pending') {",
    replace: "while (outcome.status === 'expired') {",
    breaks: 'A held question is answered as soon as the phone has answered.',
    tests: ['test/service/held-question.test.ts'],
  },
  {
    id: 'service-page-deaf',
    file: watchPhone,
    find: 'line.onmessage = () => signal.aborted || leave(answered);',
    replace: '',
    breaks: 'The word of a carrier moves the page on.',
    tests: movesOn,
  },
  {
    id: 'service-page-never-looks',
    file: watchPhone,
    find: 'if (!signal.aborted) ask(0, signal);',
    replace: '',
    breaks: 'A page that has opened its socket looks once.',
    tests: movesOn,
  },
  {
    id: 'service-page-asks-hidden',
    file: watchPhone,
    find: 'if (left || document.hidden) return;',
    replace: 'if (left) return;',
    breaks: 'A hidden page has no socket open.',
    tests: movesOn,
  },
  {
    id: 'service-page-offline-silent',
    file: watchPhone,
    find: '(stop(), say(offline))',
    replace: 'stop()',
    breaks: 'A page says that the network is lost.',
    tests: movesOn,
  },
  {
    id: 'service-page-without-socket',
    file: watchPhone,
    find: 'hears = opened;',
    replace: '',
    breaks: 'Where a proxy lets no socket through, the page asks.',
    tests: movesOn,
  },
  {
    id: 'service-number-any-carrier',
    file: 'workers/service/subscribers/reached-phone.ts',
    find: 'if (plid === undefined || network === scope) return plid;',
    replace: 'if (plid !== scope) return plid;',
    breaks: 'A carrier’s token reaches no number of another carrier.',
    tests: ['test/service/carrier-numbers.test.ts'],
  },
  {
    id: 'service-number-keeps-carrier',
    file: 'workers/service/objects/phone-registration.ts',
    find: 'const kept = [current?.owner ?? owner ?? null, network ?? null] as const;',
    replace: 'const kept = [current?.owner ?? owner ?? null, current?.network ?? network ?? null] as const;',
    breaks: 'After a port the old carrier’s token reaches the number no more.',
    tests: ['test/service/carrier-numbers.test.ts'],
  },
];
