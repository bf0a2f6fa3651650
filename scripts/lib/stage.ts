import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.ts';

/** What the build of what ships does not read. */
const LEFT_OUT = /^(\.git|\.cache|dist|node_modules|samples|test|.*\.(vsix|tgz))$/;

/**
 * Makes `folder` anew as a copy of the sources, to be built and packaged there. It lies in the repository, where the packages are
 * found that are installed.
 */
export function stageSources(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(root).filter((each) => !LEFT_OUT.test(each))) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
}
