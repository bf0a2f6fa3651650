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

/** `leave` has the focus put elsewhere when the banner goes that has it. */
export function createBanner(leave: () => void): Banner {
  const root = element('div', { class: 'banner', hidden: true });
  const empty = (): void => {
    const hadFocus = root.contains(document.activeElement);
    root.replaceChildren();
    show(root, false);
    if (hadFocus) leave();
  };
  return {
    root,
    say: (kind, text, actions) => {
      root.className = `banner ${kind}`;
      root.setAttribute('role', kind === 'pause' ? 'status' : 'alert');
      root.replaceChildren(element('span', {}, text), ...actions);
      show(root, true);
    },
    clear: empty,
  };
}
