import type { Files } from '../link/linker.ts';
import { negate } from '../syntax/conditions.ts';
import type { Flow } from './flow.ts';
import { ALWAYS, type Guard, type Literal } from './guards.ts';
import type { Subject } from './machine.ts';

/** Ways of one condition that are told; of more the condition is not named. */
const MOST_WAYS = 6;

/**
 * What a condition says, as the source writes its parts; undefined for one that always holds where `reached` does, and
 * for one of which nothing has a name.
 */
export function describe(flow: Flow, files: Files, guard: Guard, reached: Guard): string | undefined {
  const relative = flow.guards.within(guard, reached);
  if (relative === ALWAYS) return undefined;
  const ways = flow.guards.ways(relative, MOST_WAYS);
  if (ways === undefined) return undefined;
  const opposite = ways.length > 1 ? flow.guards.ways(flow.guards.not(relative), 1) : undefined;
  if (opposite?.[0] !== undefined) {
    const text = describeWay(flow, files, opposite[0]);
    return text === '' ? undefined : negate(text);
  }
  const texts = ways.map((way) => describeWay(flow, files, way));
  if (texts.some((text) => text === '')) return undefined;
  const distinct = [...new Set(texts)];
  return distinct.length === 0 ? undefined : distinct.join(' || ');
}

function describeWay({ subjects }: Flow, files: Files, way: readonly Literal[]): string {
  const equal = way.flatMap(({ decision, isTrue }) => {
    const subject = subjects[decision];
    return isTrue && subject?.kind === 'equal' ? [subject.name] : [];
  });
  const missing = way.flatMap(({ decision, isTrue }) => {
    const subject = subjects[decision];
    return isTrue && subject?.kind === 'nothing' ? [subject.name] : [];
  });
  const many = way.flatMap(({ decision, isTrue }) => {
    const subject = subjects[decision];
    return isTrue && subject?.kind === 'elements' && subject.least > 1 ? [subject.name] : [];
  });
  const texts = way.flatMap(({ decision, isTrue }) => {
    const subject = subjects[decision];
    if (subject === undefined) return [];
    // what is equal to a constant is neither empty nor anything else
    const isTold =
      (subject.kind === 'truthy' &&
        (equal.includes(subject.name) || (!isTrue && missing.includes(subject.name)))) ||
      (subject.kind === 'elements' && isTrue && subject.least === 1 && many.includes(subject.name)) ||
      (subject.kind === 'equal' && !isTrue && equal.includes(subject.name));
    const text = isTold ? undefined : describeSubject(files, subject, isTrue);
    return text === undefined ? [] : [text];
  });
  return [...new Set(texts)].join(' && ');
}

function describeSubject(files: Files, subject: Subject, isTrue: boolean): string | undefined {
  switch (subject.kind) {
    case 'truthy':
      return subject.name === '' ? undefined : isTrue ? subject.name : `!${subject.name}`;
    case 'equal':
      if (subject.name === '') return undefined;
      return `${subject.name} ${isTrue ? '===' : '!=='} ${subject.to.replaceAll('"', "'")}`;
    case 'nothing':
      if (subject.name === '') return undefined;
      return `${subject.name} ${isTrue ? '===' : '!=='} undefined`;
    case 'elements': {
      if (subject.name === undefined) return undefined;
      if (subject.least === 1) return `${subject.name} is ${isTrue ? 'not empty' : 'empty'}`;
      return `${subject.name} has ${isTrue ? 'more than one' : 'at most one'}`;
    }
    case 'condition': {
      const text = files.facts(subject.file)?.program?.text.slice(subject.span.start, subject.span.end);
      return text === undefined || text === '' ? undefined : isTrue ? text : negate(text);
    }
    case 'throws':
      return isTrue ? 'catch' : undefined;
    case 'changed':
      return undefined;
  }
}
