import * as l10n from '@vscode/l10n';
import { readToPanel } from '../../extension/messages/grid.ts';
import type { ToHost } from '../../extension/messages/grid.ts';
import { createApp } from './app.ts';
import type { App } from './app.ts';

/** What VS Code gives to the page of a panel. */
declare function acquireVsCodeApi(): { readonly postMessage: (message: ToHost) => void };

const nonce = document.currentScript?.nonce ?? '';
const { postMessage } = acquireVsCodeApi();
let app: App | undefined;

window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readToPanel(data);
  if (message?.kind === 'start') {
    if (message.texts !== undefined) l10n.config({ contents: message.texts });
    app = createApp(message, nonce, postMessage);
    document.body.replaceChildren(app.root);
    app.begin();
  } else if (message !== undefined) {
    app?.receive(message);
  }
});
postMessage({ kind: 'ready' });
