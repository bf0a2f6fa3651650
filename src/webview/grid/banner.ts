import { element } from './dom.ts';

/** A message above the rows: a problem or a question, with what can be done about it. */
export interface Banner {
  readonly root: HTMLElement;
  readonly say: (
    kind: 'pause' | 'failure' | 'question',
    text: string,
    actions: readonly HTMLButtonElement[],
  ) => void;
  readonly clear: () => void;
  readonly isShown: () => boolean;
}

/** `leave` has the focus put elsewhere when the banner goes that has it. */
export function createBanner(leave: () => void): Banner {
  // always there: what comes into it is read aloud, once
  const root = element('div', { 'aria-live': 'polite' });
  const empty = (): void => {
    const hadFocus = root.contains(document.activeElement);
    root.replaceChildren();
    root.setAttribute('aria-live', 'polite');
    if (hadFocus) leave();
  };
  return {
    root,
    say: (kind, text, actions) => {
      const isUrgent = kind !== 'pause';
      root.setAttribute('aria-live', isUrgent ? 'off' : 'polite');
      const attributes = { class: `banner ${kind}`, ...(isUrgent && { role: 'alert' }) };
      root.replaceChildren(element('div', attributes, element('span', {}, text), ...actions));
    },
    clear: empty,
    isShown: () => root.hasChildNodes(),
  };
}
