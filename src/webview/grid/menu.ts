import { button, element, roved, show } from './dom.ts';

export interface MenuItem {
  readonly text: string;
  /** What the text does not say, in a tooltip that is read aloud, too. */
  readonly hint?: string;
  readonly act: () => void;
}

/** A button that opens a menu below it. */
export function menuButton(text: string, items: readonly MenuItem[]): HTMLElement {
  const menu = createMenu(text, () => {
    opener.setAttribute('aria-expanded', 'false');
  });
  menu.fill(items);
  const opener = button(
    text,
    () => {
      if (!menu.root.hidden) menu.close();
      else {
        opener.setAttribute('aria-expanded', 'true');
        menu.open(opener);
        keepInside(menu.root);
      }
    },
    { 'aria-haspopup': 'menu', 'aria-expanded': 'false', class: 'secondary opens' },
  );
  const root = element('div', { class: 'menu-holder' }, opener, menu.root);
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) menu.close();
  });
  return root;
}

/** Moves a menu to the left that would reach beyond the page's right edge. */
function keepInside(root: HTMLElement): void {
  root.style.left = '0';
  const beyond = root.getBoundingClientRect().right - document.documentElement.clientWidth;
  root.style.left = `${-Math.max(0, Math.ceil(beyond))}px`;
}

/** A menu that opens at a place of the page, where a person asked for it. */
export interface ContextMenu {
  readonly root: HTMLElement;
  /** `back` has the focus when it is closed; `x` and `y` are pixels of the page. */
  readonly openAt: (items: readonly MenuItem[], x: number, y: number, back: HTMLElement) => void;
}

export function contextMenu(label: string): ContextMenu {
  const menu = createMenu(label, () => undefined);
  const { root } = menu;
  root.classList.add('context');
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) menu.close();
  });
  return {
    root,
    openAt: (items, x, y, back) => {
      menu.fill(items);
      show(root, true);
      const { offsetWidth, offsetHeight } = root;
      root.style.left = `${Math.max(0, Math.min(x, window.innerWidth - offsetWidth))}px`;
      root.style.top = `${Math.max(0, Math.min(y, window.innerHeight - offsetHeight))}px`;
      menu.open(back);
    },
  };
}

interface Menu {
  readonly root: HTMLElement;
  readonly fill: (items: readonly MenuItem[]) => void;
  /** Shows the menu with the focus in it; `back` has it afterwards. */
  readonly open: (back: HTMLElement) => void;
  readonly close: () => void;
}

/** A list of entries: arrows, Home, End, Enter and Escape work in it as in any menu. */
function createMenu(label: string, closed: () => void): Menu {
  const root = element('div', { class: 'menu', role: 'menu', 'aria-label': label, hidden: true });
  let entries: readonly HTMLElement[] = [];
  let before: HTMLElement | undefined;

  function close(): void {
    show(root, false);
    closed();
  }

  root.addEventListener('keydown', (event) => {
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const target = roved(event.key, ['ArrowUp', 'ArrowDown'], at, entries.length);
    if (target !== undefined) entries[target]?.focus();
    else if (event.key === 'Escape') {
      before?.focus();
      close();
    } else return;
    event.preventDefault();
  });

  return {
    root,
    close,
    fill: (items) => {
      entries = items.map(({ text, hint, act }) =>
        button(
          text,
          () => {
            before?.focus();
            close();
            act();
          },
          { role: 'menuitem', tabindex: '-1', ...(hint !== undefined && { title: hint }) },
        ),
      );
      root.replaceChildren(...entries);
    },
    open: (back) => {
      before = back;
      show(root, true);
      entries[0]?.focus();
    },
  };
}
