import type { Span } from '../../../core/text/span.ts';
import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';
import { isAt, nodesAround } from './nodes-around.ts';

/** A key that a template spells out: `order_${at.toISOString()}_${id}`. */
export interface KeyTemplate {
  /** What stands around the values, as it is written: one more than there are values. */
  readonly texts: readonly string[];
  readonly values: readonly TemplateValue[];
}

/** A value in a template: `String(order.number).padStart(8, '0')` is `order.number`, put through something. */
export interface TemplateValue {
  /** All of it. */
  readonly code: string;
  readonly root: string;
  /** What stands before and after that. */
  readonly before: string;
  readonly after: string;
  /** What the root would be called as a parameter. */
  readonly name?: string;
  /** What the root adds a number to, or takes one from. */
  readonly counted?: string;
  /** The root is a Date that is made there. */
  readonly isDate: boolean;
  /** It is put through something that gives a text. */
  readonly isText: boolean;
}

/** The template at a span; undefined for another expression, one with a tag, and one of several lines. */
export function keyTemplateAt(file: string, text: string, span: Span): KeyTemplate | undefined {
  const source = parseSource(file, text);
  const around = nodesAround(source, span);
  const at = around.findIndex((node) => isAt(source, node, span) && ts.isTemplateExpression(node));
  const [parent, node] = [around[at - 1], around[at]];
  if (node === undefined || !ts.isTemplateExpression(node)) return undefined;
  if (parent !== undefined && ts.isTaggedTemplateExpression(parent)) return undefined;
  if (/[\r\n]/.test(node.getText(source))) return undefined;
  const chunks = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
  const texts = chunks.map((one, i) =>
    one.getText(source).slice(1, i === chunks.length - 1 ? -1 : '${'.length * -1),
  );
  return { texts, values: node.templateSpans.map(({ expression }) => valueOf(source, expression)) };
}

/** Methods that change nothing, of texts, numbers and dates; `true` for those that give a text. */
const METHODS: ReadonlyMap<string, boolean> = new Map([
  ...['toISOString', 'toString', 'toFixed', 'padStart', 'padEnd', 'slice', 'substring'].map(
    (name) => [name, true] as const,
  ),
  ...['toLowerCase', 'toUpperCase', 'trim', 'replace', 'replaceAll', 'normalize'].map(
    (name) => [name, true] as const,
  ),
  ['getTime', false],
  ['valueOf', false],
]);

/** Functions of the language; `true` for those that give a text. */
const FUNCTIONS: ReadonlyMap<string, boolean> = new Map([
  ['String', true],
  ['encodeURIComponent', true],
  ['Number', false],
  ['BigInt', false],
]);

function valueOf(source: ts.SourceFile, expression: ts.Expression): TemplateValue {
  let [root, isText] = [expression, false];
  for (let inner = innerOf(root); inner !== undefined; inner = innerOf(root)) {
    // the outermost gives what stands in the key
    if (root === expression) isText = inner.isText;
    root = inner.of;
  }
  const code = expression.getText(source);
  const at = root.getStart(source) - expression.getStart(source);
  const name = ts.isIdentifier(root)
    ? root.text
    : ts.isPropertyAccessExpression(root) && ts.isIdentifier(root.name)
      ? root.name.text
      : undefined;
  return {
    code,
    root: root.getText(source),
    before: code.slice(0, at),
    after: code.slice(at + root.end - root.getStart(source)),
    ...(name !== undefined && { name }),
    ...(ts.isBinaryExpression(root) &&
      ts.isNumericLiteral(root.right) && { counted: root.left.getText(source) }),
    isDate: ts.isNewExpression(root) && ts.isIdentifier(root.expression) && root.expression.text === 'Date',
    isText,
  };
}

/** What an expression puts through something that changes nothing. */
function innerOf(node: ts.Expression): { readonly of: ts.Expression; readonly isText: boolean } | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const { expression, arguments: args } = node;
  const [only, ...others] = args;
  if (ts.isIdentifier(expression)) {
    const isText = FUNCTIONS.get(expression.text);
    return isText === undefined || only === undefined || others.length > 0 || ts.isSpreadElement(only)
      ? undefined
      : { of: only, isText };
  }
  if (!ts.isPropertyAccessExpression(expression) || expression.questionDotToken !== undefined)
    return undefined;
  const isText = METHODS.get(expression.name.text);
  return isText === undefined || !args.every(ts.isLiteralExpression)
    ? undefined
    : { of: expression.expression, isText };
}
