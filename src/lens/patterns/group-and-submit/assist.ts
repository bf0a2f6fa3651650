import * as l10n from '@vscode/l10n';
import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { Operation, Write } from '../../model/operations/operation.ts';
import {
  type CollectedWrite,
  type CollectedWrites,
  collectedWrites,
  loopAround,
} from '../../syntax/edits/collected-writes.ts';
import { useTypeImport } from '../../syntax/edits/edit-imports.ts';
import { type CodeStyle, deeper, styleOf } from '../code-style.ts';
import { useHelper } from '../new-module.ts';
import type { Pattern, Proposal, World } from '../pattern.ts';
import { inTransactions } from './helper.ts';
import { MIXED, proposeParts } from './mixed-transaction.ts';
import { refusals } from './refusals.ts';

/** Sends the writes of a loop in transactions by PartitionKey: the guide's "Entity Group Transactions". */
export const groupAndSubmit: Pattern = {
  id: 'group-and-submit',
  title: () => l10n.t('Write in transactions by PartitionKey'),
  rules: ['writes-in-loop', 'list-then-delete-each', MIXED],
  modules: () => [inTransactions.module],
  settings: [],
  propose(operation, world) {
    const text = world.text(operation.file);
    if (operation.kind !== 'write' || text === undefined) return undefined;
    if (operation.method === 'submitTransaction') return proposeParts(operation, world, text);
    if (!isRepeated(operation)) return undefined;
    const { file } = operation;
    if (operation.repeated.calledAt !== undefined || operation.via !== undefined) return refused('called');
    if (operation.repeated.isParallel) return refused('parallel');
    const loop = loopAround(file, text, operation.callSpan);
    if (loop === undefined) return refused('loop');
    const { operations } = world.analyze(file);
    const inLoop = operations.filter(({ callSpan }) => contains(loop, callSpan));
    const writes = inLoop.filter((one): one is Write => one.kind === 'write');
    const client = operation.receiver.text;
    if (writes.some(({ receiver, via }) => receiver.text !== client || via !== undefined))
      return refused('clients');
    const found = collectedWrites(file, text, {
      writes: writes.map(({ callSpan }) => callSpan),
      lists: operations.flatMap((one) =>
        one.kind === 'query' && one.method === 'listEntities' && one.via === undefined ? [one.callSpan] : [],
      ),
      client,
      receivers: writes.map(({ receiver }) => receiver.span),
    });
    if ('kind' in found) return { kind: 'refused', why: refusals[found.kind](found.code) };
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

/** The parts of the action that does what a write does; undefined where it takes more. */
function actionOf(
  { method, etag }: Write,
  write: CollectedWrite | undefined,
): readonly [kind: string, ...rest: readonly string[]] | undefined {
  if (write === undefined) return undefined;
  const { entity, args } = write;
  const [first = '', second, ...others] = args;
  const rest = second === undefined ? [] : [second];
  switch (method) {
    case 'createEntity':
      return second === undefined ? ['create', entity] : undefined;
    case 'upsertEntity':
      return others.length === 0 ? ['upsert', entity, ...rest] : undefined;
    case 'updateEntity':
      return others.length === 0 || etag === 'sent' ? ['update', entity, ...rest, ...others] : undefined;
    case 'deleteEntity':
      return second !== undefined && others.length === 0
        ? ['delete', `{ ${property('partitionKey', first)}, ${property('rowKey', second)} }`]
        : undefined;
    case 'submitTransaction':
      return undefined;
  }
}

function property(name: string, code: string): string {
  return code === name ? name : `${name}: ${code}`;
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
  const { file, text, style } = site;
  const helper = useHelper(world, file, inTransactions);
  const isTyped = /\.[cm]?tsx?$/.test(file);
  const type = isTyped ? useTypeImport(file, text, '@azure/data-tables', 'TransactionAction') : undefined;
  if (helper === undefined || (isTyped && type === undefined))
    return { kind: 'refused', why: refusals.helper() };
  const names = namesFor(found.names);
  if (names === undefined) return { kind: 'refused', why: refusals.helper() };
  const edits = collecting(site, found, actions, {
    ...names,
    list: declaration(site, names.list, type?.reference),
    split: helper.reference,
  });
  return {
    kind: 'change',
    changes: [
      { kind: 'edit', file, edits: style.finish([...(type?.edits ?? []), ...helper.edits, ...edits]) },
      ...(helper.created ? [helper.created] : []),
    ],
    isReached: (before, after) =>
      singles(after) === singles(before) - actions.length &&
      [...countOf(after)].every(([rule, count]) => count <= (countOf(before).get(rule) ?? 0)),
    notes: [
      l10n.t('Cost: one request for up to 100 entities of a partition, instead of one for each.'),
      l10n.t('Consistency: each transaction is written as a whole or not at all. Until now, each write was.'),
      found.listed
        ? l10n.t('Order: the entities of a page are written after all of the page was gone through.')
        : l10n.t('Order: nothing is written before the loop has ended, also if it throws.'),
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

interface Words extends Record<'one' | 'page', string> {
  readonly list: readonly string[];
  readonly split: string;
}

/** The loop, whose writes become actions, between the empty list and what submits it. */
function collecting(
  { text, client, style: { step, quote } }: Site,
  { loop, body, indent, writes, listed }: CollectedWrites,
  actions: readonly (readonly string[])[],
  { one, page, list, split }: Words,
): readonly TextEdit[] {
  const name = /const (\w+)/.exec(list.at(-1) ?? '')?.[1] ?? '';
  const pushes = writes.map(({ span }, i): TextEdit => {
    const [kind = '', ...parts] = actions[i] ?? [];
    return { span, text: `${name}.push([${quote}${kind}${quote}, ${parts.join(', ')}])` };
  });
  const submit = [
    `for (const ${one} of ${split}(${name})) {`,
    `${step}await ${client}.submitTransaction(${one});`,
    '}',
  ];
  const lines = (all: readonly string[], lead: string): string => all.join(`\n${lead}`);
  if (listed === undefined)
    return [
      { span: startOf(loop), text: `${lines(list, indent)}\n${indent}` },
      ...pushes,
      { span: { start: loop.end, end: loop.end }, text: `\n${indent}${lines(submit, indent)}` },
    ];
  const within = pushes.map((edit) => ({
    ...edit,
    span: { start: edit.span.start - body.start, end: edit.span.end - body.start },
  }));
  const inner = indent + step;
  const code = [
    `for await (const ${page} of ${listed.list}.byPage()) {`,
    `${step}${lines(list, inner)}`,
    `${step}for (${listed.variable} of ${page}) ${deeper(applyEdits(text.slice(body.start, body.end), within), step)}`,
    `${step}${lines(submit, inner)}`,
    '}',
  ];
  return [{ span: loop, text: lines(code, indent) }];
}

function startOf({ start }: Span): Span {
  return { start, end: start };
}
