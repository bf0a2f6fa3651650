import * as l10n from '@vscode/l10n';
import type { Cause } from '../../../core/shape/shape.ts';
import type { TextEdit } from '../../../core/text/edit.ts';
import { afterHole } from '../../../core/text/spelled.ts';
import type { FilterAlternative, Query } from '../../model/operations/operation.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import { isGivenNothing, visibleNames } from '../../syntax/edits/visible-names.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { escapeFor, SDK, stringCode } from '../shared/code.ts';
import { alternativesOf, equalTo } from '../shared/filters.ts';
import { isOnlyFor } from '../shared/movable.ts';
import { keyCode, readListCall } from '../shared/get-entity.ts';
import { addQueryOption } from '../shared/query-options.ts';
import { readInstead } from '../shared/read-instead.ts';
import { insertsInto } from '../shared/writes.ts';
import { fieldsInUse, namesInUse, onlyKey } from './keys-in-use.ts';
import type { Branch } from '../../syntax/facts/branches.ts';
import type { Expr } from '../../syntax/facts/expr.ts';

/**
 * Stands where the person must say which partition. It is a name that nothing declares, so that code in which
 * it is left does not compile, or throws: a made-up key would quietly find nothing.
 */
const PLACEHOLDER = 'partitionKey';

/** What the new condition compares PartitionKey with. */
type NewKey =
  | { readonly kind: 'constant'; readonly text: string }
  /** A variable in scope, a field, or the placeholder for one. */
  | { readonly kind: 'name'; readonly name: string; readonly placeholder?: string };

/**
 * Puts a condition on PartitionKey before the filter, or reads the one entity that RowKey names: with what the writes
 * use as PartitionKey, if it is at hand, else to be filled in.
 */
export function partitionKeyFixes(
  context: RuleContext,
  query: Query,
  worst: FilterAlternative | undefined,
  cause: Cause,
): Fix[] {
  const change = changeFor(context, query, worst, cause);
  if (change === undefined) return [];
  // who asks for all of a table asks for no partition that a person could fill in
  const keys = newKeys(context, query).filter(
    (key) => cause.kind !== 'no-filter' || key.kind === 'constant' || key.placeholder === undefined,
  );
  return keys.flatMap((key) => {
    const edits = change.edit(key);
    return edits === undefined ? [] : [fixOf(key, change.kind, edits)];
  });
}

/** A condition more in the filter, or `getEntity` instead of the query. */
interface Change {
  readonly kind: 'condition' | 'read';
  readonly edit: (key: NewKey) => readonly TextEdit[] | undefined;
}

function changeFor(
  context: RuleContext,
  query: Query,
  worst: FilterAlternative | undefined,
  cause: Cause,
): Change | undefined {
  switch (cause.kind) {
    case 'no-filter':
      return worst === undefined
        ? { kind: 'condition', edit: (key) => addFilter(context, query, key) }
        : undefined;
    case 'row-key-without-partition-key':
      // with both keys fixed, and nothing else asked for, a list is not the way to read
      if (worst?.parsed.filter && equalTo(worst.parsed.filter, 'RowKey')) {
        return { kind: 'read', edit: (key) => readOne(context, query, key) };
      }
      return { kind: 'condition', edit: (key) => addConditions(context, query, key) };
    case 'only-properties':
      return { kind: 'condition', edit: (key) => addConditions(context, query, key) };
    case 'or-over-key':
    case 'key-not-pinned':
    case 'only-partition-key':
    case 'only-bounds':
    case 'contradiction':
    case 'not-known':
      return undefined;
  }
}

/**
 * The field of its class from which that writes the key, whatever it is today; else the table's only key; else variables in scope that are
 * named as what the writes use; else, where no write says how the key is made, a placeholder, if whoever calls the code may have what it
 * stands for. Code that the known writes' key is not at hand for asks across partitions: for that, a copy under another key is the answer.
 */
function newKeys(context: RuleContext, query: Query): NewKey[] {
  const fields = fieldsInUse(context, query);
  if (fields.length > 0) return fields.map((name) => ({ kind: 'name', name }));
  const constant = onlyKey(context, query);
  if (constant !== undefined) return [{ kind: 'constant', text: constant }];
  const source = context.sourceOf(query.file);
  const visible = visibleNames(query.file, source, query.callSpan.start);
  const names = namesInUse(context, query).filter(
    (name) => visible.has(name) && !query.branches.some((branch) => isEmptyOn(branch, name)),
  );
  if (names.length > 0) return names.map((name) => ({ kind: 'name', name }));
  if (insertsInto(context, query).length > 0) return [];
  const isFillable = !isGivenNothing(query.file, source, query.callSpan.start) && !visible.has(PLACEHOLDER);
  return !isFillable ? [] : [{ kind: 'name', name: PLACEHOLDER, placeholder: PLACEHOLDER }];
}

/** Whether a name has nothing to ask for on a branch: that of `!name`, `name === undefined`, `name == null` or `name === ''`. */
function isEmptyOn(branch: Branch, name: string): boolean {
  if (branch.kind !== 'test') return false;
  const { test, holds } = branch;
  const isIt = (one: Expr): boolean => one.kind === 'name' && one.name === name;
  if (isIt(test)) return !holds;
  if (test.kind !== 'binary' || !isIt(test.left)) return false;
  const { operator, right } = test;
  const isNone = right.kind === 'nothing' || (right.kind === 'string' && right.text.text === '');
  return isNone && (holds ? ['===', '=='] : ['!==', '!=']).includes(operator);
}

function fixOf(key: NewKey, kind: Change['kind'], edits: readonly TextEdit[]): Fix {
  const name = key.kind === 'constant' ? `'${key.text}'` : key.name;
  if (key.kind === 'constant' || key.placeholder === undefined) {
    const title =
      kind === 'read'
        ? l10n.t('Read it with getEntity, from the partition {0}', name)
        : l10n.t('Add "PartitionKey eq {0}"', key.kind === 'constant' ? name : `\${${name}}`);
    // other partitions, if there are any, are left out from then on
    return { title, edits, ...(key.kind === 'name' && { isConditional: true as const }) };
  }
  const title =
    kind === 'read'
      ? l10n.t('Read it with getEntity (you fill in the partition)')
      : l10n.t('Add a condition on PartitionKey (you fill in the value)');
  return { title, edits, placeholder: key.placeholder };
}

/** `getEntity` with the RowKey that is the whole filter. */
function readOne(context: RuleContext, query: Query, key: NewKey): readonly TextEdit[] | undefined {
  const call = readListCall(context, query);
  const operand = call?.filter.parsed.filter && equalTo(call.filter.parsed.filter, 'RowKey');
  const rowKey = operand && keyCode(context, call.filter, operand);
  if (call === undefined || rowKey === undefined) return undefined;
  const partitionKey = key.kind === 'constant' ? stringCode(key.text) : key.name;
  const read = `${call.receiver}.getEntity${call.typeArguments}(${partitionKey}, ${rowKey}${call.options})`;
  return readInstead(context, query, read);
}

function condition(key: NewKey): string {
  return key.kind === 'name'
    ? `PartitionKey eq \${${key.name}}`
    : `PartitionKey eq '${key.text.replaceAll("'", "''")}'`;
}

/** `listEntities()` and `listEntities({ … })` without a filter get one. */
function addFilter(context: RuleContext, query: Query, key: NewKey): TextEdit[] | undefined {
  const source = context.sourceOf(query.file);
  const tag = key.kind === 'name' ? useImport(query.file, source, SDK, 'odata') : undefined;
  if (key.kind === 'name' && tag === undefined) return undefined;
  const text =
    key.kind === 'name'
      ? `${tag?.reference ?? ''}\`${condition(key)}\``
      : `"${escapeFor('"', condition(key))}"`;
  const edit = addQueryOption(context, query, `filter: ${text}`);
  return edit && [...(tag?.edits ?? []), edit];
}

/** Each filter that the query may have and that leaves the partition open gets the condition; they may share code. */
function addConditions(context: RuleContext, query: Query, key: NewKey): readonly TextEdit[] | undefined {
  const open = alternativesOf(query).filter(
    ({ classification: { shape, cause } }) =>
      shape === 'table-scan' &&
      (cause?.kind === 'only-properties' || cause?.kind === 'row-key-without-partition-key'),
  );
  const edits = open.map((filter) => addCondition(context, query, filter, key));
  if (edits.length === 0 || !edits.every((each) => each !== undefined)) return undefined;
  const keyOf = ({ span, text }: TextEdit): string => `${span.start}-${span.end}:${text}`;
  return [...new Map(edits.flat().map((edit) => [keyOf(edit), edit])).values()];
}

/** `PartitionKey eq … and` before what the filter says, in brackets if that is an `or`. */
function addCondition(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  key: NewKey,
): TextEdit[] | undefined {
  const { segments } = filter.text;
  const first = segments.find((segment) => segment.kind === 'hole' || segment.text !== '');
  const last = segments.findLast((segment) => segment.kind === 'hole' || segment.text !== '');
  if (first?.kind !== 'literal' || first.whole === true || last === undefined) return undefined;
  if (first.place.file !== query.file || last.place.file !== query.file) return undefined;
  const source = context.sourceOf(query.file);
  const { start } = first.place.span;
  // what makes filters for others may be of another table, and has not the names that are at hand here
  if (!isOnlyFor(context, query, start) || !isAtHand(query, source, start, key)) return undefined;
  const end = last.place.span.end;
  const delimiter = source.charAt(start - 1);
  if (!['"', "'", '`'].includes(delimiter)) return undefined;
  const isOr = filter.parsed.filter?.kind === 'or';
  const before = isOr ? `${condition(key)} and (` : `${condition(key)} and `;
  const close: TextEdit[] = [];
  if (isOr) {
    const at = last.kind === 'hole' ? afterHole(source, end) : end;
    if (at === undefined) return undefined;
    close.push({ span: { start: at, end: at }, text: ')' });
  }
  const isAlone = filter.text.segments.length === 1 && !source.slice(start, end).includes('"');
  if (key.kind === 'constant' && delimiter === "'" && isAlone) {
    // other quotes round the text spare the escapes in it
    return [
      { span: { start: start - 1, end: start }, text: `"${escapeFor('"', before)}` },
      { span: { start: end, end: end + 1 }, text: isOr ? ')"' : '"' },
    ];
  }
  if (key.kind === 'constant' || filter.form === 'odata') {
    const text = key.kind === 'constant' ? escapeFor(delimiter, before) : before;
    return [{ span: { start, end: start }, text }, ...close];
  }
  if (filter.form === 'template') {
    return [{ span: { start, end: start }, text: before.replace(/\$\{[^}]+\}/, "'$&'") }, ...close];
  }
  return asTemplate(context, query, filter, before, close);
}

/** Whether a variable has its value where it is put; a field has it in all of the query's function. */
function isAtHand(query: Query, source: string, offset: number, key: NewKey): boolean {
  if (key.kind === 'constant' || key.placeholder !== undefined || key.name.startsWith('this.')) return true;
  return visibleNames(query.file, source, offset).has(key.name);
}

/** A string becomes an `odata` template, so that a value can enter it. */
function asTemplate(
  context: RuleContext,
  query: Query,
  filter: FilterAlternative,
  before: string,
  close: readonly TextEdit[],
): TextEdit[] | undefined {
  const [only, ...others] = filter.text.segments;
  if (only === undefined || others.length > 0 || filter.form !== 'literal') return undefined;
  const source = context.sourceOf(query.file);
  const { start, end } = only.place.span;
  if (/`|\$\{/.test(source.slice(start, end))) return undefined;
  const tag = useImport(query.file, source, SDK, 'odata');
  if (tag === undefined) return undefined;
  return [
    ...tag.edits,
    { span: { start: start - 1, end: start }, text: `${tag.reference}\`${before}` },
    { span: { start: end, end: end + 1 }, text: close.length > 0 ? ')`' : '`' },
  ];
}
