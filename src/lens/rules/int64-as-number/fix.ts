import * as l10n from '@vscode/l10n';
import type { Expression } from '../../syntax/program/program.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { bigintFixes } from '../shared/bigint.ts';
import { isPath } from '../shared/code.ts';
import { expressionAt } from '../shared/code-at.ts';
import { textAt } from '../shared/place.ts';
import { type Put, replaceValue } from '../shared/put-values.ts';

/** The bigint that a number is made of, or the same number as one. */
export function int64Fixes(context: RuleContext, put: Put): readonly Fix[] {
  const code = expressionAt(context, put.place)?.expression;
  const made = code && madeFrom(code);
  const bigint = made && textAt(context, { file: put.place.file, span: made.span });
  if (bigint === undefined || !isPath(bigint)) return bigintFixes(context, put);
  return [{ title: l10n.t('Store it as a bigint'), edits: [replaceValue(context, put, bigint)] }];
}

/** Of `Number(id)` the `id`. */
function madeFrom(code: Expression): Expression | undefined {
  if (code.kind !== 'call' || code.callee.kind !== 'global' || code.callee.name !== 'Number')
    return undefined;
  const [only, ...others] = code.args;
  return others.length === 0 ? only : undefined;
}
