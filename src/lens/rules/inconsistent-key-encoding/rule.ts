import * as l10n from '@vscode/l10n';
import type { KeyName } from '../../../core/shape/shape.ts';
import type { KeyPattern } from '../../model/key-pattern.ts';
import type { GivenKey, KeySchema, KeyUse, KeyVariant } from '../../model/key-schema.ts';
import { patternText } from '../../model/key-text.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { keysOf, reportAt } from '../shared/given.ts';
import { onceForEach } from '../shared/once.ts';
import { compare, type Difference } from './compare.ts';

/** Keys are compared character by character: what is asked for in another form is not found. */
export const rule: Rule = {
  id: 'inconsistent-key-encoding',
  severity: 'warning',
  title: () => l10n.t('A key is asked for in another form than it is written in'),
  check: function* (context) {
    for (const given of keysOf(context)) {
      const found = given.how === 'written' ? undefined : mismatch(context, given);
      if (found === undefined) continue;
      const { difference, asked, written, use } = found;
      yield {
        ...reportAt(given.operation, given.place),
        message: l10n.t(
          '{0} is written as "{1}" and asked for as "{2}": {3}. Keys are compared as text, so these entities are not found. Make the key in one function that both sides call.',
          given.key,
          patternText(written),
          patternText(asked),
          wordsFor(difference),
        ),
        related: [
          ...(reportAt(given.operation, given.place).related ?? []),
          { place: use.place, message: l10n.t('It is written here.') },
        ],
      };
    }
  },
};

interface Mismatch {
  readonly difference: Difference;
  readonly asked: KeyPattern;
  readonly written: KeyPattern;
  readonly use: KeyUse;
}

/** How a key differs from all that is written, if all of that is seen and something is the same but for its form. */
function mismatch(context: RuleContext, { operation, key, patterns }: GivenKey): Mismatch | undefined {
  const schema = context.table(operation.table)?.keys();
  const writes = schema === undefined || schema.isPartial ? [] : writtenOf(context, schema)[key];
  if (writes.length === 0 || patterns.length === 0) return undefined;
  let found: Mismatch | undefined;
  for (const asked of patterns) {
    for (const { pattern, use } of writes) {
      const compared = compare(pattern, asked);
      // one of several texts that may be right is enough
      if (compared.kind === 'alike') return undefined;
      if (compared.kind === 'differs')
        found ??= { difference: compared.difference, asked, written: pattern, use };
    }
  }
  return found;
}

type Written = readonly { readonly pattern: KeyPattern; readonly use: KeyUse }[];

/** Many keys of a file are compared with the same table's. */
const writtenOf = onceForEach((_, schema: KeySchema): Readonly<Record<KeyName, Written>> => ({
  PartitionKey: writtenAs(schema.partitionKey),
  RowKey: writtenAs(schema.rowKey),
}));

function writtenAs(variants: readonly KeyVariant[]): Written {
  return variants.flatMap(({ pattern, uses }) => {
    const use = uses.find(({ how }) => how === 'written');
    return use === undefined ? [] : [{ pattern, use }];
  });
}

function wordsFor(difference: Difference): string {
  switch (difference) {
    case 'width':
      return l10n.t('the number has another width');
    case 'prefix':
      return l10n.t('the constant text around the value differs');
    case 'case':
      return l10n.t('the case differs');
    case 'encoding':
      return l10n.t('one is encoded, the other is not');
    case 'time':
      return l10n.t('the time is written in another way');
  }
}
