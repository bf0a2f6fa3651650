import * as l10n from '@vscode/l10n';
import { contains } from '../../../core/text/span.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { Operation, Write } from '../../model/operations/operation.ts';
import { type CollectedWrites, collectedWrites, loopAround } from '../../syntax/edits/collected-writes.ts';
import { useTypeImport } from '../../syntax/edits/edit-imports.ts';
import { type CodeStyle, styleOf } from '../code-style.ts';
import { useHelper } from '../new-module.ts';
import type { Change, Pattern, Proposal, World } from '../pattern.ts';
import { actionOf } from './action.ts';
import { inTransactions } from './helper.ts';
import { collecting } from './loop-edits.ts';
import { MIXED, proposeParts } from './mixed-transaction.ts';
import { refusals } from './refusals.ts';
import { changesThrough, notesThrough, wrapperOf } from './through-wrapper.ts';

/** Sends the writes of a loop in transactions by PartitionKey: the guide's "Entity Group Transactions". */
export const groupAndSubmit: Pattern = {
  id: 'group-and-submit',
  title: () => l10n.t('Write in transactions by PartitionKey'),
  rules: ['writes-in-loop', 'list-then-delete-each', MIXED],
  modules: () => [inTransactions.module],
  isAtCalls: true,
  settings: [],
  propose(operation, world) {
    const text = world.text(operation.file);
    if (operation.kind !== 'write' || text === undefined) return undefined;
    if (operation.method === 'submitTransaction') return proposeParts(operation, world, text);
    if (!isRepeated(operation)) return undefined;
    const { file, repeated } = operation;
    if (repeated.isParallel) return refused('parallel');
    const loop = loopAround(file, text, repeated.calledAt ?? operation.callSpan);
    if (loop === undefined) return refused(repeated.calledAt === undefined ? 'loop' : 'called');
    const { operations } = world.analyze(file);
    const inLoop = operations.filter(({ callSpan }) => contains(loop, callSpan));
    const writes = inLoop.filter((one): one is Write => one.kind === 'write');
    const isThrough = operation.via !== undefined || repeated.calledAt !== undefined;
    const wrapper = isThrough ? wrapperOf(world, operation, writes) : undefined;
    if (isThrough && wrapper === undefined) return refused('called');
    const client = wrapper ? `${wrapper.before}${wrapper.called}` : operation.receiver.text;
    if (
      wrapper === undefined &&
      writes.some(({ receiver, via }) => receiver.text !== client || via !== undefined)
    )
      return refused('clients');
    const found = collectedWrites(file, text, {
      writes: wrapper?.calls ?? writes.map(({ callSpan }) => callSpan),
      lists: operations.flatMap((one) =>
        one.kind === 'query' && one.method === 'listEntities' && one.via === undefined ? [one.callSpan] : [],
      ),
      client,
      receivers: wrapper ? [] : writes.map(({ receiver }) => receiver.span),
    });
    if ('kind' in found) return { kind: 'refused', why: refusals[found.kind](found.code) };
    if (wrapper !== undefined) {
      const changes = changesThrough(world, file, wrapper, found);
      if (typeof changes === 'string') return { kind: 'refused', why: changes };
      return offered(changes, writes.length, found, notesThrough(wrapper.called));
    }
    const actions = writes.map((one, i) => actionOf(one, found.writes[i]));
    if (!actions.every((one) => one !== undefined)) return refused('options');
    return proposed(world, { file, text, client, style: styleOf(text) }, found, actions);
  },
};

function refused(why: 'called' | 'parallel' | 'loop' | 'clients' | 'options'): Proposal {
  return { kind: 'refused', why: refusals[why]() };
}

type Repeated = Write & { readonly repeated: NonNullable<Write['repeated']> };

/** Whether a write is repeated for other rows, of whatever partition: which of them are of one, only the program knows. */
function isRepeated(write: Write): write is Repeated {
  const { repeated, isInCatch } = write;
  if (repeated === undefined || isInCatch || repeated.isLast) return false;
  return repeated.isOtherRow;
}

interface Site {
  readonly file: string;
  readonly text: string;
  readonly client: string;
  readonly style: CodeStyle;
}

function proposed(
  world: World,
  site: Site,
  found: CollectedWrites,
  actions: readonly (readonly string[])[],
): Proposal | undefined {
  const { file, text, client, style } = site;
  const helper = useHelper(world, file, inTransactions);
  const isTyped = /\.[cm]?tsx?$/.test(file);
  const type = isTyped ? useTypeImport(file, text, '@azure/data-tables', 'TransactionAction') : undefined;
  if (helper === undefined || (isTyped && type === undefined))
    return { kind: 'refused', why: refusals.helper() };
  const names = namesFor(found.names);
  if (names === undefined) return { kind: 'refused', why: refusals.helper() };
  const { step, quote } = style;
  const edits = collecting(text, style, found, {
    before: declaration(site, names.list, type?.reference),
    after: [
      `for (const ${names.one} of ${helper.reference}(${names.list})) {`,
      `${step}await ${client}.submitTransaction(${names.one});`,
      '}',
    ],
    writes: actions.map(
      ([kind = '', ...parts]) => `${names.list}.push([${quote}${kind}${quote}, ${parts.join(', ')}])`,
    ),
    page: names.page,
  });
  const changes: readonly Change[] = [
    { kind: 'edit', file, edits: style.finish([...(type?.edits ?? []), ...helper.edits, ...edits]) },
    ...(helper.created ? [helper.created] : []),
  ];
  return offered(changes, actions.length, found);
}

/** The changes by which so many writes go in transactions, and what is to be said of them. */
function offered(
  changes: readonly Change[],
  writes: number,
  found: CollectedWrites,
  notes: readonly string[] = [],
): Proposal {
  return {
    kind: 'change',
    changes,
    isReached: (before, after) =>
      // callers of the function around the loop are writes, too
      singles(after) <= singles(before) - writes &&
      [...countOf(after)].every(([rule, count]) => count <= (countOf(before).get(rule) ?? 0)),
    notes: [
      l10n.t('Cost: one request for up to 100 entities of a partition, instead of one for each.'),
      l10n.t('Consistency: each transaction is written as a whole or not at all. Until now, each write was.'),
      found.listed
        ? l10n.t('Order: the entities of a page are written after all of the page was gone through.')
        : l10n.t('Order: nothing is written before the loop has ended, also if it throws.'),
      ...notes,
      ...(found.logs ? [l10n.t('Messages that the loop logs come before its writes.')] : []),
    ],
  };
}

/** Writes one by one. */
function singles({ operations }: FileAnalysis): number {
  return operations.filter((one: Operation) => one.kind === 'write' && one.method !== 'submitTransaction')
    .length;
}

function countOf({ findings }: FileAnalysis): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, severity } of findings)
    if (severity !== 'hint') counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return counts;
}

function namesFor(taken: ReadonlySet<string>): Record<'list' | 'one' | 'page', string> | undefined {
  const free = (...names: readonly string[]): string | undefined => names.find((name) => !taken.has(name));
  const list = free('actions', 'writes', 'tableActions');
  const one = free('transaction', 'batch', 'tableTransaction');
  const page = free('page', 'entityPage');
  return list === undefined || one === undefined || page === undefined ? undefined : { list, one, page };
}

/** The empty list of actions, of a type where the file has types. */
function declaration({ text }: Site, name: string, type: string | undefined): readonly string[] {
  if (type !== undefined) return [`const ${name}: ${type}[] = [];`];
  const isDocumented = /@(?:param|type|returns) \{/.test(text);
  const comment = `/** @type {import('@azure/data-tables').TransactionAction[]} */`;
  return [...(isDocumented ? [comment] : []), `const ${name} = [];`];
}
