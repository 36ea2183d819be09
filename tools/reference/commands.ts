import { readAdminCommands, readPackageHelp, readStartHelp } from './command-help.ts';
import { adminCommandsInKorean } from './commands-texts.ts';
import { code, type Page, section, table, textsFor } from './page.ts';

const words = {
  columns: { en: ['Command', 'What it does'], ko: ['명령', '하는 일'] },
  admin: {
    en: "Run these commands in a clone of this repository, after `npm install`. The operator's token is read from `PLID_ADMIN_TOKEN`.",
    ko: '이 저장소를 복제한 폴더에서 `npm install` 뒤에 실행하세요. 운영자의 토큰은 `PLID_ADMIN_TOKEN`에서 읽습니다.',
  },
  package: {
    en: 'These commands belong to the packages `plid` and `plid-kits`. In a clone, run them as `npx plid-admin sandbox`, and so on.',
    ko: '`plid`와 `plid-kits` 패키지의 명령입니다. 복제한 폴더에서는 `npx plid-admin sandbox`처럼 실행하세요.',
  },
};

/** The commands of the packages. */
const packageCommands = ['plid sandbox', 'plid init', 'plid-kits conformance', 'plid-kits carrier'];

const block = (text: string) => `\`\`\`text\n${text}\n\`\`\``;

/** The page of the command lines, with each command's own help. */
export async function commandsPage(): Promise<Page> {
  const admin = await readAdminCommands();
  const korean = new Map(
    textsFor(
      'command',
      'commands-texts.ts',
      admin.map(({ name }) => name),
      adminCommandsInKorean,
    ),
  );
  const start = await readStartHelp();
  const ofPackage = await Promise.all(
    packageCommands.map(async (name) => ({ name, help: await readPackageHelp(name.split(' ')) })),
  );
  return {
    name: 'commands',
    title: { en: 'Commands', ko: '명령' },
    summary: {
      en: 'This page lists the commands of `npm start`, `plid`, and `plid-admin`, each with its options as `--help` prints them.',
      ko: '`npm start`, `plid`, `plid-admin`의 명령과 옵션입니다. 옵션은 `--help`가 출력하는 영어 도움말 그대로입니다.',
    },
    body: (language) =>
      [
        section(2, 'npm start', block(start)),
        section(2, 'plid, plid-kits', words.package[language]),
        ...ofPackage.map(({ name, help }) => section(3, name, block(help))),
        section(
          2,
          'plid-admin',
          words.admin[language],
          table(
            words.columns[language],
            admin.map(({ name, description }) => [
              code(name),
              language === 'en' ? `${description}.` : (korean.get(name) ?? ''),
            ]),
          ),
        ),
        ...admin
          .filter(({ help }) => help !== '')
          .map(({ name, help }) => section(3, `plid-admin ${name}`, block(help))),
      ].join('\n\n'),
  };
}
