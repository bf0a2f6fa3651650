import * as l10n from '@vscode/l10n';
import { writeNumbersAs } from '../../core/text/numbers.ts';
import {
  type DesignState,
  type FromDesignPage,
  readDesignState,
  readToDesignPage,
} from '../../protocol/design-page.ts';
import { createDesignApp, type DesignApp } from './app.ts';

/** What VS Code gives to the page of a panel. */
declare function acquireVsCodeApi(): {
  readonly postMessage: (message: FromDesignPage) => void;
  readonly setState: (state: DesignState) => void;
  /** What was remembered last, also before the page was loaded again. */
  readonly getState: () => unknown;
};

writeNumbersAs(document.documentElement.lang);
const { postMessage, setState, getState } = acquireVsCodeApi();
let app: DesignApp | undefined;

window.addEventListener('focus', () => app?.enter());
window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readToDesignPage(data);
  if (message?.kind === 'start') {
    if (message.texts !== undefined) l10n.config({ contents: message.texts });
    app = createDesignApp({ post: postMessage, remember: setState }, readDesignState(getState()));
    document.body.replaceChildren(app.root);
  } else if (message !== undefined) {
    app?.receive(message);
    if (document.hasFocus()) app?.enter();
  }
});
postMessage({ kind: 'ready' });
