import { parseSource } from '../parse.ts';
import * as ts from '../typescript.ts';

/** The module from which a file takes a name, by `import { name }` or `const { name } = require(…)`; undefined where it takes it from none. */
export function importedFrom(file: string, text: string, name: string): string | undefined {
  for (const statement of parseSource(file, text).statements) {
    if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)) {
      const bindings = statement.importClause?.namedBindings;
      if (bindings === undefined || ts.isNamespaceImport(bindings)) continue;
      if (bindings.elements.some((one) => one.name.text === name)) return statement.moduleSpecifier.text;
    }
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: pattern, initializer } of statement.declarationList.declarations) {
      if (
        !ts.isObjectBindingPattern(pattern) ||
        initializer === undefined ||
        !ts.isCallExpression(initializer)
      )
        continue;
      const { expression, arguments: args } = initializer;
      const [module] = args;
      if (!ts.isIdentifier(expression) || expression.text !== 'require' || module === undefined) continue;
      const isTaken = pattern.elements.some((one) => ts.isIdentifier(one.name) && one.name.text === name);
      if (isTaken && ts.isStringLiteral(module)) return module.text;
    }
  }
  return undefined;
}
