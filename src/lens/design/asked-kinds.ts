import { type Asked, keyOf, OPEN } from './asked-conditions.ts';
import { type KeyMatch, matchEqual, matchRange, type PlaceTest } from './asked-keys.ts';
import type { Condition, Test } from './conditions.ts';
import type { Kind } from './kind.ts';
import type { KeyName } from './kinds.ts';
import { attributesIn } from './layout.ts';

/** A kind that a question may be about, with what it demands of its attributes. */
export interface Match {
  readonly kind: Kind;
  readonly conditions: readonly Condition[];
  readonly fit: number;
}

/** The kinds that a question fits best, with what it demands of their keys in attributes. */
export function matching(
  kinds: readonly Kind[],
  asked: ReadonlyMap<KeyName, Asked>,
  properties: readonly Condition[],
  reads: readonly string[] = [],
): readonly Match[] {
  const all = kinds.flatMap((kind) => matchOf(kind, asked) ?? []);
  const asProperties = (names: readonly string[]): readonly string[] =>
    names.filter((name) => keyOf(name) === undefined);
  const compared = asProperties(properties.flatMap(({ attributes }) => attributes));
  const told = notTold(all, properties);
  const possible = havingAll(havingMost(told, compared), asProperties(reads));
  const best = possible.reduce((most, { fit }) => Math.max(most, fit), 0);
  return possible.filter(({ fit }) => fit === best);
}

/** Those without kinds that are told by another constant than is asked for: all, where that is none of any. */
function notTold(matches: readonly Match[], properties: readonly Condition[]): readonly Match[] {
  const isOther = ({ kind }: Match): boolean =>
    properties.some(({ attributes: [name = ''], test }) => {
      const told = kind.told.get(name);
      return (
        told !== undefined && test.kind === 'eq' && test.constant !== undefined && test.constant !== told
      );
    });
  const left = matches.filter((match) => !isOther(match));
  return left.length > 0 ? left : matches;
}

/** Those whose kinds have the most of some properties. */
function havingMost(matches: readonly Match[], names: readonly string[]): readonly Match[] {
  const count = ({ kind }: Match): number => names.filter((name) => kind.ofProperty.has(name)).length;
  const most = matches.reduce((best, match) => Math.max(best, count(match)), 0);
  return matches.filter((match) => count(match) === most);
}

/** Those whose kinds have the most of what is read: all, where others have something of it that these have not. */
function havingAll(matches: readonly Match[], names: readonly string[]): readonly Match[] {
  const most = havingMost(matches, names);
  const isIn = (some: readonly Match[], name: string): boolean =>
    some.some(({ kind }) => kind.ofProperty.has(name));
  return names.every((name) => isIn(most, name) || !isIn(matches, name)) ? most : matches;
}

function matchOf(kind: Kind, asked: ReadonlyMap<KeyName, Asked>): Match | undefined {
  const conditions: Condition[] = [];
  let fit = 0;
  for (const [key, one] of asked) {
    const match = keyMatch(key, kind, one);
    if (match === undefined) return undefined;
    fit += match.fit;
    const by = one.kind === 'eq' && one.inCode === true ? 'code' : 'service';
    for (const [place, test] of match.tests) {
      const attribute = kind.ofPlace.get(place);
      if (attribute === undefined) continue;
      if (test.kind === 'eq' && test.name === attribute) fit += 0.25;
      const isOfPart = test.kind === 'eq' && isPart(kind, key, attribute);
      conditions.push({
        attributes: [attribute],
        by,
        test: testOf(test, one),
        ...(isOfPart && { isOfPart }),
      });
    }
    if (match.isWhole === true) conditions.push({ attributes: [key], by, test: { kind: 'eq' } });
    if (match.isOpen === true)
      conditions.push({ attributes: attributesIn(kind.layout[key]), by, test: OPEN });
  }
  return { kind, conditions, fit };
}

/** Whether a key holds a part of an attribute's value alone. */
function isPart(kind: Kind, key: KeyName, attribute: string): boolean {
  return kind.layout[key].some(
    (part) => part.kind === 'attribute' && part.attribute === attribute && !part.encoding.isWhole,
  );
}

function testOf(test: PlaceTest, asked: Asked): Test {
  if (test.kind !== 'eq') return test;
  if (asked.kind === 'eq' && asked.count !== undefined) return { kind: 'among', count: asked.count };
  return { kind: 'eq', ...(test.constant !== undefined && { constant: test.constant }) };
}

function keyMatch(key: KeyName, kind: Kind, asked: Asked): KeyMatch | undefined {
  const own = kind[key];
  switch (asked.kind) {
    case 'eq': {
      const whole: KeyMatch = {
        fit: 0,
        tests: new Map(
          [...kind.ofPlace.keys()]
            .filter((place) => place.startsWith(`${key} `))
            .map((place) => [place, { kind: 'eq' }]),
        ),
      };
      if (asked.patterns.length === 0) return whole;
      const matches = asked.patterns.flatMap((pattern) => matchEqual(key, own, pattern) ?? []);
      return matches.length === 0 ? undefined : matches.reduce(eitherOf);
    }
    case 'range':
      return matchRange(key, own, asked.lower, asked.upper, (index) => sortOf(kind, key, index) === 'down');
    case 'other':
      return { fit: 0, tests: new Map(), isOpen: true };
  }
}

/** The match that fits better; where both do, no constant that only one of them has. */
function eitherOf(a: KeyMatch, b: KeyMatch): KeyMatch {
  if (a.fit !== b.fit) return b.fit > a.fit ? b : a;
  const constantOf = (test: PlaceTest | undefined): string | undefined =>
    test?.kind === 'eq' ? test.constant : undefined;
  const tests = [...a.tests].map(([place, test]): readonly [string, PlaceTest] =>
    constantOf(test) === constantOf(b.tests.get(place)) ? [place, test] : [place, { kind: 'eq' }],
  );
  return { ...a, tests: new Map(tests) };
}

function sortOf(kind: Kind, key: KeyName, index: number): 'up' | 'down' | 'none' {
  const parts = kind.layout[key].filter((part) => part.kind === 'attribute');
  const part = parts[index];
  return part?.kind === 'attribute' ? part.encoding.sorts : 'none';
}
