import * as ts from '../typescript.ts';
import { keyOf, lowerExpression } from './lower-expressions.ts';
import { nameAt, type Place, type ProgramLowering } from './lowering.ts';
import type { Expression, Pattern, PatternPart } from './program.ts';

/** What a declaration binds: names, and the parts of patterns. */
export function lowerBinding(lowering: ProgramLowering, name: ts.BindingName, at: Place): Pattern {
  if (ts.isIdentifier(name)) {
    const found = nameAt(lowering, name, at);
    return found.kind === 'import' ? { kind: 'global', name: name.text, span: found.span } : found;
  }
  const part = (element: ts.BindingElement): PatternPart => ({
    target: lowerBinding(lowering, element.name, at),
    fallback: element.initializer && lowerExpression(lowering, element.initializer, at),
  });
  const last = name.elements.at(-1);
  const rest =
    last !== undefined && ts.isBindingElement(last) && last.dotDotDotToken !== undefined
      ? lowerBinding(lowering, last.name, at)
      : undefined;
  if (ts.isArrayBindingPattern(name)) {
    const elements = rest === undefined ? name.elements : name.elements.slice(0, -1);
    return {
      kind: 'array-pattern',
      parts: elements.map((element) => (ts.isBindingElement(element) ? part(element) : undefined)),
      rest,
    };
  }
  const elements = rest === undefined ? name.elements : name.elements.slice(0, -1);
  return {
    kind: 'object-pattern',
    parts: elements.map((element) => ({ key: keyIn(lowering, element, at), ...part(element) })),
    rest,
  };
}

function keyIn(
  lowering: ProgramLowering,
  { propertyName, name }: ts.BindingElement,
  at: Place,
): string | Expression {
  const key = propertyName === undefined ? undefined : keyOf(lowering, propertyName, at);
  const own = key ?? (ts.isIdentifier(name) ? name.text : '');
  if (typeof own === 'string') lowering.membersRead.add(own);
  return own;
}
