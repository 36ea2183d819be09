import { expect, test } from 'vitest';
import { nearestPages } from '../.vitepress/theme/nearest-pages.ts';

const pages = [
  { text: 'Quickstart', link: '/start/quickstart' },
  { text: 'Keys', link: '/operate/keys' },
  { text: 'Logs', link: '/operate/logs' },
  { text: '빠른 시작', link: '/ko/start/quickstart' },
  { text: 'Gateway', link: '/gateway/' },
];
const found = (missing: string) => nearestPages(missing, pages).map(({ link }) => link);

test.each([
  ['/start/quickstrat', '/start/quickstart'],
  ['/quick-start', '/start/quickstart'],
  ['/operate/log', '/operate/logs'],
  ['/operate/key.html', '/operate/keys'],
  ['/ko/빠른시작', '/ko/start/quickstart'],
  ['/gatway', '/gateway/'],
])('the page that is most like %s is %s', (missing, nearest) => {
  expect(found(missing)[0]).toBe(nearest);
});

test('a name that is like no page has no suggestion', () => {
  expect(found('/wp-login')).toEqual([]);
});
