import { visible } from '../../core/text/one-line.ts';

type Attributes = Readonly<Record<string, string | boolean>>;

/**
 * An element with attributes (true: without a value, false: not there) and children. Texts are never read as HTML, and what in them is not
 * seen, or turns letters around, has signs.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.map((child) => (typeof child === 'string' ? visible(child) : child)));
  return made;
}

/** A button with a text, and what it does unless it is switched off. */
export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', () => {
    if (made.getAttribute('aria-disabled') !== 'true') act();
  });
  return made;
}

/** Switches a button on or off. It keeps the focus, which the attribute `disabled` would take from it. */
export function enable(switched: HTMLButtonElement, isEnabled: boolean): void {
  switched.setAttribute('aria-disabled', String(!isEnabled));
}

/** Puts a text into an element that is read aloud when it changes: only when it does. */
export function setText(told: HTMLElement, text: string): void {
  const shown = visible(text);
  if (told.textContent !== shown) told.textContent = shown;
}

/** Shows one of two buttons in the other's place, with the focus if the other had it. */
export function swap(shown: HTMLButtonElement, hidden: HTMLButtonElement): void {
  const hadFocus = document.activeElement === hidden;
  show(shown, true);
  if (hadFocus) shown.focus();
  show(hidden, false);
}

/** Lets arrow keys, Home and End lead through the buttons of a toolbar, which then is one stop of the Tab key. */
export function rove(toolbar: HTMLElement): void {
  const stops = (): HTMLElement[] =>
    [...toolbar.querySelectorAll<HTMLElement>('button:not([role=menuitem])')].filter(
      (stop) => stop.offsetParent !== null,
    );
  const settle = (current: HTMLElement | undefined): void => {
    for (const stop of toolbar.querySelectorAll<HTMLElement>('button:not([role=menuitem])')) {
      stop.tabIndex = stop === current ? 0 : -1;
    }
  };
  toolbar.addEventListener('focusin', ({ target }) => {
    const current = stops().find((stop) => stop === target);
    if (current !== undefined) settle(current);
  });
  toolbar.addEventListener('keydown', (event) => {
    const all = stops();
    const at = all.findIndex((stop) => stop === event.target);
    const next =
      at < 0 ? undefined : all[roved(event.key, ['ArrowLeft', 'ArrowRight'], at, all.length) ?? -1];
    if (next === undefined) return;
    next.focus();
    event.preventDefault();
  });
  settle(toolbar.querySelector('button') ?? undefined);
}

/**
 * The place among `count` that a key leads to from the one at `at`: arrows lead around, Home and End to the ends; undefined for
 * any other key.
 */
export function roved(
  key: string,
  [back, on]: readonly [back: string, on: string],
  at: number,
  count: number,
): number | undefined {
  switch (key) {
    case on:
      return (at + 1) % count;
    case back:
      return (at - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/** Shows an element, or takes it off the page without forgetting it. */
export function show(shown: HTMLElement, isShown: boolean): void {
  shown.hidden = !isShown;
}
