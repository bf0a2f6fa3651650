import * as l10n from '@vscode/l10n';
import type { Comparison, Filter } from '../../core/odata/ast.ts';
import { comparisonsOf, propertiesIn, sides } from '../../core/odata/comparisons.ts';
import { explainMismatch, isMismatch, literalAs } from '../../core/shape/stored-type.ts';
import { nearest } from '../../core/text/near.ts';
import type { KnownProperty } from '../../core/shape/completion.ts';
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
  const { message, help } = explainMismatch(property, [first, ...others], sent);
  return [
    {
      message: [message, told(known.from), help].join(' '),
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
      return l10n.t('The service stores it with this type.');
    case 'rows':
      return l10n.t('All rows loaded so far have this type.');
    case 'source':
      return l10n.t('The source of this workspace stores it with this type.');
  }
}

function unknownIn(comparison: Comparison, { properties, isComplete }: KnownTable): Mistake[] {
  const names = properties.map(({ name }) => name);
  return propertiesIn(comparison).flatMap(({ name, span }) => {
    if (names.includes(name)) return [];
    const near = nearest(name, names);
    if (near === undefined && !isComplete) return [];
    const nobody = isComplete
      ? l10n.t('No entity of the table has {0}, so this never matches.', name)
      : l10n.t('Neither the loaded rows nor the source have {0}.', name);
    const hint =
      near === undefined
        ? l10n.t('Property names are case-sensitive.')
        : l10n.t('Property names are case-sensitive. Did you mean {0}?', near);
    return [{ message: `${nobody} ${hint}`, span, replacement: near, isRejected: false }];
  });
}
