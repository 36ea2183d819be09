import { readAdminCommands, readPackageHelp, readStartHelp } from './command-help.ts';
import { code, type Page, section, table } from './page.ts';

/** The commands of the packages. */
const packageCommands = ['plid sandbox', 'plid init', 'plid-kits conformance', 'plid-kits carrier'];

const block = (text: string) => `\`\`\`text\n${text}\n\`\`\``;

/** The page of the command lines, with each command's own help, only in English, as the help is. */
export async function commandsPage(): Promise<Page> {
  const admin = await readAdminCommands();
  const start = await readStartHelp();
  const ofPackage = await Promise.all(
    packageCommands.map(async (name) => ({ name, help: await readPackageHelp(name.split(' ')) })),
  );
  const withHelp = admin.filter(({ help }) => help !== '');
  return {
    name: 'commands',
    title: { en: 'Commands' },
    summary: {
      en: 'This page lists the commands of `npm start`, `plid`, and `plid-admin`, each with its options as `--help` prints them.',
    },
    body: () =>
      [
        section(2, 'npm start', block(start)),
        section(
          2,
          'plid, plid-kits',
          'These commands belong to the packages `plid` and `plid-kits`. In a clone, run them as `npx plid-admin sandbox`, and so on.',
        ),
        ...ofPackage.map(({ name, help }) => section(3, name, block(help))),
        section(
          2,
          'plid-admin',
          "Run these commands in a clone of this repository, after `npm install`. The operator's token is read from `PLID_ADMIN_TOKEN`.",
          table(
            ['Command', 'What it does'],
            admin.map(({ name, description }) => [code(name), `${description}.`]),
          ),
        ),
        ...withHelp.map(({ name, help }) => section(3, `plid-admin ${name}`, block(help))),
      ].join('\n\n'),
  };
}
