import * as l10n from '@vscode/l10n';
import { nounOf, withArticle } from '../../design/words.ts';
import type { Operation } from '../../model/operations/operation.ts';
import { moduleBeside } from '../new-module.ts';
import { type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { camelOf, pascalOf, wordsIn } from '../sites/code-names.ts';
import { doubtfulSites } from '../sites/call-sites.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { directCalls } from '../sites/direct-calls.ts';
import { siteName } from '../sites/site-name.ts';
import { type TableProgram, tableProgram } from '../sites/table-program.ts';
import { unusedIn } from '../sites/unused-names.ts';
import type { SiteEdit } from '../sites/without-copies.ts';
import { type SeriesModule, seriesModuleCode, type SeriesNames } from './module-code.ts';
import { seriesMoveCode } from './move-code.ts';
import type { Point } from './reading-key.ts';
import { refusals } from './refusals.ts';
import { keyOfReading, readingsOf, type SeriesSite, seriesSites } from './sites.ts';

/** One entity for all readings of a period: the guide's "Data series pattern". */
export const dataSeries: Pattern = {
  id: 'data-series',
  title: () => l10n.t('Keep the readings of a period in one entity'),
  rules: [],
  modules: (operations) =>
    operations.flatMap(({ table }) => {
      if (table === undefined) return [];
      const { module, move } = namesOf(table, 0);
      return [module, move];
    }),
  settings: [],
  propose(operation, world) {
    const { file, table } = operation;
    if (table === undefined) return undefined;
    const isOfReadings = world.table(table)?.writes.some((one) => keyOfReading(one) !== undefined) === true;
    return isOfReadings ? proposed(file, table, tableProgram(world, table), world) : undefined;
  },
};

const NAMINGS = [0, 1] as const;

function namesOf(table: string, naming: (typeof NAMINGS)[number]): SeriesNames {
  const { one, many } = nounOf(table);
  const end = naming === 0 ? '' : 'OfSeries';
  const module = `${wordsIn(many).join('-').toLowerCase()}-series`;
  return {
    module,
    move: `${module}-move`,
    key: `${camelOf(one)}SeriesKey`,
    columns: `${camelOf(one)}Columns`,
    create: `create${pascalOf(one)}${end}`,
    upsert: `upsert${pascalOf(one)}${end}`,
    read: `get${pascalOf(one)}${end}`,
    list: `list${pascalOf(many)}${end}`,
    one: withArticle(one),
    noun: one,
    many,
  };
}

function proposed(file: string, table: string, program: TableProgram, world: World): Proposal {
  const here = (one: Operation): string => siteName(world, file, one);
  const readings = readingsOf(program, here);
  if (typeof readings === 'string') return refused(readings);
  const sites = seriesSites(world, program, here);
  if (typeof sites === 'string') return refused(sites);
  const home = sites[0]?.file ?? file;
  const names = NAMINGS.map((naming) => namesOf(table, naming)).find((one) =>
    isFree(world, home, one, sites),
  );
  const module = names && moduleBeside(home, names.module);
  const move = names && moduleBeside(home, names.move);
  if (names === undefined || module === undefined || move === undefined) return refused(refusals.names());
  const series: SeriesModule = {
    ...{ names, table, key: readings.key },
    calls: new Set(sites.map(({ call }) => call)),
  };
  const edits = changesOf(world, file, [
    ...sites.flatMap((one) => one.edits(names[one.call]).map((edit): SiteEdit => ({ file: one.file, edit }))),
    ...importEdits(
      world,
      module,
      sites.map((one) => ({ file: one.file, name: names[one.call] })),
    ),
    ...unusedIn(world, sites),
  ]);
  if (edits === undefined) return refused(refusals.names());
  const { language, ending } = languageOf(world, home, module);
  const ofFile = (at: string): number => sites.filter((one) => one.file === at).length;
  return {
    kind: 'change',
    changes: [
      ...edits,
      newFile(world, home, module, seriesModuleCode(series, language)),
      newFile(world, home, move, seriesMoveCode(series, `./${names.module}${ending}`, language)),
    ],
    isReached: (before, after) => directCalls(after) === directCalls(before) - ofFile(before.file),
    notes: [...notesOf(series), ...doubtsOf(program, here)],
  };
}

function isFree(world: World, home: string, names: SeriesNames, sites: readonly SeriesSite[]): boolean {
  const [module, move] = [moduleBeside(home, names.module), moduleBeside(home, names.move)];
  if (module === undefined || move === undefined) return false;
  if (world.beside(module) !== undefined || world.beside(move) !== undefined) return false;
  return sites.every(({ file, call }) => importOf(world, file, module, names[call]) !== undefined);
}

/** Operations that may be about the table, too. */
function doubtsOf({ doubtful }: TableProgram, here: (one: Operation) => string): readonly string[] {
  const sites = doubtfulSites(doubtful, here);
  return sites === undefined
    ? []
    : [
        l10n.t(
          "It isn't known which table {0} uses. If it is this one, it has to know the series, too.",
          sites,
        ),
      ];
}

function seriesOf(point: Point): string {
  switch (point) {
    case 'month':
      return l10n.t('An entity has the readings of a PartitionKey and a year, of each month one.');
    case 'day':
      return l10n.t('An entity has the readings of a PartitionKey and a month, of each day one.');
    case 'hour':
      return l10n.t('An entity has the readings of a PartitionKey and a day, of each hour one.');
    case 'minute':
      return l10n.t('An entity has the readings of a PartitionKey and an hour, of each minute one.');
    case 'number':
      return l10n.t(
        'An entity has the readings of a PartitionKey whose RowKeys differ in nothing but their last two digits.',
      );
  }
}

function notesOf({ names, key, calls }: SeriesModule): readonly string[] {
  return [
    seriesOf(key.point),
    ...(calls.has('list')
      ? [
          l10n.t(
            'Lists: 1 entity for up to {0} readings. A request reads up to 1,000 entities, as before. A list of a few readings reads all of their series.',
            key.points,
          ),
        ]
      : []),
    ...(calls.has('read')
      ? [l10n.t('Point queries: 1 request, and 1 more for what is not in its series.')]
      : []),
    ...(calls.has('upsert') ? [l10n.t('Upserts: 1 request, as before.')] : []),
    ...(calls.has('create')
      ? [
          l10n.t(
            'Creates: 2 requests at once that look for the reading, and 1 that writes it; more while others write the same series. Before: 1.',
          ),
        ]
      : []),
    l10n.t(
      'Consistency: as before. Readings without one of their values, or with other RowKeys, are rejected.',
    ),
    l10n.t('Old entities are read where they are. Deploy, and run {0} until it exits with 0.', names.move),
  ];
}
