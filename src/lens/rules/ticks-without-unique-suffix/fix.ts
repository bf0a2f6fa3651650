import * as l10n from '@vscode/l10n';
import type { GivenKey } from '../../model/keys/key-schema.ts';
import type { Operation } from '../../model/operations/operation.ts';
import { bare, pathOf } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Fix, RuleContext } from '../rule.ts';
import type { Part } from '../../syntax/program/walk.ts';
import { codeOfFile, expressionAt, fileHas } from '../shared/code-at.ts';
import { textAt } from '../shared/place.ts';

/** Not of a name: what else uses it would be another key. */
export function suffixFix(context: RuleContext, { place, operation }: GivenKey): Fix[] {
  const code = expressionAt(context, place)?.expression;
  if (code === undefined || place.file !== context.file || operation.via !== undefined) return [];
  if (pathOf(code) !== undefined || !isPutAsRowKey(context, code)) return [];
  // a number is what the key would no longer be
  if (filesOfTable(context, operation).some((file) => fileHas(context, file, readsAsNumber))) return [];
  const written = textAt(context, { file: place.file, span: (textOf(code) ?? code).span });
  const isTemplate = code.kind === 'template' && code.tag === undefined && written.endsWith('`');
  const text = isTemplate
    ? `${written.slice(0, -1)}_\${crypto.randomUUID()}\``
    : `\`\${${written}}_\${crypto.randomUUID()}\``;
  return [{ title: l10n.t('Add an id after it'), edits: [{ span: place.span, text }] }];
}

/** The number of `String(number)`, which a template makes a text of anyway. */
function textOf(code: Expression): Expression | undefined {
  if (code.kind !== 'call' || code.callee.kind !== 'global' || code.callee.name !== 'String')
    return undefined;
  const [only, ...others] = code.args;
  return others.length === 0 ? only : undefined;
}

/** Files that read or write a table. */
function filesOfTable(context: RuleContext, { table, file }: Operation): readonly string[] {
  const others = context.table(table)?.operations ?? [];
  return [...new Set([file, ...others.map((one) => one.file)])];
}

const NUMBERS: ReadonlySet<string> = new Set(['Number', 'BigInt', 'parseInt', 'parseFloat']);

/** `Number(entity.rowKey)`, `+entity.rowKey`, `a.rowKey - b.rowKey` */
function readsAsNumber(part: Part): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  switch (expression.kind) {
    case 'call': {
      const { callee, args } = expression;
      const isNumber = (callee.kind === 'global' || callee.kind === 'member') && NUMBERS.has(callee.name);
      return isNumber && isRowKey(args[0]);
    }
    case 'unary':
      return expression.operator === '+' && isRowKey(expression.operand);
    case 'binary':
      return expression.operator === '-' && (isRowKey(expression.left) || isRowKey(expression.right));
    default:
      return false;
  }
}

function isRowKey(code: Expression | undefined): boolean {
  if (code === undefined) return false;
  const inner = bare(code);
  return (inner.kind === 'member' || inner.kind === 'local') && inner.name === 'rowKey';
}

/** `{ rowKey: code }`, `entity.rowKey = code` */
function isPutAsRowKey(context: RuleContext, code: Expression): boolean {
  return codeOfFile(context, context.file).parts.some((part) => {
    if (part.kind !== 'expression') return false;
    const { expression } = part;
    if (expression.kind === 'assign')
      return (
        expression.value === code &&
        expression.target.kind === 'member' &&
        expression.target.name === 'rowKey'
      );
    return (
      expression.kind === 'object' &&
      expression.parts.some((one) => one.kind === 'property' && one.name === 'rowKey' && one.value === code)
    );
  });
}
