import * as l10n from '@vscode/l10n';
import { nounOf, withArticle } from '../../design/words.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { Operation } from '../../model/operations/operation.ts';
import { moduleBeside } from '../new-module.ts';
import { type Given, type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { camelOf, pascalOf, wordsIn } from '../sites/code-names.ts';
import { directCalls } from '../sites/direct-calls.ts';
import { doubtfulSites } from '../sites/call-sites.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { siteName } from '../sites/site-name.ts';
import { type TableProgram, tableProgram } from '../sites/table-program.ts';
import { unusedIn } from '../sites/unused-names.ts';
import type { SiteEdit } from '../sites/without-copies.ts';
import { partModuleCode, type PartNames, type PartsModule } from './module-code.ts';
import { refusals } from './refusals.ts';
import { firstOf, isWide, type PartSite, partSites } from './sites.ts';

/** Several entities for one that has too many properties: the guide's "Wide entities pattern". */
export const wideEntities: Pattern = {
  id: 'wide-entities',
  title: () => l10n.t('Split this wide entity into parts'),
  rules: ['too-many-properties'],
  modules: (operations) =>
    operations.flatMap(({ table }) => (table === undefined ? [] : [namesOf(table, 0).module])),
  settings: [
    {
      name: 'parts',
      summary: () => l10n.t('how many parts take the properties, from 2 to 99; 4 hold about 800 properties'),
      usual: '4',
      allows: (text) => /^(?:[2-9]|[1-9]\d)$/.test(text),
    },
  ],
  propose(operation, world, given) {
    const { file, table } = operation;
    if (table === undefined || world.table(table)?.writes.some(isWide) !== true) return undefined;
    return proposed(file, table, world, given);
  },
};

const NAMINGS = [0, 1] as const;

function namesOf(table: string, naming: (typeof NAMINGS)[number]): PartNames {
  const { one, many } = nounOf(table);
  const end = naming === 0 ? '' : 'InParts';
  const name = (verb: string): string => `${verb}${pascalOf(one)}${end}`;
  return {
    module: `${wordsIn(one).join('-').toLowerCase()}-parts`,
    key: `${camelOf(one)}PartKey`,
    create: name('create'),
    update: name('update'),
    upsert: name('upsert'),
    delete: name('delete'),
    read: name('get'),
    list: `list${pascalOf(many)}${end}`,
    one: withArticle(one),
    noun: one,
    many,
  };
}

function proposed(file: string, table: string, world: World, given: Given): Proposal {
  const program = tableProgram(world, table);
  const here = (one: Operation): string => siteName(world, file, one);
  const first = firstOf(program);
  const sites = partSites(world, program, first, here);
  if (typeof sites === 'string') return refused(sites);
  const home = sites[0]?.file ?? file;
  const names = NAMINGS.map((naming) => namesOf(table, naming)).find((one) =>
    isFree(world, home, one, sites),
  );
  const module = names && moduleBeside(home, names.module);
  if (names === undefined || module === undefined) return refused(refusals.names());
  const calls = new Set(sites.map(({ call }) => call));
  const parts: PartsModule = { names, first, count: Number(given('parts')), calls };
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
  const { language } = languageOf(world, home, module);
  const ofFile = (at: string): number => sites.filter((one) => one.file === at).length;
  return {
    kind: 'change',
    changes: [...edits, newFile(world, home, module, partModuleCode(parts, language))],
    isReached: (before, after) =>
      directCalls(after) === directCalls(before) - ofFile(before.file) &&
      (tooMany(before) === 0 || tooMany(after) < tooMany(before)),
    notes: [...notesOf(parts), ...doubtsOf(program, here)],
  };
}

function tooMany({ findings }: FileAnalysis): number {
  return findings.filter(({ rule }) => rule === 'too-many-properties').length;
}

function isFree(world: World, home: string, names: PartNames, sites: readonly PartSite[]): boolean {
  const module = moduleBeside(home, names.module);
  if (module === undefined || world.beside(module) !== undefined) return false;
  return sites.every(({ file, call }) => importOf(world, file, module, names[call]) !== undefined);
}

/** Operations that may be about the table, too. */
function doubtsOf({ doubtful }: TableProgram, here: (one: Operation) => string): readonly string[] {
  const sites = doubtfulSites(doubtful, here);
  return sites === undefined
    ? []
    : [
        l10n.t(
          "It isn't known which table {0} uses. If it is this one, it has to know the parts, too.",
          sites,
        ),
      ];
}

function notesOf({ names, first, count, calls }: PartsModule): readonly string[] {
  return [
    ...(first.length > 0
      ? [
          l10n.t(
            'The first entity keeps {0}. Each other property goes to one of {1} parts, by its name.',
            first.slice(0, 5).join(', '),
            count,
          ),
        ]
      : [l10n.t('Each property goes to one of {0} parts, by its name.', count)]),
    l10n.t(
      'Writes: 1 request, as before, which can have 4 MiB; it writes up to {0} entities in a transaction.',
      count + 1,
    ),
    ...(calls.has('read')
      ? [l10n.t('Point queries: 1 request for a short range, which reads up to {0} entities.', count + 1)]
      : []),
    ...(calls.has('list')
      ? [
          l10n.t(
            'Lists: a request reads up to 1,000 entities, parts among them. A page that ends within an entity costs 1 request more for it.',
          ),
        ]
      : []),
    ...(calls.has('delete')
      ? [l10n.t('Deletes: 1 request, and 2 more for those without all parts, such as old entities.')]
      : []),
    l10n.t(
      'Consistency: as before. Every write changes the first entity, whose ETag is that of the whole. Properties come in another order.',
    ),
    l10n.t(
      'Old entities are read as they are. Deploy all at once: an old version neither reads nor deletes the parts of {0}.',
      names.one,
    ),
  ];
}
