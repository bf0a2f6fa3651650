import * as ts from '../typescript.ts';
import { type Demand, type Given, readTest } from './condition.ts';
import { bind, type Origin, type Origins, originOf } from './origin.ts';
import { statementsOf } from './statements.ts';
import { bare, type PlainFunction, type Tree } from './tree.ts';

/**
 * What a function demands of the entities for which it gives `passes`. `outer` says what its parameters, and the
 * variables around it, have to do with the entity.
 */
export function readPredicate(
  tree: Tree,
  fn: PlainFunction,
  passes: boolean,
  outer: Origins,
  depth = 0,
): Demand {
  const { body } = fn;
  if (body === undefined) return { conditions: [], isWhole: false };
  if (!ts.isBlock(body)) return readTest(tree, body, passes, outer, new Map(), depth);
  const { origins, given } = variablesIn(body, outer);
  const read = (test: ts.Expression, wanted: boolean): Demand =>
    readTest(tree, test, wanted, origins, given, depth);
  const [...others] = body.statements;
  const last = others.pop();
  const isSimple = others.every(ts.isVariableStatement);
  const conditions = others.flatMap((statement) => {
    const result = ts.isIfStatement(statement) ? onlyResult(statement.thenStatement) : undefined;
    if (!ts.isIfStatement(statement) || result === undefined) return [];
    const outcome = truthOf(result);
    // `if (…) return false;`
    return outcome === undefined
      ? read(result, passes).conditions
      : read(statement.expression, outcome === passes).conditions;
  });
  const final =
    last !== undefined &&
    ts.isReturnStatement(last) &&
    last.expression &&
    truthOf(last.expression) === undefined
      ? read(last.expression, passes)
      : { conditions: [], isWhole: false };
  return { conditions: [...conditions, ...final.conditions], isWhole: isSimple && final.isWhole };
}

/** The expression that a callback gives back, if it does nothing else. */
export function resultOf(body: ts.ConciseBody): ts.Expression | undefined {
  if (!ts.isBlock(body)) return body;
  const last = body.statements.at(-1);
  const others = body.statements.slice(0, -1);
  return last && ts.isReturnStatement(last) && others.every(ts.isVariableStatement)
    ? last.expression
    : undefined;
}

/** What the variables at the top of a function's body are made from. */
export function variablesIn(
  body: ts.Block,
  outer: Origins,
): { readonly origins: Origins; readonly given: Given } {
  const origins = new Map<string, Origin>(outer);
  const given = new Map<string, readonly ts.Expression[]>();
  for (const statement of body.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      bind(origins, name, initializer && originOf(initializer, origins));
      if (ts.isIdentifier(name) && initializer !== undefined) given.set(name.text, [initializer]);
    }
  }
  return { origins, given };
}

function onlyResult(node: ts.Statement): ts.Expression | undefined {
  const [only, ...others] = statementsOf(node);
  if (only === undefined || others.length > 0 || !ts.isReturnStatement(only)) return undefined;
  return only.expression;
}

function truthOf(node: ts.Expression): boolean | undefined {
  const { kind } = bare(node);
  if (kind === ts.SyntaxKind.TrueKeyword) return true;
  return kind === ts.SyntaxKind.FalseKeyword ? false : undefined;
}
