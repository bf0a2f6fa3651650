import * as l10n from '@vscode/l10n';
import type { KeyPattern, ValuePart } from '../../model/key-pattern.ts';
import { type GivenKey, lastName } from '../../model/key-schema.ts';
import type { Fix, Rule, RuleContext } from '../rule.ts';
import { keysOf, reportAt } from '../shared/given.ts';
import { shown, textAt } from '../shared/place.ts';

/** The guide, "Compound key pattern": values in one key are told apart by what stands between them. */
export const rule: Rule = {
  id: 'ambiguous-compound-key',
  severity: 'warning',
  title: () => l10n.t('Two values in a key with nothing between them'),
  check: function* (context) {
    for (const given of keysOf(context)) {
      const pair = given.how === 'written' ? firstPair(context, given.patterns) : undefined;
      if (pair === undefined) continue;
      const [left, right] = pair;
      yield {
        ...reportAt(given.operation, given.place),
        message: l10n.t(
          '{0} joins {1} and {2} with nothing between them: "1" and "23" give the same key as "12" and "3". Put a separator that neither has between them, such as _, here and where the key is asked for.',
          given.key,
          shown(textAt(context, left.place)),
          shown(textAt(context, right.place)),
        ),
        fixes: () => separatorFix(context, given, pair),
      };
    }
  },
};

type Pair = readonly [ValuePart, ValuePart];

/** Neighbours of which neither has a width of its own. */
function firstPair(context: RuleContext, patterns: readonly KeyPattern[]): Pair | undefined {
  for (const { parts } of patterns) {
    for (const [i, left] of parts.entries()) {
      const right = parts[i + 1];
      if (left.kind !== 'value' || right?.kind !== 'value') continue;
      if (isOpen(context, left) && isOpen(context, right)) return [left, right];
    }
  }
  return undefined;
}

/** Whether a value may take any number of characters, as far as that is seen. */
function isOpen(context: RuleContext, { form, name, place }: ValuePart): boolean {
  switch (form.kind) {
    case 'text':
      // what is called so has the separator in it, or is one
      return name !== undefined && !SEPARATING.test(lastName(name) ?? '');
    case 'number':
    case 'counter':
      return form.width === undefined;
    case 'time': {
      const isPart = form.count.origin.kind === 'time' && form.count.origin.unit === 'other';
      return isPart && form.width === undefined && !textAt(context, place).includes('Year()');
    }
    case 'time-text':
    case 'random':
    case 'timed-id':
    case 'hash':
      return false;
  }
}

const SEPARATING = /prefix|suffix|separator|delimiter|^sep$|postfix|extension|^ext$/i;

/** Between two holes of a template, or two operands of `+`; not where others put the same key together, which would not find it any more. */
function separatorFix(context: RuleContext, { key, operation, place }: GivenKey, [left, right]: Pair): Fix[] {
  const source = context.sourceOf(context.file);
  const isHere = [place, left.place, right.place].every(({ file }) => file === context.file);
  const between = source.slice(left.place.span.end, right.place.span.start);
  const keys = context.table(operation.table)?.keys();
  const uses = (key === 'PartitionKey' ? keys?.partitionKey : keys?.rowKey)?.flatMap(
    (variant) => variant.uses,
  );
  const isTemplate = /^\s*\}\$\{\s*$/.test(between);
  const isSum = /^\s*\+\s*$/.test(between);
  if (!isHere || !(isTemplate || isSum) || uses?.some(({ how }) => how !== 'written') === true) return [];
  const start = left.place.span.end + (isTemplate ? between.indexOf('}') + 1 : 0);
  const text = isTemplate ? '_' : " + '_'";
  return [{ title: l10n.t('Put _ between them'), edits: [{ span: { start, end: start }, text }] }];
}
