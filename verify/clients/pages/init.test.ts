import { beforeAll, describe, expect, test } from 'vitest';
import { agreeIfAsked, submitSignIn } from '../../../test/support/fixtures/browser-steps.ts';
import { people } from '../../../test/support/fixtures/sign-in.ts';
import { useStarted } from '../../../test/support/world/use-world.ts';
import { templateFilesOf } from '../../../tools/package/template-files.ts';
import { expectText } from '../../examples/sample-steps.ts';
import { inTurn } from '../in-turn.ts';
import { packAndInstall } from '../packed/pack.ts';
import { startInitProject } from './init-project.ts';
import { home, startPage, startPageService } from './page-world.ts';
import { next, strict } from './strict-projects.ts';

const service = useStarted(startPageService);
let packed: Buffer;
beforeAll(async () => {
  const consumer = await packAndInstall();
  packed = consumer.tarball;
  consumer.remove();
}, 180_000);

/** A project in which a developer runs the command. */
interface Project {
  name: string;
  template: string;
  existing: Readonly<Record<string, string>>;
  /** The file to which the developer adds the printed code. */
  addTo?: string;
}

const link = '<a href="/login">Sign in</a>';
const ownServer = `import express from 'express';
const app = express();
app.get('/', (request, response) => response.send('${link}'));
app.listen(process.env.PORT ?? 3000, 'localhost');
`;
const pagesOfNext = templateFilesOf('nextjs', 'javascript');
const tsconfig = (content: object) => ({ 'tsconfig.json': JSON.stringify(content) });
const ownNext = {
  'package.json': '{ "name": "mine", "type": "module" }',
  '.gitignore': 'node_modules\n',
  'src/app/layout.jsx': pagesOfNext['app/layout.js'] ?? '',
  'src/app/page.jsx': `export default () => ${link};\n`,
  'src/app/orders/page.jsx': pagesOfNext['app/orders/page.js'] ?? '',
};

const typedNext = templateFilesOf('nextjs', 'typescript');
const ownTypedNext = {
  ...tsconfig(next),
  'package.json': '{ "name": "mine", "type": "module", "devDependencies": { "typescript": "^5.9.3" } }',
  'src/app/layout.tsx': typedNext['app/layout.tsx'] ?? '',
  'src/app/page.tsx': `export default () => ${link};\n`,
  'src/app/orders/page.tsx': typedNext['app/orders/page.tsx'] ?? '',
};

const projects: Project[] = [
  ...['express', 'hono', 'nextjs'].map((template) => ({ name: 'an empty folder', template, existing: {} })),
  {
    name: 'a project with a server',
    template: 'express',
    existing: {
      'package.json': '{ "name": "mine", "type": "module", "dependencies": { "express": "^5.0.0" } }',
      '.env': 'OWN=1\n',
      '.gitignore': 'node_modules\n',
      'server.js': ownServer,
    },
    addTo: 'server.js',
  },
  { name: 'a project with routes', template: 'nextjs', existing: ownNext },
  ...['express', 'hono'].map((template) => ({
    name: 'a folder with tsconfig.json',
    template,
    existing: tsconfig(strict),
  })),
  { name: 'a project with routes in TypeScript', template: 'nextjs', existing: ownTypedNext },
];

describe.each(inTurn(projects))('plid init $template in $name', ({ template, existing, addTo }) => {
  const world = useStarted(() =>
    startPage((port) =>
      startInitProject({ template, existing, addTo, packed, service: service.address, port }),
    ),
  );

  test('a user signs in, and returns to the page that requires it', async () => {
    const tab = await world.open();
    await tab.goto(home);
    await expectText(tab, 'Sign in');
    await tab.goto(`${home}/orders`);
    await submitSignIn(tab, people.duri);
    await agreeIfAsked(tab);
    await expectText(tab, 'Orders of 이두리');
    expect(tab.url()).toBe(`${home}/orders`);
  });
});
