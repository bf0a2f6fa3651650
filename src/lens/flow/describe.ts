import * as l10n from '@vscode/l10n';
import { type Condition, type Demand, type Fact, MANY, shortest } from '../../core/shape/condition.ts';
import type { Files } from '../link/linker.ts';
import type { Flow } from './flow.ts';
import type { Guard, Literal } from './conditions/guards.ts';
import type { Subject } from './machine.ts';

/** Ways of one condition that are looked at; of more only that they are many is told. */
const MOST_WAYS = 12;

/** What a condition says; undefined for one that always holds where `reached` does, and for one of which nothing has a name. */
export function describe(flow: Flow, files: Files, guard: Guard, reached: Guard): Condition | undefined {
  const relative = flow.guards.told(guard, reached);
  if (relative.isAlways) return undefined;
  const ways = relative.ways(MOST_WAYS);
  if (ways === undefined) return MANY;
  const told = ways.map((way) => demandsOf(flow, files, way));
  if (told.some((way) => way.length === 0)) return undefined;
  // where nothing is left without what was thrown, or not, that must be told
  return shortest(told.map(withoutNotCaught)) ?? shortest(told);
}

/** That nothing was thrown goes without saying, unless there is nothing else to say. */
function withoutNotCaught(demands: readonly Demand[]): readonly Demand[] {
  const others = demands.filter(({ fact, holds }) => fact.kind !== 'caught' || holds);
  return others.length > 0 ? others : demands;
}

/** What a way demands, without what follows from the rest of it. */
function demandsOf({ subjects }: Flow, files: Files, way: readonly Literal[]): readonly Demand[] {
  const all = way.flatMap(({ decision, isTrue }) => {
    const subject = subjects[decision];
    return subject === undefined ? [] : [{ subject, isTrue }];
  });
  const named = (kind: Subject['kind'], name: string | undefined, least = 0): boolean =>
    all.some(
      ({ subject, isTrue }) =>
        isTrue &&
        subject.kind === kind &&
        'name' in subject &&
        subject.name === name &&
        (subject.kind !== 'elements' || subject.least > least),
    );
  const isMemberNamed = (name: string): boolean =>
    all.some(
      ({ subject, isTrue }) => isTrue && subject.kind === 'truthy' && subject.name.startsWith(`${name}.`),
    );
  const isNamed = all.some(({ subject }) => !isNameless(subject) && factOf(files, subject) !== undefined);
  const demands = all.flatMap(({ subject, isTrue }) => {
    // what is equal to a constant is neither empty nor anything else, and what has something is there
    const isTold =
      (subject.kind === 'truthy' &&
        (named('equal', subject.name) ||
          (!isTrue && named('nothing', subject.name)) ||
          (isTrue && isMemberNamed(subject.name)))) ||
      (subject.kind === 'elements' && isTrue && subject.least === 1 && named('elements', subject.name, 1)) ||
      (subject.kind === 'equal' && !isTrue && named('equal', subject.name));
    const fact = isTold || (isNamed && isNameless(subject)) ? undefined : factOf(files, subject);
    const isOpposite = subject.kind === 'condition' && subject.isOpposite === true;
    return fact === undefined ? [] : [{ fact, holds: isTrue !== isOpposite }];
  });
  return withoutRepeated(demands);
}

/** A list without a name says nothing beside conditions that have one. */
function isNameless(subject: Subject): boolean {
  return subject.kind === 'elements' && subject.name === undefined;
}

/** What turns of a loop ask one after the other is said once, as is that none of several exceptions is caught. */
function withoutRepeated(demands: readonly Demand[]): readonly Demand[] {
  const isSaid = (a: Fact, b: Fact): boolean =>
    a.kind === 'written'
      ? b.kind === 'written' && a.text === b.text
      : a.kind === 'caught' && b.kind === 'caught';
  return demands.filter(
    ({ fact, holds }, index) =>
      !demands.slice(0, index).some((before) => before.holds === holds && isSaid(fact, before.fact)),
  );
}

function factOf(files: Files, subject: Subject): Fact | undefined {
  switch (subject.kind) {
    case 'truthy':
      return subject.name === ''
        ? undefined
        : { kind: 'truthy', name: subject.name, of: subject.of ?? 'other' };
    case 'equal':
      return subject.name === ''
        ? undefined
        : { kind: 'equal', name: subject.name, to: subject.to.replaceAll('"', "'") };
    case 'nothing':
      return subject.name === '' ? undefined : { kind: 'undefined', name: subject.name };
    case 'elements':
      return { kind: 'elements', name: subject.name ?? l10n.t('a list'), least: subject.least };
    case 'condition': {
      const text = files.facts(subject.file)?.program?.text.slice(subject.span.start, subject.span.end);
      if (text === undefined || text === '') return undefined;
      return /^[\w$.]+$/.test(text) ? { kind: 'truthy', name: text, of: 'other' } : { kind: 'written', text };
    }
    case 'throws':
      return { kind: 'caught' };
    case 'changed':
      return undefined;
  }
}
