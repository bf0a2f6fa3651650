import { type Abstract, type ArrayElement, unknown } from './abstract.ts';
import { costOf, MOST_ELEMENTS } from '../limits.ts';
import { type Linker, spend } from '../linker.ts';

/** The one way to make a list of others: one that has too many elements is a list of which nothing more is known. */
export function listOf<T>(
  linker: Linker,
  parts: readonly T[],
  elementsOf: (part: T) => readonly ArrayElement[],
): Abstract {
  const elements: ArrayElement[] = [];
  for (const part of parts) {
    for (const element of elementsOf(part)) elements.push(element);
    if (elements.length > MOST_ELEMENTS) break;
  }
  spend(linker, costOf(elements.length));
  return elements.length > MOST_ELEMENTS
    ? { ...unknown('too-complex'), is: 'array' }
    : { kind: 'array', elements };
}

/** A list with one more element. */
export function withElement(
  linker: Linker,
  elements: readonly ArrayElement[],
  element: ArrayElement,
): Abstract {
  return listOf(linker, [elements, [element]], (part) => part);
}
