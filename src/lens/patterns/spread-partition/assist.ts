import * as l10n from '@vscode/l10n';
import { nounOf, withArticle } from '../../design/words.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import { type KeyPattern, patternsOf } from '../../model/keys/key-pattern.ts';
import type { Operation, Write } from '../../model/operations/operation.ts';
import { moduleBeside } from '../new-module.ts';
import { type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { doubtfulSites } from '../sites/call-sites.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { directCalls } from '../sites/direct-calls.ts';
import { siteName } from '../sites/site-name.ts';
import { type TableProgram, tableProgram } from '../sites/table-program.ts';
import { camelOf, pascalOf, wordsIn } from '../sites/code-names.ts';
import { bucketModuleCode, type BucketModule, type BucketNames } from './module-code.ts';
import { bucketMoveCode } from './move-code.ts';
import { refusals } from './refusals.ts';
import { bucketSites } from './sites.ts';

/** Spreads a partition to which all writes go over buckets: what the guide recommends against the "Prepend/append anti-pattern". */
export const spreadPartition: Pattern = {
  id: 'spread-partition',
  title: () => l10n.t('Spread this partition over buckets'),
  rules: ['time-ordered-partition-key', 'sequential-partition-key', 'constant-partition-key'],
  modules: (operations) =>
    operations.flatMap((one) => {
      if (one.kind !== 'write' || one.table === undefined) return [];
      const { module, move } = namesOf(one.table, 0);
      return [module, move];
    }),
  settings: [
    {
      name: 'buckets',
      summary: () =>
        l10n.t('how many buckets each partition has, from 2 to 100: a list sends as many requests at once'),
      usual: '16',
      allows: (text) => /^(?:[2-9]|[1-9]\d|100)$/.test(text),
    },
  ],
  propose(operation, world, given) {
    if (operation.kind !== 'write' || !isHot(operation)) return undefined;
    return proposed(operation, world, Number(given('buckets')));
  },
};

/** Whether the new entities of a write go to one partition at any time. */
export function isHot({ method, partitionKey }: Write): boolean {
  if (method !== 'createEntity' && method !== 'upsertEntity') return false;
  const patterns = partitionKey === undefined ? [] : patternsOf(partitionKey);
  return patterns.length > 0 && patterns.every(isOfMoment);
}

/** Whether a key is a constant, or says nothing but a time or a count. */
function isOfMoment({ parts }: KeyPattern): boolean {
  return parts.every((one) => one.kind === 'literal' || MOMENTS.has(one.form.kind));
}

const MOMENTS: ReadonlySet<string> = new Set(['time', 'time-text', 'timed-id', 'counter']);

const NAMINGS = [0, 1] as const;

function namesOf(table: string, naming: (typeof NAMINGS)[number]): BucketNames {
  const { one, many } = nounOf(table);
  const end = naming === 0 ? '' : 'InBucket';
  const module = `${wordsIn(many).join('-').toLowerCase()}-buckets`;
  return {
    module,
    move: `${module}-move`,
    key: `${camelOf(one)}BucketKey`,
    create: `create${pascalOf(one)}${end}`,
    upsert: `upsert${pascalOf(one)}${end}`,
    read: `get${pascalOf(one)}${end}`,
    list: `list${pascalOf(many)}${naming === 0 ? '' : 'InBuckets'}`,
    one: withArticle(one),
    noun: one,
    many,
  };
}

function proposed(operation: Write, world: World, buckets: number): Proposal {
  const { file, table } = operation;
  if (table === undefined) return refused(refusals.table());
  const program = tableProgram(world, table);
  const here = (one: Operation): string => siteName(world, file, one);
  const sites = bucketSites(world, program, here);
  if (typeof sites === 'string') return refused(sites);
  const home = sites[0]?.file ?? file;
  const names = NAMINGS.map((naming) => namesOf(table, naming)).find((one) =>
    isFree(world, home, one, sites),
  );
  const module = names && moduleBeside(home, names.module);
  const move = names && moduleBeside(home, names.move);
  if (names === undefined || module === undefined || move === undefined) return refused(refusals.names());
  const spread: BucketModule = { names, table, buckets, calls: new Set(sites.map(({ call }) => call)) };
  const uses = sites.map((one) => ({ file: one.file, name: names[one.call] }));
  const own = sites.flatMap((one) => one.edits(names[one.call]).map((edit) => ({ file: one.file, edit })));
  const edits = changesOf(world, file, [...own, ...importEdits(world, module, uses)]);
  if (edits === undefined) return refused(refusals.names());
  const { language, ending } = languageOf(world, home, module);
  const ofFile = (at: string): number => sites.filter((one) => one.file === at && one.call !== 'list').length;
  return {
    kind: 'change',
    changes: [
      ...edits,
      newFile(world, home, module, bucketModuleCode(spread, language)),
      newFile(world, home, move, bucketMoveCode(spread, `./${names.module}${ending}`, language)),
    ],
    isReached: (before, after) =>
      directCalls(after) === directCalls(before) - ofFile(before.file) &&
      (hotWrites(before) === 0 || hotWrites(after) < hotWrites(before)),
    notes: [...notesOf(spread), ...doubtsOf(program, here)],
  };
}

function isFree(
  world: World,
  home: string,
  names: BucketNames,
  sites: readonly { readonly file: string; readonly call: 'create' | 'upsert' | 'read' | 'list' }[],
): boolean {
  const [module, move] = [moduleBeside(home, names.module), moduleBeside(home, names.move)];
  if (module === undefined || move === undefined) return false;
  if (world.beside(module) !== undefined || world.beside(move) !== undefined) return false;
  return sites.every(({ file, call }) => importOf(world, file, module, names[call]) !== undefined);
}

function hotWrites({ operations }: FileAnalysis): number {
  return operations.filter((one) => one.kind === 'write' && isHot(one)).length;
}

function doubtsOf({ doubtful }: TableProgram, here: (one: Operation) => string): readonly string[] {
  const sites = doubtfulSites(doubtful, here);
  return sites === undefined
    ? []
    : [
        l10n.t(
          "It isn't known which table {0} uses. If it is this one, it has to know the buckets, too.",
          sites,
        ),
      ];
}

function notesOf({ names, buckets, calls }: BucketModule): readonly string[] {
  return [
    l10n.t(
      'Writes: 1 request, as before. Each partition becomes {0}, which the service can put on several servers.',
      buckets,
    ),
    ...(calls.has('list')
      ? [
          l10n.t(
            'Lists: {0} requests at once, merged in the order of the RowKeys, even if only the first entity is wanted. Before: 1, and 1 for each 1,000 entities.',
            buckets + 1,
          ),
        ]
      : []),
    ...(calls.has('read')
      ? [l10n.t('Point queries: 1 request, and 1 more if there is no such entity in its bucket.')]
      : []),
    l10n.t(
      'Storage and consistency: as before. Entities of a partition can no longer be written in one transaction.',
    ),
    l10n.t(
      'Old entities are read where they are. Deploy, run {0} until it exits with 0, and later with --delete-old; then set hasOld to false.',
      names.move,
    ),
    l10n.t("The number of buckets can't change later: it is part of the keys."),
  ];
}
