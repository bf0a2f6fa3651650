import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from '@vscode/test-electron';
import type { Stage } from './stage.ts';

const downloads = fileURLToPath(new URL('../../.cache/vscode-desktop', import.meta.url));

/**
 * Runs the host suite in a desktop VS Code: the executable that is named, else the latest release, downloaded
 * once. Rejects when VS Code ends with anything but 0.
 */
export async function runDesktop(
  stage: Pick<Stage, 'extension' | 'tests' | 'workspace' | 'home' | 'env'>,
  vscodeExecutablePath?: string,
): Promise<void> {
  await runTests({
    ...(vscodeExecutablePath !== undefined && { vscodeExecutablePath }),
    cachePath: downloads,
    extensionDevelopmentPath: stage.extension,
    extensionTestsPath: stage.tests,
    extensionTestsEnv: stage.env,
    launchArgs: [
      stage.workspace,
      `--user-data-dir=${join(stage.home, 'data')}`,
      `--extensions-dir=${join(stage.home, 'extensions')}`,
      '--disable-telemetry',
    ],
  });
}
