// Runs the host suite in a desktop VS Code, which is downloaded once.
// usage: npm run test:desktop
import './lib/node24.ts';
import { runDesktop } from '../test/vscode-host/desktop.ts';
import { printOutcome, setStage } from '../test/vscode-host/stage.ts';

const stage = await setStage();
try {
  await runDesktop(stage).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
  });
  const totals = await printOutcome(stage);
  process.exitCode = totals?.failed === 0 ? 0 : 1;
} finally {
  await stage.strike();
}
