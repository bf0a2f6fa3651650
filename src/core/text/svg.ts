/** The elements that drawings are made of: none of them runs, loads or links to anything. */
export const SVG_TAGS = ['svg', 'g', 'rect', 'path', 'text', 'title'] as const;

/** Their attributes: none of them holds a style, an address or a script. */
export const SVG_ATTRIBUTES = [
  ...['class', 'viewBox', 'width', 'height', 'x', 'y', 'rx', 'd', 'text-anchor', 'role'],
] as const;

/** An element of a drawing as data. Pages make nodes of it and files text; texts in it are never markup. */
export interface SvgNode {
  readonly tag: (typeof SVG_TAGS)[number];
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly (SvgNode | string)[];
}

/** Gives a drawing as an SVG file; `style` is its style sheet, a text of ours. */
export function svgFile(drawing: SvgNode, style: string): string {
  const { attributes, children } = drawing;
  const namespace = 'xmlns="http://www.w3.org/2000/svg"';
  return `<svg ${namespace}${attributesText(attributes)}><style>${style}</style>${children.map(textOf).join('')}</svg>\n`;
}

function textOf(node: SvgNode | string): string {
  if (typeof node === 'string') return escaped(node);
  const { tag, attributes, children } = node;
  return `<${tag}${attributesText(attributes)}>${children.map(textOf).join('')}</${tag}>`;
}

function attributesText(attributes: SvgNode['attributes']): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

/** Characters that XML does not have are replaced: a file with one of them is not read at all. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
