import * as l10n from '@vscode/l10n';
import { shown } from '../text/shown.ts';
import type { Condition, Demand, Way } from './condition.ts';

/** Says when a condition holds, in words that follow "when": "shelf and author are both empty, or all is true". */
export function describeCondition(condition: Condition): string {
  return condition.map(describeWay).reduce((text, way) => l10n.t('{0}, or {1}', text, way));
}

function describeWay(way: Way): string {
  const told = new Set<Demand>();
  const clauses = way.flatMap((demand) => {
    if (told.has(demand)) return [];
    const alike = namesOfAlike(way, demand);
    for (const { demand: one } of alike) told.add(one);
    return [
      alike.length > 1
        ? ofSeveral(
            alike.map(({ name }) => shown(name)),
            demand,
          )
        : ofOne(demand),
    ];
  });
  return listed(clauses);
}

/** The demands that say the same of other values, with their names. */
function namesOfAlike(way: Way, { fact, holds }: Demand): readonly { demand: Demand; name: string }[] {
  if (fact.kind !== 'truthy') return [];
  return way.flatMap((demand) =>
    demand.fact.kind === 'truthy' && demand.fact.of === fact.of && demand.holds === holds
      ? [{ demand, name: demand.fact.name }]
      : [],
  );
}

function ofSeveral(names: readonly string[], { fact, holds }: Demand): string {
  const all = listed(names);
  const areTwo = names.length === 2;
  if (fact.kind === 'truthy' && fact.of === 'boolean') {
    if (areTwo) return holds ? l10n.t('{0} are both true', all) : l10n.t('{0} are both false', all);
    return holds ? l10n.t('{0} are all true', all) : l10n.t('{0} are all false', all);
  }
  if (fact.kind === 'truthy' && fact.of === 'number') {
    if (!holds) return areTwo ? l10n.t('{0} are both 0', all) : l10n.t('{0} are all 0', all);
    return areTwo ? l10n.t('{0} are both not 0', all) : l10n.t('{0} are all not 0', all);
  }
  if (holds) return areTwo ? l10n.t('{0} are both set', all) : l10n.t('{0} are all set', all);
  if (fact.kind === 'truthy' && fact.of === 'text')
    return areTwo ? l10n.t('{0} are both empty', all) : l10n.t('{0} are all empty', all);
  return areTwo ? l10n.t('{0} are both not set', all) : l10n.t('{0} are all not set', all);
}

function ofOne({ fact, holds }: Demand): string {
  switch (fact.kind) {
    case 'truthy':
      if (fact.of === 'boolean')
        return holds ? l10n.t('{0} is true', shown(fact.name)) : l10n.t('{0} is false', shown(fact.name));
      if (fact.of === 'number')
        return holds ? l10n.t('{0} is not 0', shown(fact.name)) : l10n.t('{0} is 0', shown(fact.name));
      if (holds) return l10n.t('{0} is set', shown(fact.name));
      return fact.of === 'text'
        ? l10n.t('{0} is empty', shown(fact.name))
        : l10n.t('{0} is not set', shown(fact.name));
    case 'equal':
      return holds
        ? l10n.t('{0} is {1}', shown(fact.name), shown(fact.to))
        : l10n.t('{0} is not {1}', shown(fact.name), shown(fact.to));
    case 'undefined':
      return holds ? l10n.t('{0} is undefined', shown(fact.name)) : l10n.t('{0} is given', shown(fact.name));
    case 'elements':
      if (fact.least === 1)
        return holds
          ? l10n.t('{0} has elements', shown(fact.name))
          : l10n.t('{0} is empty', shown(fact.name));
      return holds
        ? l10n.t('{0} has more than one element', shown(fact.name))
        : l10n.t('{0} has one element at most', shown(fact.name));
    case 'written':
      return holds ? shown(fact.text) : l10n.t('"{0}" is false', shown(fact.text));
    case 'many':
      return l10n.t('one of many conditions is true');
    case 'unset':
      return l10n.t('no filter is set');
    case 'caught':
      return holds ? l10n.t('an exception is caught') : l10n.t('no exception is caught');
  }
}

/** "a", "a and b", "a, b and c". */
function listed(texts: readonly string[]): string {
  const last = texts.at(-1) ?? '';
  return texts.length < 2 ? last : l10n.t('{0} and {1}', texts.slice(0, -1).join(', '), last);
}
