import * as l10n from '@vscode/l10n';
import { readPanelState, readToPanel } from '../../protocol/grid.ts';
import type { PanelState, ToHost } from '../../protocol/grid.ts';
import { createApp } from './app.ts';
import type { App } from './app.ts';
import { writeNumbersAs } from '../../core/text/numbers.ts';

/** What VS Code gives to the page of a panel. */
declare function acquireVsCodeApi(): {
  readonly postMessage: (message: ToHost) => void;
  readonly setState: (state: PanelState) => void;
  /** What was remembered last, also before the page was loaded anew. */
  readonly getState: () => unknown;
};

writeNumbersAs(document.documentElement.lang);
const nonce = document.currentScript?.nonce ?? '';
const { postMessage, setState, getState } = acquireVsCodeApi();
let app: App | undefined;

/** Who comes by keyboard goes on from the first thing of use, not from the page's body; takes no focus from anywhere else. */
function enter(): void {
  if (document.activeElement === document.body) app?.focus();
}

window.addEventListener('focus', enter);
window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readToPanel(data);
  if (message?.kind === 'start') {
    if (message.texts !== undefined) l10n.config({ contents: message.texts });
    app = createApp(message, nonce, postMessage, setState, readPanelState(getState())?.sort);
    document.body.replaceChildren(app.root);
    app.begin();
    if (document.hasFocus()) enter();
  } else if (message !== undefined) {
    app?.receive(message);
  }
});
postMessage({ kind: 'ready' });
