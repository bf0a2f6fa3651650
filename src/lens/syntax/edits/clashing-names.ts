import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';

/**
 * The names that a variable of a module can't have: those that its functions declare or use where they use that variable. `text` is the module
 * with `variable` as a name that it has nowhere else.
 */
export function clashingNames(file: string, text: string, variable: string): ReadonlySet<string> {
  const clashing = new Set<string>();
  for (const statement of parseSource(file, text).statements) {
    if (!ts.isFunctionDeclaration(statement) || !uses(statement, variable)) continue;
    const [declared, used] = [new Set<string>(), new Set<string>()];
    const visit = (node: ts.Node, parent: ts.Node, scope: ts.Node): void => {
      if (ts.isIdentifier(node)) {
        if (!declares(parent, node)) used.add(node.text);
        else {
          declared.add(node.text);
          if (uses(scope, variable)) clashing.add(node.text);
        }
      }
      const isScope =
        ts.isFunctionLike(node) ||
        ts.isIterationStatement(node, false) ||
        (ts.isBlock(node) && !ts.isFunctionLike(parent));
      ts.forEachChild(node, (child) => {
        if (!isPropertyName(node, child)) visit(child, node, isScope ? node : scope);
      });
    };
    visit(statement, statement, statement);
    for (const name of used) if (!declared.has(name)) clashing.add(name);
  }
  clashing.delete(variable);
  return clashing;
}

function uses(node: ts.Node, name: string): boolean {
  if (ts.isIdentifier(node)) return node.text === name;
  return ts.forEachChild(node, (child) => uses(child, name) || undefined) ?? false;
}

function declares(parent: ts.Node, name: ts.Identifier): boolean {
  const isOne = ts.isParameter(parent) || ts.isVariableDeclaration(parent) || ts.isBindingElement(parent);
  return isOne && parent.name === name;
}

/** Whether a name stands for a property alone: `at` in `row.at` and `{ at: 1 }`. */
export function isPropertyName(parent: ts.Node, name: ts.Node): boolean {
  const isMember = ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent);
  if (ts.isBindingElement(parent)) return parent.propertyName === name;
  return (isMember || ts.isPropertySignature(parent)) && parent.name === name;
}
