import * as l10n from '@vscode/l10n';
import type { SvgNode } from '../../core/text/svg.ts';
import { visible } from '../../core/text/one-line.ts';
import type { DesignedShape, DesignedSite, KindMark } from '../../protocol/designed.ts';
import { button, element } from '../grid/dom.ts';
import { KEY } from './place.ts';

/** What a row of a read or write is known by in the page. */
export function rowKey(part: 'use' | 'change', id: string): string {
  return `${part} ${id}`;
}

/** The attribute that keeps a part's place. */
export function keyed(key: string): Readonly<Record<string, string>> {
  return { [KEY]: key };
}

/** A part of the page with its heading. */
export function section(heading: string, ...content: readonly Node[]): HTMLElement {
  return element('section', {}, element('h2', keyed(`heading ${heading}`), heading), ...content);
}

/** A table; nothing where it has no rows. */
export function tableOf(
  label: string,
  headings: readonly string[],
  rows: readonly HTMLTableRowElement[],
): readonly Node[] {
  if (rows.length === 0) return [];
  const head = element('tr', {}, ...headings.map((text) => element('th', { scope: 'col' }, text)));
  return [
    element('table', { 'aria-label': label }, element('thead', {}, head), element('tbody', {}, ...rows)),
  ];
}

/** Sentences, one below the other; nothing where there are none. */
export function bullets(sentences: readonly string[]): readonly Node[] {
  return sentences.length === 0
    ? []
    : [element('ul', {}, ...sentences.map((sentence) => element('li', {}, sentence)))];
}

/** Notes below a sentence. */
export function notesOf(notes: readonly string[]): readonly Node[] {
  return notes.map((note) => element('div', { class: 'dim' }, note));
}

/** Links into the source; `owner` tells them from those of other rows. */
export function siteLinks(
  owner: string,
  sites: readonly DesignedSite[],
  open: (site: number) => void,
): readonly Node[] {
  return sites.map(({ label, words, index }) => {
    const link = button(
      label,
      () => {
        open(index);
      },
      { class: 'link', ...keyed(`site ${owner} ${label} ${words}`) },
    );
    return element('div', {}, link, ...(words === '' ? [] : [' ', element('span', { class: 'dim' }, words)]));
  });
}

/** The name of a shape, in the color of how good it is. */
export function shapeText({ name, rank }: DesignedShape): HTMLElement {
  return element('span', { class: `shape ${rank}` }, name);
}

/** The letter of a kind, in its color. */
export function badge({ letter, color }: KindMark): HTMLElement {
  return element('span', { class: `kind kind-${color}` }, letter);
}

/** A drawing as nodes of the page; texts in it are texts. */
function drawing({ tag, attributes, children }: SvgNode): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children.map((child) => (typeof child === 'string' ? visible(child) : drawing(child))));
  return made;
}

/** A picture that is scrolled where the panel is narrower, and what saves it. */
export function pictureFrame(picture: SvgNode | null, label: string, save: () => void): readonly Node[] {
  if (picture === null) return [];
  const key = `picture ${label}`;
  const frame = element('div', {
    class: 'picture-frame',
    tabindex: '0',
    role: 'group',
    'aria-label': label,
    ...keyed(key),
  });
  frame.append(drawing(picture));
  return [frame, button(l10n.t('Save Picture…'), save, { class: 'secondary', ...keyed(`save ${key}`) })];
}
