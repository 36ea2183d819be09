import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const settings = 'programs/php.d';

/**
 * Does what Debian's packages do after they are unpacked: names the program `php`, and enables its extensions.
 * @param unpacked the folder with the packages. @param folder its final path.
 */
export function configurePhp(unpacked: string, folder: string): void {
  mkdirSync(path.join(unpacked, settings));
  const [program] = globSync('usr/bin/php[0-9].[0-9]', { cwd: unpacked });
  if (program !== undefined) symlinkSync(path.join('..', program), path.join(unpacked, 'programs/php'));
  const modules = globSync('usr/lib/php/*/*.so', { cwd: unpacked });
  for (const file of globSync('usr/share/php[0-9]*/*/*.ini', { cwd: unpacked })) {
    const text = readFileSync(path.join(unpacked, file), 'utf8');
    const [, priority = ''] = /^; priority=(\d+)$/m.exec(text) ?? [];
    const module = modules.find((one) => path.basename(one, '.so') === path.basename(file, '.ini'));
    const absolute = text.replace(/(?<=extension=).*$/m, path.join(folder, module ?? ''));
    writeFileSync(path.join(unpacked, settings, `${priority}-${path.basename(file)}`), absolute);
  }
  const libraries = ['.', '/usr/share/php', path.join(folder, 'usr/share/php')].join(path.delimiter);
  writeFileSync(path.join(unpacked, settings, '90-libraries.ini'), `include_path = "${libraries}"\n`);
}

/** The empty path stands for the settings of an installed PHP. */
export const phpEnvironment = (folder: string): NodeJS.ProcessEnv => ({
  PHP_INI_SCAN_DIR: `${path.delimiter}${path.join(folder, settings)}`,
});
