import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { readPhoneNumber } from '../../workers/core/protocol/phone-number.ts';
import { confirm } from './confirm.ts';
import { Failure } from './failure.ts';
import { type Named, PeopleAtService } from './people-api.ts';
import { describeErased, describePerson } from './people-words.ts';

interface Options {
  url: string;
  json?: true;
  plid?: true;
  yes?: true;
}

/** `plid people …`: what is stored about one person, and erasing it (docs/operating.md). */
export function peopleCommand(): Command {
  const people = new Command('people')
    .description('Shows what is stored about one person, and erases it.')
    .option('--url <address>', 'the service', 'http://localhost:8787')
    .option('--plid', '<person> is a plid, even where it looks like a phone number')
    .option('--json', 'answer in JSON, for programs')
    .configureHelp({ showGlobalOptions: true });
  people
    .command('show <person>')
    .description(
      'shows what is stored about the person of a plid or phone number; "-" reads it from standard input',
    )
    .action(show);
  people
    .command('erase <person>')
    .description('erases it, for good; the next sign-in begins anew')
    .option('--yes', 'confirms it')
    .action(erase);
  return people;
}

async function show(this: Command, person: string): Promise<void> {
  const { url, json, plid } = this.optsWithGlobals<Options>();
  const named = await readPerson(person, plid);
  const people = new PeopleAtService(url);
  const shown = await people.show(named);
  print(json, shown, describePerson(shown, people.origin));
}

async function erase(this: Command, person: string): Promise<void> {
  const { url, json, plid, yes = false } = this.optsWithGlobals<Options>();
  const named = await readPerson(person, plid);
  const people = new PeopleAtService(url);
  const whom = 'plid' in named ? named.plid : named.phoneNo;
  await confirm(`Everything that ${people.origin} stores about ${whom} is erased, for good.`, yes);
  const erased = await people.erase(named);
  print(json, erased, describeErased(erased, people.origin));
}

/**
 * Who is meant: a phone number in any spelling that the sign-in page takes, or a plid.
 * @throws {Failure} where it is neither.
 */
async function readPerson(given: string, isPlid = false): Promise<Named> {
  const person = (given === '-' ? await text(process.stdin) : given).trim();
  const phoneNo = isPlid ? undefined : readPhoneNumber(person);
  if (phoneNo !== undefined) return { phoneNo };
  if (!isPlid && /^[+\d０-９][\d０-９\s().\p{Pd}]*$/u.test(person))
    throw new Failure(`${person} is not a Korean mobile phone number. Where it is a plid, add: --plid`);
  if (!/^[\x21-\x7e]{1,128}$/.test(person))
    throw new Failure('Name one person: a phone number such as 010-1234-5678, or a plid.');
  return { plid: person };
}

function print(json: true | undefined, answer: object, text: string): void {
  console.log(json ? JSON.stringify(answer, null, 2) : text);
}
