import * as l10n from '@vscode/l10n';
import { contains } from '../../../core/text/span.ts';
import { nounOf } from '../../design/words.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import { areOtherTables } from '../../model/tables/accounts.ts';
import type { Operation, Write } from '../../model/operations/operation.ts';
import { isSure, tableKey } from '../../model/tables/tables.ts';
import { type AwaitRun, awaitRun } from '../../syntax/edits/adjacent-awaits.ts';
import { exportsFunction } from '../../syntax/edits/exported.ts';
import { tableCallAt } from '../../syntax/edits/table-call.ts';
import { styleOf } from '../code-style.ts';
import { moduleBeside } from '../new-module.ts';
import { type Change, type Given, type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { accountOf, accountSettings } from '../sites/account.ts';
import { pascalOf, wordsIn } from '../sites/code-names.ts';
import { needed } from '../sites/dependency.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { siteName } from '../sites/site-name.ts';
import { type Givers, giversIn } from './givers.ts';
import { POISON, type StepsModule, stepsModuleCode } from './module-code.ts';
import { refusals } from './refusals.ts';
import { workerCode } from './worker-code.ts';

/** Lets a queue's worker finish what a crash leaves half done: the guide's "Eventually consistent transactions pattern". */
export const queueWorker: Pattern = {
  id: 'queue-worker',
  title: () => l10n.t('Let a queue finish these writes after a crash'),
  rules: ['non-atomic-multi-write'],
  modules: (operations) =>
    operations.flatMap((one) => {
      const tables = one.kind === 'write' ? tablesWith(operations, one) : [];
      const { module, worker } = filesFor(tables);
      return tables.length === 0 ? [] : [module, worker];
    }),
  settings: accountSettings('QUEUE'),
  propose(operation, world, given) {
    const text = world.text(operation.file);
    if (operation.kind !== 'write' || text === undefined) return undefined;
    const together = writesWith(world.operations(operation.file), operation);
    const others = together.filter((one) => isApart(text, one, operation));
    const [other] = others;
    if (other === undefined) return undefined;
    const run = awaitRun(
      operation.file,
      text,
      operation.callSpan,
      together.map(({ callSpan }) => callSpan),
    );
    const here = (one: Operation): string => siteName(world, operation.file, one);
    const writes = (run?.calls ?? []).flatMap(
      ({ call }) => together.find(({ callSpan }) => callSpan.start === call.start) ?? [],
    );
    if (run === undefined || !others.some((one) => writes.includes(one)))
      return isReported(world, together) ? refused(refusals.apart(here(other))) : undefined;
    const why = notSteps(writes, here);
    return why === undefined ? proposed({ world, operation, run, writes, text, given }) : refused(why);
  },
};

/** The writes of an operation's function, but of those that undo something in a `catch`. */
function writesWith(operations: readonly Operation[], { fn, isInCatch }: Write): readonly Write[] {
  return operations.filter(
    (one): one is Write =>
      one.kind === 'write' && isSure(one) && one.fn === fn && !one.isInCatch && !isInCatch,
  );
}

/** Whether the lens says of one of some writes that a failure leaves them half done. */
function isReported(world: World, writes: readonly Write[]): boolean {
  const [first] = writes;
  return (
    first !== undefined &&
    world
      .analyze(first.file)
      .findings.some(
        ({ rule, span }) =>
          rule === 'non-atomic-multi-write' && writes.some(({ callSpan }) => contains(callSpan, span)),
      )
  );
}

/** Whether two writes are of two tables, or might be of two partitions of one. */
function isApart(text: string, a: Write, b: Write): boolean {
  if (a === b) return false;
  if (areOtherTables(a, b)) return true;
  if (a.receiver.text !== b.receiver.text || a.via !== undefined || b.via !== undefined) return false;
  const [own, other] = [a.partitionKey, b.partitionKey];
  if (own === undefined || other === undefined) return false;
  const codeOf = ({ place }: NonNullable<Write['partitionKey']>): string =>
    place.file === a.file
      ? text.slice(place.span.start, place.span.end)
      : `${place.file} ${String(place.span.start)}`;
  return codeOf(own) !== codeOf(other);
}

/** Why some writes can't be steps of an operation; undefined if they can. */
function notSteps(writes: readonly Write[], here: (one: Operation) => string): string | undefined {
  const [first] = writes;
  for (const one of writes) {
    if (one.via !== undefined) return refusals.through(here(one));
    if (one.method === 'submitTransaction') return refusals.transaction(here(one));
    // of a series there is a table for each day
    if (one.table === undefined || one.table.includes('{')) return refusals.table(here(one));
    if (one.etag !== 'missing' || one.argumentSpans.length > (one.method === 'createEntity' ? 1 : 2))
      return refusals.arguments(here(one));
    if (
      first !== undefined &&
      one.account !== first.account &&
      one.account !== undefined &&
      first.account !== undefined
    )
      return refusals.account();
  }
  return first?.method === 'deleteEntity' ? refusals.first(here(first)) : undefined;
}

/** The tables that a function writes, in alphabetical order. */
function tablesWith(operations: readonly Operation[], write: Write): readonly string[] {
  const found = new Map<string, string>();
  for (const { table } of writesWith(operations, write))
    if (table !== undefined && !found.has(tableKey(table))) found.set(tableKey(table), table);
  return [...found.values()].sort();
}

/** The longest name that leaves room for that of the queue of poison messages: a queue's has 63 characters ("Naming queues and metadata"). */
const MOST_NAME = 63 - POISON.length;

/** Names after the tables: `archive-employee-steps`. */
function filesFor(tables: readonly string[]): Omit<StepsModule, 'mark' | 'account' | 'write'> {
  const words = tables.slice(0, 3).map((table) => nounOf(table).name);
  const all = `${wordsIn(words.join(' ')).join('-').toLowerCase()}-steps`;
  const module = all.startsWith('-') ? all.slice(1) : all;
  const short = module.slice(-MOST_NAME);
  return { module, worker: `${module}-worker`, queue: short.startsWith('-') ? short.slice(1) : short };
}

interface Plan {
  readonly world: World;
  readonly operation: Write;
  readonly run: AwaitRun;
  readonly writes: readonly Write[];
  readonly text: string;
  readonly given: Given;
}

function proposed({ world, operation, run, writes, text, given }: Plan): Proposal {
  const { file } = operation;
  const all = world.operations(file);
  const tables = tablesWith(all, operation);
  const files = filesFor(tables);
  const mark = MARKS.find((one) => !isTaken(world, tables, one));
  const [module, worker] = [moduleBeside(file, files.module), moduleBeside(file, files.worker)];
  if (mark === undefined || module === undefined || worker === undefined) return refused(refusals.names());
  const write = writeNames(tables).find((name) => isFree(world, file, module, name));
  if (write === undefined) return refused(refusals.names());
  const programFiles = [...new Set([file, ...world.files()])];
  const account = accountOf(world, programFiles, given('connection'), 'QUEUE');
  const steps: StepsModule = { ...files, write, mark, account };
  const created = createdFiles(world, file, { steps, tables, module, worker });
  const code = stepsCode(write, { file, text, run, writes });
  if (created === undefined || code === undefined) return refused(refusals.names());
  const found = needed(world, file, '@azure/storage-queue', given('package') === 'yes');
  const edits = changesOf(world, file, [
    { file, edit: { span: run.span, text: code } },
    ...importEdits(world, module, [{ file, name: write }]),
  ]);
  if (edits === undefined) return refused(refusals.names());
  return {
    kind: 'change',
    changes: [...edits, ...created, ...found.changes],
    isReached: (before, after) => directWrites(after) === directWrites(before) - writes.length,
    notes: [
      ...notesOf(steps, writes, { isParallel: run.isParallel, givers: giversIn(world, file, tables) }),
      ...found.notes,
    ],
  };
}

/** Names of the function that a file calls: it may have that of another module already. */
function writeNames(tables: readonly string[]): readonly string[] {
  return ['inSteps', `inStepsOf${tables.map((table) => pascalOf(nounOf(table).name)).join('And')}`];
}

/** Whether a file can call the function of a module, which has it if it is there. */
function isFree(world: World, file: string, module: string, name: string): boolean {
  const known = world.beside(module);
  if (known !== undefined && !exportsFunction(module, known, name)) return false;
  return importOf(world, file, module, name) !== undefined;
}

/** Names of the property with the id of an operation. */
const MARKS = ['operation', 'operationId', 'lastOperation'] as const;

/** Whether entities of the tables may have a property of that name, which the program so gives a meaning. */
function isTaken(world: World, tables: readonly string[], name: string): boolean {
  return tables.some((table) =>
    (world.table(table)?.operations ?? []).some(
      (one) =>
        (one.kind === 'write' && one.properties.includes(name)) ||
        (one.kind === 'query' && one.consumption.reads?.names.includes(name) === true) ||
        (one.kind === 'point-read' && one.reads?.names.includes(name) === true) ||
        (one.kind !== 'write' && one.projection?.properties?.includes(name) === true),
    ),
  );
}

/** The module and the worker, where there are none yet; undefined where others have their names, or a worker that knows other tables. */
function createdFiles(
  world: World,
  file: string,
  {
    steps,
    tables,
    module,
    worker,
  }: {
    readonly steps: StepsModule;
    readonly tables: readonly string[];
    readonly module: string;
    readonly worker: string;
  },
): readonly Change[] | undefined {
  const [known, knownWorker] = [world.beside(module), world.beside(worker)];
  if (known !== undefined || knownWorker !== undefined) {
    if (known === undefined || knownWorker === undefined) return undefined;
    const isIt = exportsFunction(module, known, steps.write) && known.includes(steps.queue);
    const { quote } = styleOf(knownWorker);
    return isIt && tables.every((table) => knownWorker.includes(`${quote}${table}${quote}`)) ? [] : undefined;
  }
  const { language, ending } = languageOf(world, file, module);
  const from = `./${steps.module}${ending}`;
  return [
    newFile(world, file, module, stepsModuleCode(steps, language)),
    newFile(world, file, worker, workerCode({ steps, tables, from }, language)),
  ];
}

const DOES = {
  createEntity: 'create',
  updateEntity: 'update',
  upsertEntity: 'upsert',
  deleteEntity: 'delete',
} as const;

/** The statement in place of the run; undefined where a call isn't spelled out. */
function stepsCode(
  write: string,
  { file, text, run, writes }: Pick<Plan, 'run' | 'writes' | 'text'> & { readonly file: string },
): string | undefined {
  const { step, quote, eol } = styleOf(text);
  const lead = `${eol}${run.indent}${step}`;
  const lines = writes.map(({ method, callSpan }, index) => {
    const call = tableCallAt(file, text, callSpan);
    const comments = run.calls[index]?.comments ?? '';
    if (call === undefined || method === 'submitTransaction') return undefined;
    const [first, second] = call.args.map(({ start, end }) =>
      text.slice(start, end).replaceAll('\n', `\n${step}`),
    );
    if (first === undefined || (method === 'deleteEntity' && second === undefined)) return undefined;
    const entity =
      method === 'deleteEntity'
        ? `{ partitionKey: ${first}, rowKey: ${second ?? ''} }`
        : [first, ...(second === undefined ? [] : [second])].join(', ');
    return `${comments === '' ? '' : `${lead}${comments}`}${lead}[${call.receiver}, ${quote}${DOES[method]}${quote}, ${entity}],`;
  });
  return lines.includes(undefined) ? undefined : `await ${write}([${lines.join('')}${eol}${run.indent}]);`;
}

/** Writes that the file sends itself. */
function directWrites({ operations }: FileAnalysis): number {
  return operations.filter(({ kind, via }) => kind === 'write' && via === undefined).length;
}

/** Places that a note names. */
const MOST_PLACES = 3;

function notesOf(
  { mark, worker, queue, account }: StepsModule,
  writes: readonly Write[],
  { isParallel, givers }: { readonly isParallel: boolean; readonly givers: Givers },
): readonly string[] {
  const reads = writes.filter(({ method }) => method !== 'createEntity').length;
  const { places } = givers;
  return [
    l10n.t(
      'Writes: {0} requests for each operation. Before: {1}. 2 more are of the queue, and {2} read what is changed or deleted.',
      String(writes.length + 2 + reads),
      String(writes.length),
      String(reads),
    ),
    givers.areAll && places.length > 0 && places.length <= MOST_PLACES
      ? l10n.t('Storage: each entity that is written keeps the id of its operation as {0}.', mark)
      : l10n.t(
          'Storage: each entity that is written keeps the id of its operation as {0}. Code that passes whole entities on passes that on, too.',
          mark,
        ),
    ...(places.length === 0
      ? []
      : [
          l10n.t(
            'Whole entities have {0}, too, where they are passed on: {1}.',
            mark,
            [...places.slice(0, MOST_PLACES), ...(places.length > MOST_PLACES ? ['…'] : [])].join(', '),
          ),
        ]),
    l10n.t(
      'Consistency: if the program ends between two writes, or a later one fails, {0} does the rest a minute later. What it finds changed by others goes to the queue {1}, for you to look at.',
      worker,
      `${queue}${POISON}`,
    ),
    l10n.t('If the first write is rejected, nothing is done, and the error is what it was.'),
    ...(isParallel ? [l10n.t('Order: one write after the other. Until now, they start together.')] : []),
    l10n.t(
      'Entities of more than 45 KB together are rejected before anything is written: a message has 64 KiB.',
    ),
    account.by === 'connection'
      ? l10n.t('{0} has to be a connection string with access to queues.', account.variable)
      : l10n.t(
          '{0} has to be the address of the queues of the account, and who signs in needs the role Storage Queue Data Contributor.',
          account.variable,
        ),
    l10n.t('Left to you: run {0} beside the program, best before you deploy this.', worker),
  ];
}
