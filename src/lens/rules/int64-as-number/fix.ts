import * as l10n from '@vscode/l10n';
import type { Fix, RuleContext } from '../rule.ts';
import { bigintFixes } from '../shared/bigint.ts';
import { isPath } from '../shared/code.ts';
import { textAt } from '../shared/place.ts';
import { type Put, replaceValue } from '../shared/put-values.ts';

/** The bigint that a number is made of, or the same number as one. */
export function int64Fixes(context: RuleContext, put: Put): readonly Fix[] {
  const code = textAt(context, put.place);
  const bigint = /^-?\d[\d_]*$/.test(code) ? `${code}n` : /^Number\(([^()]*)\)$/.exec(code)?.[1];
  if (bigint === undefined) return bigintFixes(context, put);
  if (!isPath(bigint) && !bigint.endsWith('n')) return [];
  return [{ title: l10n.t('Store it as a bigint'), edits: [replaceValue(context, put, bigint)] }];
}
