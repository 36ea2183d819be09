import path from 'node:path';
import { defineConfig } from 'vitepress';
import { writeApiReference } from '../api-pages.ts';
import { docs, excluded, findPages, type Language, pagesOf, readAreas, urlOf } from '../contents.ts';
import { descriptionOfPage } from '../descriptions.ts';
import { headOf } from '../head.ts';
import { licenseNotices } from '../license-notices.ts';
import { base, writeTexts } from '../llms.ts';
import { markdown } from '../markdown/options.ts';
import { writeMissingPages } from '../missing-pages.ts';
import { navigation, version } from '../navigation.ts';
import { writePictures } from '../pictures.ts';
import { searchIndex } from '../search/plugin.ts';
import { korean, koreanSearch } from './korean.ts';

/** Replaces the theme's component, which nests a button in a button. */
const sidebarItem = path.join(import.meta.dirname, 'theme/sidebar-item.ts');

const sidebar = (language: Language) =>
  readAreas().map((area) => ({
    text: area[language],
    items: pagesOf(area, language).map(({ file, title, language: written }) => ({
      text: written === language ? title : `${title} (영어)`,
      link: urlOf(file),
    })),
  }));

const pages = findPages();
const englishOnly = pages
  .filter((file) => !file.startsWith('ko/') && !pages.includes(`ko/${file}`))
  .map((file) => urlOf(file).slice(1));

export default defineConfig({
  srcDir: docs,
  srcExclude: excluded,
  base,
  outDir: process.env.PLID_SITE_OUT ?? '../dist/docs',
  cacheDir: '../../node_modules/.cache/site',
  title: 'plid',
  description: 'Sign in with a Korean phone number, on Cloudflare Workers',
  cleanUrls: true,
  metaChunk: true,
  rewrites: Object.fromEntries(
    pages
      .filter((file) => /(?:^|\/)README\.md$/.test(file))
      .map((file) => [file, file.replace('README.md', 'index.md')]),
  ),
  ignoreDeadLinks: 'localhostLinks',
  transformPageData(page) {
    const isFront = /^(?:ko\/)?index\.md$/.test(page.relativePath);
    const frontmatter = isFront
      ? { pageClass: 'front', aside: false, ...page.frontmatter }
      : page.frontmatter;
    return { description: descriptionOfPage(page.filePath), frontmatter };
  },
  transformHead: ({ pageData: { filePath, title, description } }) =>
    filePath.endsWith('404.md') ? [] : headOf({ file: filePath, title, description }),
  markdown,
  locales: {
    root: { label: 'English', lang: 'en', themeConfig: { nav: navigation('en'), sidebar: sidebar('en') } },
    ko: {
      label: '한국어',
      lang: 'ko',
      link: '/ko/',
      ...korean,
      themeConfig: { ...korean.themeConfig, nav: navigation('ko'), sidebar: sidebar('ko') },
    },
  },
  themeConfig: {
    englishOnly,
    version,
    outline: [2, 3],
    search: {
      provider: 'local',
      options: { locales: { ko: koreanSearch } },
    },
  } as object,
  vite: {
    resolve: { alias: [{ find: /^.*\/VPSidebarItem\.vue$/, replacement: sidebarItem }] },
    esbuild: { tsconfigRaw: '{}' },
    plugins: [searchIndex, licenseNotices],
    build: { chunkSizeWarningLimit: 5_000 },
  },
  buildEnd({ outDir }) {
    writeTexts(outDir);
    writePictures(outDir);
    writeApiReference(outDir);
    writeMissingPages(outDir);
  },
});
