import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { Failure } from '../../tools/terminal/failure.ts';
import { io } from '../../tools/terminal/io.ts';
import { readPhoneNumber } from '../../workers/core/protocol/phone-number.ts';
import type { UserIdentifier } from '../../workers/core/protocol/user-identifier.ts';
import { readReason, requireReason } from './access-reason.ts';
import { AdminApi } from './admin-api.ts';
import { affectedCommand } from './affected-users.ts';
import { confirm } from './confirm.ts';
import { withConsentTexts } from './consents-with-texts.ts';
import { Operator } from './operator-api-client.ts';
import { createGatewayPeopleApi, createServicePeopleApi } from './people-api.ts';
import {
  describeEndedPasskeys,
  describeErased,
  describeErasedUsers,
  describeGatewayUserData,
  describeServiceUserData,
} from './people-output.ts';
import { urlOption } from './url-option.ts';

interface Options {
  url: string;
  gateway?: true;
  json?: true;
  plid?: true;
  yes?: true;
  reason?: string;
}

/** `plid-admin people …`: shows and erases the data stored about one user, ends passkeys, and lists affected users (docs/operate/users.md). */
export function peopleCommand(): Command {
  const people = new Command('people')
    .description(
      'Show or erase the data stored about one user, end passkeys, or list the users whom a leak affects',
    )
    .addOption(urlOption('Address of the service or gateway'))
    .option('--gateway', 'Treat the address as a gateway')
    .option('--plid', 'Treat <person> as a plid, even if it looks like a phone number')
    .option(
      '--reason <text>',
      'Reason, such as a ticket or case number, that is recorded with the name of your token; required, no personal data',
      readReason,
    )
    .option('--json', 'Print JSON')
    .configureHelp({ showGlobalOptions: true });
  people
    .command('show <person>')
    .description(
      'Show the data stored about the user with a plid or phone number; "-" reads it from standard input',
    )
    .action(show);
  people
    .command('erase <person>')
    .description('Permanently erase the data; the user gets a new plid at the next sign-in')
    .option('--yes', 'Confirm the erasure')
    .action(erase);
  people
    .command('end-passkeys <person>')
    .description('Permanently end all passkeys; the user signs in by phone, and can create new ones')
    .option('--yes', 'Confirm the end of the passkeys')
    .action(endPasskeys);
  return people.addCommand(affectedCommand());
}

async function show(this: Command, person: string): Promise<void> {
  const { url, gateway, json, plid, reason } = this.optsWithGlobals<Options>();
  const named = await readPerson(person, plid);
  const given = requireReason(reason);
  if (gateway) {
    const people = createGatewayPeopleApi(url);
    const shown = await people.show(named, given);
    return print(json, shown, describeGatewayUserData(shown, people.origin));
  }
  const people = createServicePeopleApi(url);
  const shown = await withConsentTexts(new AdminApi(url), await people.show(named, given));
  print(json, shown, describeServiceUserData(shown, people.origin));
}

async function erase(this: Command, person: string): Promise<void> {
  const { url, gateway, json, plid, reason, yes = false } = this.optsWithGlobals<Options>();
  const named = await readPerson(person, plid);
  const given = requireReason(reason);
  const whom = 'plid' in named ? named.plid : named.phoneNo;
  const { origin } = new Operator(url);
  await confirm(`Everything that ${origin} stores about ${whom} will be permanently erased.`, yes);
  if (gateway) {
    const erased = await createGatewayPeopleApi(url).erase(named, given);
    return print(json, erased, describeErasedUsers(erased, origin));
  }
  const erased = await createServicePeopleApi(url).erase(named, given);
  print(json, erased, describeErased(erased, origin));
}

async function endPasskeys(this: Command, person: string): Promise<void> {
  const { url, gateway, json, plid, reason, yes = false } = this.optsWithGlobals<Options>();
  if (gateway)
    throw new Failure('A gateway has no passkeys. Remove --gateway, and use the address of the service.');
  const named = await readPerson(person, plid);
  const given = requireReason(reason);
  const whom = 'plid' in named ? named.plid : named.phoneNo;
  const people = createServicePeopleApi(url);
  await confirm(`All passkeys of ${whom} at ${people.origin} will permanently end.`, yes);
  const answer = await people.endPasskeys(named, given);
  print(json, answer, describeEndedPasskeys(answer.ended, people.origin));
}

/**
 * Reads a user's plid or phone number. A phone number may have any format that the sign-in page accepts. @throws
 * {Failure} if the value is neither.
 */
async function readPerson(given: string, isPlid = false): Promise<UserIdentifier> {
  const person = (given === '-' ? await text(io().stdin) : given).trim();
  const phoneNo = isPlid ? undefined : readPhoneNumber(person);
  if (phoneNo !== undefined) return { phoneNo };
  if (!isPlid && /^[+\d０-９][\d０-９\s().\p{Pd}]*$/u.test(person))
    throw new Failure(`${person} isn't a Korean mobile phone number. If it is a plid, add: --plid`);
  if (!/^[\x21-\x7e]{1,128}$/.test(person))
    throw new Failure('Specify one user: a phone number such as 010-1234-5678, or a plid.');
  return { plid: person };
}

function print(json: true | undefined, answer: object, text: string): void {
  io().console.log(json ? JSON.stringify(answer, null, 2) : text);
}
