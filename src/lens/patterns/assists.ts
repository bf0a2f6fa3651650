import { composedEdits } from '../../core/text/composed-edits.ts';
import { applyEdits, type TextEdit } from '../../core/text/edit.ts';
import type { Span } from '../../core/text/span.ts';
import * as l10n from '@vscode/l10n';
import type { FileAnalysis } from '../engine/engine.ts';
import { isAtLeast } from '../engine/severity.ts';
import type { Operation } from '../model/operations/operation.ts';
import { isSure } from '../model/tables/tables.ts';
import { inlineConstants } from '../syntax/edits/inlined-constants.ts';
import { moduleBeside } from './new-module.ts';
import type { Assist, Change, Given, Pattern, Proposal, World } from './pattern.ts';
import { patterns } from './registry.ts';
import { importsAcross } from './sites/packages.ts';
import { pathBetween } from './sites/site-name.ts';

/** Characters of edited files that are analyzed for one assist. */
const MOST_CHARACTERS = 2_000_000;

/**
 * Gives what each pattern has for the operations that touch `span`: changes that were checked, or why there are none. `given` answers the
 * settings of a pattern; of `wanted` patterns alone.
 */
export function assistsAt(
  world: World,
  file: string,
  span: Span,
  given: (pattern: Pattern) => Given = usual,
  wanted: readonly Pattern[] = patterns,
): readonly Assist[] {
  const operations = world
    .analyze(file)
    .operations.filter((one) => isSure(one) && (touches(one.callSpan, span) || isCalledAt(one, span)));
  const made = operations.map((operation) => assistsOf(world, operation, given, wanted));
  return wanted.flatMap((pattern) => {
    const own = made.flatMap((assists) =>
      assists.filter(
        (one) => one.pattern === pattern && (pattern.isAtCalls === true || touches(one.span, span)),
      ),
    );
    // of calls within each other the innermost
    const [innermost] = own.toSorted((a, b) => lengthOf(a.operation) - lengthOf(b.operation));
    return innermost === undefined ? [] : [innermost];
  });
}

/** Whether a loop there calls the function around an operation. */
function isCalledAt(operation: Operation, span: Span): boolean {
  const calledAt = operation.kind === 'write' ? operation.repeated?.calledAt : undefined;
  return calledAt !== undefined && touches(calledAt, span);
}

/** What patterns have for one operation: as it is written, or else with the values of its constants in the call itself. */
function assistsOf(
  world: World,
  operation: Operation,
  given: (pattern: Pattern) => Given,
  wanted: readonly Pattern[],
): readonly Assist[] {
  const outcomes = outcomesOf(world, operation, given, wanted);
  const refusing = [...outcomes].filter(([, { kind }]) => kind === 'refused').map(([pattern]) => pattern);
  const again = refusing.length === 0 ? [] : outcomesInlined(world, operation, given, refusing);
  return [...new Map([...outcomes, ...again])].map(([pattern, outcome]) => ({
    ...{ pattern, operation, span: operation.callSpan, outcome },
  }));
}

type Outcomes = ReadonlyMap<Pattern, Proposal>;

function outcomesOf(
  world: World,
  operation: Operation,
  given: (pattern: Pattern) => Given,
  wanted: readonly Pattern[],
): Outcomes {
  const outcomes = new Map<Pattern, Proposal>();
  for (const pattern of wanted) {
    const proposal = pattern.propose(operation, world, given(pattern));
    if (proposal !== undefined) outcomes.set(pattern, checked(world, proposal));
  }
  return outcomes;
}

/** The list that an operation is, or whose entities it writes, where that is in its file. */
function listOf(operation: Operation): Span | undefined {
  if (operation.kind === 'query') return operation.callSpan;
  const listed = operation.kind === 'write' ? operation.listed : undefined;
  return listed?.file === operation.file ? listed.span : undefined;
}

/** Patterns read what is written in the call of a query: the constants that it alone uses are written there first. */
function outcomesInlined(
  world: World,
  operation: Operation,
  given: (pattern: Pattern) => Given,
  wanted: readonly Pattern[],
): Outcomes {
  const { file, callSpan, kind, via } = operation;
  const text = world.text(file) ?? '';
  const list = listOf(operation);
  const edits = list && inlineConstants(file, text, list);
  if (edits === undefined) return new Map();
  const shift = edits
    .filter(({ span }) => span.end <= callSpan.start)
    .reduce((sum, { span, text: put }) => sum + put.length - (span.end - span.start), 0);
  return world.asIf(new Map([[file, applyEdits(text, edits)]]), () => {
    const again = world
      .operations(file)
      .find(
        (one) =>
          one.kind === kind &&
          one.callSpan.start === callSpan.start + shift &&
          (one.via === undefined) === (via === undefined),
      );
    const outcomes = again === undefined ? [] : outcomesOf(world, again, given, wanted);
    return new Map(
      [...outcomes].map(([pattern, outcome]) => [pattern, withEdits(outcome, file, text, edits)]),
    );
  });
}

/** What is done to an edited file, as one change of the file as it is. */
function withEdits(outcome: Proposal, file: string, text: string, first: readonly TextEdit[]): Proposal {
  if (outcome.kind === 'refused') return outcome;
  const changes = outcome.changes.map((change) =>
    change.kind === 'edit' && change.file === file
      ? { ...change, edits: composedEdits(text, first, change.edits) }
      : change,
  );
  return { ...outcome, changes };
}

/** The files that assists at `file` may write beside it: whoever asks for them reads these first. */
export function filesBeside(file: string, operations: readonly Operation[]): readonly string[] {
  const names = new Set(patterns.flatMap(({ modules }) => modules(operations)));
  // beside functions that are called, too
  const files = new Set([file, ...operations.flatMap(({ via }) => via?.place.file ?? [])]);
  return [
    ...new Set([...files].flatMap((one) => [...names].flatMap((module) => moduleBeside(one, module) ?? []))),
  ];
}

/** Every setting has its usual answer. */
export function usual(pattern: Pattern): Given {
  return (name) => pattern.settings.find((one) => one.name === name)?.usual ?? '';
}

/** The files as a change makes them. */
export function textsAfter(
  world: Pick<World, 'text'>,
  changes: readonly Change[],
): ReadonlyMap<string, string> {
  return new Map(
    changes.map((change) => [
      change.file,
      change.kind === 'create' ? change.text : applyEdits(world.text(change.file) ?? '', change.edits),
    ]),
  );
}

/** A change that the lens finds as good as the program was: it parses, no rule finds more that is a warning, and the promise is kept. */
function checked(world: World, proposal: Proposal): Proposal {
  if (proposal.kind === 'refused') return proposal;
  // a list of packages says nothing of tables
  const changes = proposal.changes.filter(({ file }) => !file.endsWith('.json'));
  const across = importsAcross(world, changes);
  if (across !== undefined) return { kind: 'refused', why: crossing(across) };
  const edited = changes.filter(({ kind }) => kind === 'edit');
  const texts = textsAfter(world, changes);
  const length = [...texts.values()].reduce((sum, text) => sum + text.length, 0);
  if (length > MOST_CHARACTERS) return refused();
  const before = edited.map(({ file }) => world.analyze(file));
  const worstBefore = countByRule(before, 'information');
  const isReached = (all: readonly FileAnalysis[]): boolean => {
    const [own] = before;
    const after = all.find(({ file }) => file === own?.file);
    return own !== undefined && after !== undefined && proposal.isReached(own, after);
  };
  const after = world.analyzeAsIf(texts);
  const isSound = after.every(({ syntaxErrors }) => syntaxErrors === 0);
  const worse = [...countByRule(after)].find(([rule, count]) => count > (worstBefore.get(rule) ?? 0));
  if (worse !== undefined) return { kind: 'refused', why: finding(worse[0]) };
  return isSound && isReached(after) ? proposal : refused();
}

function refused(): Proposal {
  return { kind: 'refused', why: l10n.t('Checking the edited code found that it would not be better.') };
}

function finding(rule: string): string {
  return l10n.t('The changed code would have a new warning: {0}.', rule);
}

function crossing({ file, module }: { readonly file: string; readonly module: string }): string {
  const path = pathBetween(module, file);
  return l10n.t(
    '{0} is in another package, and would have to import the new module out of this one. Move all calls of the table into one package first.',
    path,
  );
}

/** How many warnings there are by rule; `leastOfLoops`: of those on loops what is milder is counted, too. */
function countByRule(
  analyses: readonly FileAnalysis[],
  leastOfLoops: 'warning' | 'information' = 'warning',
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, severity } of analyses.flatMap(({ findings }) => findings)) {
    const isOfLoop = ASKS_IN_TURNS.has(rule);
    if (!isAtLeast(severity, isOfLoop ? leastOfLoops : 'warning')) continue;
    const kind = isOfLoop ? 'n-plus-one' : rule;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/**
 * Rules on a loop that asks in each turn: which of them tells it depends on what it asks, and a pattern makes that cheaper. A loop that
 * deletes one by one does so, too, where each delete reads first what else is to go: the pattern says what that costs.
 */
const ASKS_IN_TURNS: ReadonlySet<string> = new Set([
  ...['n-plus-one', 'query-in-loop', 'sequential-point-reads', 'writes-in-loop', 'list-then-delete-each'],
]);

function lengthOf({ callSpan: { start, end } }: Operation): number {
  return end - start;
}

function touches(a: Span, b: Span): boolean {
  return a.start <= b.end && b.start <= a.end;
}
