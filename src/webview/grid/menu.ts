import { button, element, show } from './dom.ts';

export interface MenuItem {
  readonly text: string;
  readonly act: () => void;
}

/** A button that opens a menu: arrows, Home, End, Enter and Escape work in it as in any menu. */
export function menuButton(text: string, items: readonly MenuItem[]): HTMLElement {
  const menu = element('div', { class: 'menu', role: 'menu', 'aria-label': text, hidden: true });
  const opener = button(
    text,
    () => {
      setOpen(menu.hidden !== false);
      if (!menu.hidden) focusItem(0);
    },
    { 'aria-haspopup': 'menu', 'aria-expanded': 'false', class: 'secondary opens' },
  );
  const entries = items.map(({ text: label, act }) =>
    button(
      label,
      () => {
        setOpen(false);
        opener.focus();
        act();
      },
      { role: 'menuitem', tabindex: '-1' },
    ),
  );
  menu.append(...entries);
  const root = element('div', { class: 'menu-holder' }, opener, menu);

  root.addEventListener('keydown', (event) => {
    if (menu.hidden) return;
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const target = targetOf(event.key, at, entries.length);
    if (target !== undefined) focusItem(target);
    else if (event.key === 'Escape') {
      setOpen(false);
      opener.focus();
    } else return;
    event.preventDefault();
  });
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) setOpen(false);
  });

  function focusItem(index: number): void {
    entries[index]?.focus();
  }

  function setOpen(isOpen: boolean): void {
    show(menu, isOpen);
    opener.setAttribute('aria-expanded', String(isOpen));
  }

  return root;
}

/** The entry that a key leads to; undefined for a key that leads to none. */
function targetOf(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
