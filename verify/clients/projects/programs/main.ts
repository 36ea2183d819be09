import { answer } from './program.ts';

/** Without the types of Node, as `tsc --init` leaves it. */
declare const process: { argv: string[] };

void answer(JSON.parse(process.argv[2] ?? '')).then((told) => console.log(JSON.stringify(told)));
