import path from 'node:path';
import { createMarkdownRenderer } from 'vitepress';
import { expect, test } from 'vitest';
import { docs } from '../contents.ts';
import { targetOf } from '../links.ts';
import { renderDiagram } from '../markdown/diagrams.ts';
import { markdownPlugins } from '../markdown/index.ts';

const file = 'start/quickstart.md';
const renderer = await createMarkdownRenderer(docs, {
  config(md) {
    for (const plugin of markdownPlugins) plugin(md);
  },
});
/** The text of an element's HTML. */
const textOf = (html: string) => html.replace(/<[^>]*>/g, '').replaceAll('&gt;', '>');
const render = (text: string, page = file) =>
  renderer.render(text, { path: path.join(docs, page), cleanUrls: true });

const typed = 'const one = (text: string) => text;\n';

test.each([
  ['#a-page', '#a-page'],
  ['https://example.com/', 'https://example.com/'],
  ['../gateway/README.md#routes', '/gateway/#routes'],
  ['../openapi.yaml', '/openapi.yaml'],
  ['../../workers/workers.ts', 'https://github.com/owner/plid/blob/HEAD/workers/workers.ts'],
  ['missing.md', 'missing.md'],
])('a link to %s leads to %s', (href, target) => {
  expect(targetOf(href, file, 'https://github.com/owner/plid')).toBe(target);
});

test('without an address of the repository, a link to a file becomes its path', () => {
  expect(render('[workers](../../workers/workers.ts)')).toContain(
    '<span title="workers/workers.ts">workers</span>',
  );
});

test('a diagram has a title and a description, and loads nothing', () => {
  const diagram = 'flowchart LR\n  accTitle: The <parts>\n  accDescr: A and B\n  A[하나] --> B\n';
  const svg = render(`\`\`\`mermaid\n${diagram}\`\`\``);
  expect(svg).toMatch(
    /<svg [^>]*role="img" aria-label="The &lt;parts&gt;" aria-describedby="(\S+)"><desc id="\1">A and B<\/desc>/,
  );
  expect(svg).toContain('하나');
  expect(svg).not.toMatch(/<style|https?:(?!\/\/www\.w3\.org)|accTitle/);
  expect(() => renderDiagram('flowchart LR\n  accTitle: Parts\n  A --> B')).toThrow('accDescr');
});

test('a sequence diagram is a list of messages with their participants', () => {
  const lines = ['participant A as Application', 'participant B', 'A->>B: <Code>', 'B-->>A: Token'];
  const html = renderDiagram(`sequenceDiagram\n  accTitle: T\n  accDescr: D\n  ${lines.join('\n  ')}\n`);
  const items = [...html.matchAll(/<li class="([^"]*)" style="grid-area:([^"]*)">(.*?)<\/li>/g)];
  expect(items.map(([, classes, place, text = '']) => [classes, place, textOf(text)])).toEqual([
    ['right', '1/2/auto/4', 'Application → B &lt;Code>'],
    ['left reply', '2/2/auto/4', 'B → Application Token'],
  ]);
  expect(() => renderDiagram('sequenceDiagram\n  accTitle: T\n  accDescr: D\n  loop Every second')).toThrow(
    'loop Every second',
  );
  expect(() =>
    renderDiagram('sequenceDiagram\n  accTitle: T\n  accDescr: D\n  participant A\n  A->>B: x'),
  ).toThrow('needs two participants');
});

test('a fragment has a label in the language of the page, and no copy button', () => {
  const block = '```ts fragment\nconst one = two;\n```';
  for (const [page, label] of [
    [file, 'Fragment'],
    [`ko/${file}`, '일부 코드'],
  ]) {
    const html = render(block, page);
    expect(html).toContain(`<span class="fragment">${label}</span>`);
    expect(html).toContain('<span class="lang">ts</span>');
    expect(html).not.toContain('class="copy"');
  }
  const tabs = render(`<!-- TypeScript and JavaScript -->\n\n\`\`\`ts fragment\n${typed}\`\`\`\n`);
  expect(tabs.match(/class="fragment"/g)).toHaveLength(2);
  expect(tabs).not.toContain('class="copy"');
});

test('the copy button has a name in the language of the page', () => {
  expect(render('    npm start')).toContain('<button title="Copy Code" class="copy">');
  expect(render('    npm start', `ko/${file}`)).toContain('<button title="코드 복사" class="copy">');
});

test('the link to the other language is omitted', () => {
  const html = render(
    '# Title\n\n[한국어](../ko/start/quickstart.md)\n\nSee [English](https://example.com/) texts.',
  );
  expect(html).not.toContain('한국어');
  expect(html).toContain('>English</a> texts.');
});

test('the first page has a head, and a table of links as doors', () => {
  const html = render(
    '<!-- hero -->\n\n# plid\n\nText.\n\n<!-- /hero -->\n\n<!-- doors -->\n\n| Goal | Page |\n|---|---|\n| Try it | [Quickstart](start/quickstart.md) |\n\n<!-- /doors -->\n',
    'README.md',
  );
  expect(html).toMatch(/<div class="hero">\s*<h1[\s\S]*<p>Text.<\/p>\s*<\/div>/);
  expect(html).toMatch(
    /<ul class="doors">\s*<li><strong>\s*Try it<\/strong>\s*<a href="\/start\/quickstart">Quickstart<\/a><\/li>\s*<\/ul>/,
  );
  expect(html).not.toContain('<table');
});

test('a moving picture has a still one for each color scheme, and a switch in the language of the page', () => {
  const picture = (folder: string) =>
    `<picture><source media="(prefers-color-scheme: dark)" srcset="${folder}pictures/login-ko-dark.png"><img src="${folder}pictures/login-ko.png" alt="A login" width="732"></picture>\n`;
  const html = render(picture('../'), 'ko/README.md');
  expect(
    [...html.matchAll(/:src="'([^']*)'" class="([^"]*)" alt="A login"/g)].map(([, ...found]) => found),
  ).toEqual([
    ['/docs/pictures/login-ko.png', 'moves in-light'],
    ['/docs/pictures/login-ko-dark.png', 'moves in-dark'],
    ['/docs/pictures/login-ko-still.png', 'still in-light'],
    ['/docs/pictures/login-ko-dark-still.png', 'still in-dark'],
  ]);
  expect(html).toContain('<input type="checkbox"> 멈춤');
  expect(render(picture(''), 'README.md')).toContain('<input type="checkbox"> Pause');
});

test('sections between the comments are tabs', () => {
  const html = render(
    '<!-- tabs -->\n\n### Express\n\n```js\none();\n```\n\n### Hono\n\nText\n\n<!-- /tabs -->\n\nAfter',
  );
  expect(html.match(/<label [^>]*>[^<]*/g)?.map((label) => label.replace(/.*>/, ''))).toEqual([
    'Express',
    'Hono',
  ]);
  expect(html).toMatch(/<div class="vp-block active" id="express">\s*<div class="language-js/);
  expect(html).toMatch(
    /<div class="vp-block" id="hono">\s*<p>Text<\/p>\s*<\/div>\s*<\/div><\/div>\s*<p>After/,
  );
});

test('a tab contains its deeper headings, and code in two languages', () => {
  const html = render(
    `<!-- tabs -->\n\n### Hono\n\n<!-- TypeScript and JavaScript -->\n\n#### \`server.ts\`\n\n\`\`\`ts\n${typed}\`\`\`\n\n### Nest\n\n#### Start\n\n\`\`\`ts\n${typed}\`\`\`\n\n<!-- /tabs -->`,
  );
  const labels = html.match(/<label [^>]*>[^<]*/g)?.map((label) => label.replace(/.*>/, ''));
  expect(labels).toEqual(['Hono', 'Nest', 'TypeScript', 'JavaScript']);
  const [, first = '', second = ''] = html.split('<div class="vp-block');
  expect(first).toMatch(/<h4 id="server-ts"[^>]* aria-level="3"[\s\S]*language-ts[\s\S]*language-js/);
  expect(second).toMatch(/<h4 id="start"/);
});

test('a section in two languages has TypeScript and JavaScript in tabs', () => {
  const page = `# Page\n\n<!-- TypeScript and JavaScript -->\n\n\`\`\`ts\n${typed}\`\`\`\n\nText\n\n\`\`\`ts\nconst two = 2;\n\`\`\`\n`;
  const html = render(page);
  expect(html.match(/<label [^>]*>[^<]*/g)?.map((label) => label.replace(/.*>/, ''))).toEqual([
    'TypeScript',
    'JavaScript',
  ]);
  const [first = '', second = ''] = html.split('<div class="language-').slice(1);
  expect(first).toMatch(/^ts .*\bactive\b/);
  expect(textOf(first)).toContain('(text: string) =>');
  expect(second).toMatch(/^js (?!.*\bactive\b)/);
  expect(textOf(second)).toContain('(text) =>');
  expect(html).toMatch(/<\/div><\/div>\s*<p>Text<\/p>\s*<div class="language-ts[^"]*">/);
});

test('another section has only the language of its code', () => {
  expect(render(`\`\`\`ts\n${typed}\`\`\`\n`)).not.toContain('<label');
});

test('indented code has a copy button, alerts are boxes, and placeholders are text', () => {
  expect(render('    npm start')).toContain('class="copy"');
  expect(render('> [!NOTE]\n> Text')).toContain('custom-block');
  expect(render('The <name> of a user')).toContain('&lt;name&gt;');
});
