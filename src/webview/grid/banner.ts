import { element, show } from './dom.ts';

/** A message above the rows: a problem or a question, with what can be done about it. */
export interface Banner {
  readonly root: HTMLElement;
  readonly say: (
    kind: 'pause' | 'failure' | 'question',
    text: string,
    actions: readonly HTMLButtonElement[],
  ) => void;
  readonly clear: () => void;
}

export function createBanner(): Banner {
  const root = element('div', { class: 'banner', hidden: true });
  return {
    root,
    say: (kind, text, actions) => {
      root.className = `banner ${kind}`;
      root.setAttribute('role', kind === 'pause' ? 'status' : 'alert');
      root.replaceChildren(element('span', {}, text), ...actions);
      show(root, true);
    },
    clear: () => {
      root.replaceChildren();
      show(root, false);
    },
  };
}
