import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Query, ResultCondition, ResultFilter } from '../../model/operations/operation.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import { withoutTest } from '../../syntax/edits/without-test.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { escapeFor, hasTypes, isPath, SDK } from '../shared/code.ts';
import { expressionAt } from '../shared/code-at.ts';
import { insertAfter } from '../shared/filter-edit.ts';
import { isAllThatIsGiven, isOnlyFor, isSameAt } from '../shared/movable.ts';
import { odataEdits } from '../shared/odata-code.ts';
import { textAt } from '../shared/place.ts';
import { serviceName } from '../shared/property-names.ts';
import { addQueryOption } from '../shared/query-options.ts';

/** A part of a filter: its characters, or `code` as a template has it, with a hole. */
interface Addition {
  readonly kind: 'text' | 'code';
  readonly text: string;
  /** What the holes have, where it stands now. */
  readonly moved: readonly Place[];
}

/** Moves the test into the filter, where the service decides as the code does. */
export function filterFixes(context: RuleContext, query: Query, filter: ResultFilter): Fix[] {
  const { conditions, isWhole, place } = filter;
  if (query.via !== undefined || !isWhole || place.file !== query.file) return [];
  const parts = conditions.map((condition) => partFor(context, query, condition));
  if (!parts.every((part) => part !== undefined)) return [];
  const addition = joined(parts);
  const removal = withoutTest(query.file, context.sourceOf(query.file), place.span, query.callSpan);
  const edits = removal && added(context, query, addition);
  // behind those that import what it takes
  const at = edits?.at(-1)?.span.start;
  if (removal === undefined || edits === undefined || at === undefined) return [];
  const isRight =
    isOnlyFor(context, query, at) &&
    isAllThatIsGiven(context, query, at) &&
    addition.moved.every((one) => isSameAt(context, one, at));
  if (!isRight) return [];
  const title = l10n.t(
    'Move "{0}" from the code into the filter',
    parts.map(({ text }) => text).join(' and '),
  );
  return [{ title, edits: [...edits, ...removal] }];
}

function joined(parts: readonly Addition[]): Addition {
  const isText = parts.every(({ kind }) => kind === 'text');
  const texts = parts.map(({ kind, text }) => (isText || kind === 'code' ? text : escapeFor('`', text)));
  const moved = parts.flatMap((part) => part.moved);
  return { kind: isText ? 'text' : 'code', text: texts.join(' and '), moved };
}

/**
 * A condition as a filter has it. Entities without the property fail every comparison in the service; in code they
 * pass `!==`, and are not passed over by `<`, so that only keys, which all entities have, may be compared so.
 */
function partFor(context: RuleContext, query: Query, condition: ResultCondition): Addition | undefined {
  const { property, how, operator, value, flag, isInverted, mayBeNothing } = condition;
  const name = serviceName(property);
  const isKey = name === 'PartitionKey' || name === 'RowKey';
  if (name === undefined || how !== 'compared' || operator === undefined) return undefined;
  if (isLeftOut(query, property)) return undefined;
  if (flag !== undefined) return flag ? written(`${name} eq true`) : undefined;
  const isLax = operator === 'ne' || isInverted === true;
  if (value === undefined || mayBeNothing === true || (isLax && !isKey)) return undefined;
  const part = valueOf(context, value, isStrict(context, condition));
  return part && { ...part, text: `${name} ${operator} ${part.text}` };
}

/** Entities that come without a property are another thing than those that have it. */
function isLeftOut({ projection }: Query, property: string): boolean {
  const select = projection?.select;
  return (
    select !== undefined &&
    (select === 'unknown' || !select.some(({ name }) => serviceName(name) === serviceName(property)))
  );
}

/** Whether the code compares without making a number of a text. */
function isStrict(context: RuleContext, { place }: ResultCondition): boolean {
  const comparison = expressionAt(context, place)?.expression;
  return comparison?.kind === 'binary' && (comparison.operator === '===' || comparison.operator === '!==');
}

/**
 * A value as a filter has it. A text that is a number equals numbers in code, while the service compares by type; so it does with a
 * number that has a fraction, where whole numbers are stored beside it. Without types, nobody knows that there is a value at all.
 */
function valueOf(context: RuleContext, place: Place, isStrict: boolean): Addition | undefined {
  const expression = expressionAt(context, place)?.expression;
  switch (expression?.kind) {
    case 'text': {
      const { text } = expression.text;
      const isNumber = !Number.isNaN(Number(text));
      return isNumber && !isStrict ? undefined : written(`'${text.replaceAll("'", "''")}'`);
    }
    case 'boolean':
      return written(String(expression.value));
    case 'number':
      return numberWritten(expression.value);
    case 'unary': {
      const { operator, operand } = expression;
      return operator === '-' && operand.kind === 'number' ? numberWritten(-operand.value) : undefined;
    }
    default: {
      const code = textAt(context, place);
      const isMovable = isPath(code) && !code.includes('?') && hasTypes(place.file);
      return isMovable ? { kind: 'code', text: `\${${code}}`, moved: [place] } : undefined;
    }
  }
}

/** Digits alone: the service takes no exponents. */
function numberWritten(value: number): Addition | undefined {
  const digits = String(value);
  return digits.includes('e') || !Number.isInteger(value) ? undefined : written(digits);
}

function written(text: string): Addition {
  return { kind: 'text', text, moved: [] };
}

function added(context: RuleContext, query: Query, addition: Addition): readonly TextEdit[] | undefined {
  const { filter } = query;
  const { kind, text } = addition;
  if (filter.kind === 'none') return addedAlone(context, query, addition);
  const isOne =
    filter.kind === 'known' && filter.alternatives.length === 1 && filter.worst.when === undefined;
  if (!isOne) return undefined;
  const { worst } = filter;
  const isOr = worst.parsed.filter?.kind === 'or';
  if (!isOr && (kind === 'text' || worst.form === 'odata')) {
    const edit = insertAfter(context, query, worst, worst.text.text.length, { kind, text: ` and ${text}` });
    return edit && [edit];
  }
  // what stands in a hole may be escaped already: only the tag is known to do it once
  if (worst.form !== 'odata' && worst.form !== 'literal') return undefined;
  return odataEdits(context, query, worst, kind === 'text' ? escapeFor('`', text) : text);
}

function addedAlone(
  context: RuleContext,
  query: Query,
  { kind, text }: Addition,
): readonly TextEdit[] | undefined {
  if (kind === 'text') {
    const edit = addQueryOption(context, query, `filter: "${escapeFor('"', text)}"`);
    return edit && [edit];
  }
  const tag = useImport(query.file, context.sourceOf(query.file), SDK, 'odata');
  const edit = tag && addQueryOption(context, query, `filter: ${tag.reference}\`${text}\``);
  return edit && [...tag.edits, edit];
}
