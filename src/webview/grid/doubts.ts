import * as l10n from '@vscode/l10n';
import type { Comparison, Filter } from '../../core/odata/ast.ts';
import { comparisonsOf, propertiesIn, sides } from '../../core/odata/comparisons.ts';
import { describeMismatch, isMismatch, literalAs } from '../../core/shape/stored-type.ts';
import { nearest } from '../../core/text/near.ts';
import type { KnownProperty } from './completion.ts';
import type { Mistake } from './mistake.ts';

/** What is known of the properties that entities of the table have. */
export interface KnownTable {
  readonly properties: readonly Omit<KnownProperty, 'samples'>[];
  /** Whether no entity of the table can have any other. */
  readonly isComplete: boolean;
}

/** What the service takes, but what by all that is known matches nothing: values of other types, and names that no entity has. */
export function doubtsOf(filter: Filter | undefined, known: KnownTable): Mistake[] {
  return comparisonsOf(filter).flatMap((comparison) => [
    ...mismatchIn(comparison, known),
    ...unknownIn(comparison, known),
  ]);
}

function mismatchIn(comparison: Comparison, { properties }: KnownTable): Mistake[] {
  const found = sides(comparison);
  if (found?.value.kind !== 'literal') return [];
  const { property, value: operand } = found;
  const known = properties.find(({ name }) => name === property);
  const [first, ...others] = known?.types ?? [];
  const sent = operand.value.type;
  if (known === undefined || first === undefined) return [];
  if (![first, ...others].every((type) => isMismatch(type, sent))) return [];
  return [
    {
      message: [describeMismatch(property, [first, ...others], sent), told(known.from)].join('. '),
      span: operand.span,
      replacement: literalAs(operand.value, first),
      isRejected: false,
    },
  ];
}

/** How its types are known. */
function told(from: KnownProperty['from']): string {
  switch (from) {
    case 'service':
      return l10n.t('The service itself stores it so.');
    case 'rows':
      return l10n.t('All rows loaded so far that have it say so.');
    case 'source':
      return l10n.t('The source of this workspace stores it so.');
  }
}

function unknownIn(comparison: Comparison, { properties, isComplete }: KnownTable): Mistake[] {
  const names = properties.map(({ name }) => name);
  return propertiesIn(comparison).flatMap(({ name, span }) => {
    if (names.includes(name)) return [];
    const near = nearest(name, names);
    if (near === undefined && !isComplete) return [];
    const nobody = isComplete
      ? l10n.t('No entity of the table has {0}: what is compared with it never matches.', name)
      : l10n.t('Neither a row loaded so far nor the source has {0}.', name);
    const hint =
      near === undefined
        ? l10n.t('Names of properties are case-sensitive.')
        : l10n.t('Names of properties are case-sensitive. Is {0} meant?', near);
    return [{ message: `${nobody} ${hint}`, span, replacement: near, isRejected: false }];
  });
}
