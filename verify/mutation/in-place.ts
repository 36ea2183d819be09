import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Load {
  onLoad(options: { filter: RegExp }, load: (file: { path: string }) => object | undefined): void;
}

/** Lets a bundled module find the files beside its source. */
export const inPlace = {
  name: 'in-place',
  setup(build: Load) {
    build.onLoad(
      { filter: /\/(?:test|verify|tools|sandbox|admin|workers|packages)\/.*\.tsx?$/ },
      ({ path: file }) => {
        const source = readFileSync(file, 'utf8');
        if (!source.includes('import.meta.')) return undefined;
        const contents = source
          .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
          .replaceAll('import.meta.url', JSON.stringify(`file://${file}`));
        return { contents, loader: path.extname(file).slice(1) };
      },
    );
  },
};
