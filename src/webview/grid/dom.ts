type Attributes = Readonly<Record<string, string | boolean>>;

/** An element with attributes (true: without a value, false: not there) and children. Texts are never read as HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/** A button with a text, and what it does. */
export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', act);
  return made;
}

/** Shows an element, or takes it off the page without forgetting it. */
export function show(shown: HTMLElement, isShown: boolean): void {
  shown.hidden = !isShown;
}
