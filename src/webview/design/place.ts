/** The attribute that tells parts of the page apart from one drawing of it to the next. */
export const KEY = 'data-key';

/** Where the page is to be after it was drawn: where it was, at its top, or at the part of a key, which gets the focus. */
export type Goal =
  { readonly kind: 'stay' } | { readonly kind: 'top' } | { readonly kind: 'part'; readonly key: string };

/** Draws the page again. What has the focus keeps it, and what is looked at stays where it is in the window. */
export function drawKeeping(root: HTMLElement, draw: () => void, goal: Goal): void {
  const focused = document.activeElement?.getAttribute(KEY) ?? undefined;
  const anchor = firstInView(root);
  const anchorKey = anchor?.getAttribute(KEY) ?? undefined;
  const before = anchor?.getBoundingClientRect().top ?? 0;
  const listed = root.querySelector('nav')?.scrollTop ?? 0;
  draw();
  const list = root.querySelector('nav');
  if (list !== null) list.scrollTop = listed;
  if (focused !== undefined) partOf(root, focused)?.focus({ preventScroll: true });
  switch (goal.kind) {
    case 'stay': {
      const after =
        anchorKey === undefined ? undefined : partOf(root, anchorKey)?.getBoundingClientRect().top;
      if (after !== undefined) window.scrollBy({ top: after - before, behavior: 'instant' });
      return;
    }
    case 'top':
      window.scrollTo({ top: 0, behavior: 'instant' });
      return;
    case 'part': {
      const part = partOf(root, goal.key);
      part?.scrollIntoView({ block: 'center', behavior: 'instant' });
      part?.focus({ preventScroll: true });
    }
  }
}

/** Keys are texts of programs: compared, never put into a selector. */
function partOf(root: HTMLElement, key: string): HTMLElement | undefined {
  return partsIn(root).find((part) => part.getAttribute(KEY) === key);
}

function firstInView(root: HTMLElement): HTMLElement | undefined {
  const article = root.querySelector('article');
  return article === null
    ? undefined
    : partsIn(article).find((part) => part.getBoundingClientRect().top >= 0);
}

function partsIn(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`[${KEY}]`)];
}
