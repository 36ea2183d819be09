import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './bundles.ts';

/** Files of a developer's own checkout, which do not belong to the project. */
const ownFiles = /(^|[\\/])(node_modules|\.git|site[\\/]dist[^\\/]*|\.wrangler|\.dev\.vars.*|\.env.*)$/;

/** A copy of the project in a folder whose path has a space and Korean letters, with this one's packages. */
export function copyProject() {
  const parent = mkdtempSync(path.join(tmpdir(), 'plid-copy-'));
  const folder = path.join(parent, '플리드 시험');
  mkdirSync(folder);
  cpSync(root, folder, {
    recursive: true,
    filter: (source) => !ownFiles.test(path.relative(root, source)),
  });
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  return {
    folder,
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }),
  };
}
