import * as l10n from '@vscode/l10n';
import { nounNamed, nounOf, withArticle, wordsOf } from '../../design/words.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { Operation, PutProperty, Write } from '../../model/operations/operation.ts';
import { moduleBeside } from '../new-module.ts';
import { type Change, type Given, type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { accountOf, containerName, accountSettings } from '../sites/account.ts';
import { camelOf, pascalOf, wordsIn } from '../sites/code-names.ts';
import { needed } from '../sites/dependency.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { directCalls } from '../sites/direct-calls.ts';
import { siteName } from '../sites/site-name.ts';
import { type TableProgram, tableProgram } from '../sites/table-program.ts';
import { type BlobModule, blobModuleCode, type BlobNames } from './module-code.ts';
import { refusals } from './refusals.ts';
import { type BlobSite, sitesOf } from './sites.ts';
import { sweepCode } from './sweep-code.ts';

/** Keeps a property that is larger than the service allows in blobs: the guide's "Large entities pattern". */
export const largeEntities: Pattern = {
  id: 'large-entities',
  title: () => l10n.t('Keep this large property in blobs'),
  rules: ['property-too-large'],
  modules: (operations) =>
    operations.flatMap((one) => {
      if (one.kind !== 'write' || one.table === undefined) return [];
      const { table } = one;
      return propertiesOf(one).flatMap((property) =>
        NAMINGS.flatMap((naming) => {
          const { module, sweep } = namesOf(table, property, naming);
          return [module, sweep];
        }),
      );
    }),
  settings: [
    {
      name: 'property',
      summary: () =>
        l10n.t('the property whose content goes to blobs; "auto" takes the one that can be too large'),
      usual: 'auto',
      allows: (text) => /^[A-Za-z_]\w{0,254}$/.test(text),
    },
    ...accountSettings('BLOB'),
  ],
  propose(operation, world, given) {
    if (operation.kind !== 'write') return undefined;
    const wanted = given('property');
    const property =
      wanted === 'auto' ? largeIn(operation) : operation.properties.find((one) => one === wanted);
    return property === undefined ? undefined : proposed(operation, world, property, given);
  },
};

/** The first property that may have content of any size. */
function largeIn({ values }: Write): string | undefined {
  return values.find(isLarge)?.name;
}

function isLarge({ name, isUnbounded }: PutProperty): boolean {
  return isUnbounded && name !== 'partitionKey' && name !== 'rowKey';
}

function propertiesOf(write: Write): readonly string[] {
  return write.properties.filter((one) => /^[A-Za-z_]\w{0,254}$/.test(one));
}

const NAMINGS = [0, 1] as const;

/** Names after the table and the property: `createDocument`, `document-bodies`. */
function namesOf(table: string, property: string, naming: (typeof NAMINGS)[number]): BlobNames {
  const { one, many } = nounOf(table);
  const contents = nounNamed(property).many;
  const with_ = naming === 0 ? '' : `With${pascalOf(wordsOf(property))}`;
  const name = (verb: string): string => `${verb}${pascalOf(one)}${with_}`;
  const module = wordsIn(`${one} ${contents}`).join('-').toLowerCase();
  return {
    module,
    sweep: `${module}-sweep`,
    create: name('create'),
    update: name('update'),
    upsert: name('upsert'),
    delete: name('delete'),
    read: name('get'),
    list: `with${pascalOf(contents)}`,
    container: `${camelOf(`${one} ${contents}`)}Container`,
    one: withArticle(one),
    noun: one,
    many,
  };
}

function proposed(operation: Write, world: World, property: string, given: Given): Proposal {
  const { file, table } = operation;
  if (table === undefined) return refused(refusals.table());
  if (!/^[A-Za-z_]\w{0,254}$/.test(property)) return refused(refusals.name(property));
  const program = tableProgram(world, table);
  const here = (one: Operation): string => siteName(world, file, one);
  const blob = `${property}Blob`;
  if (isTaken(program, blob)) return refused(refusals.blob(blob));
  const sites = sitesOf(world, program, property, here);
  if (typeof sites === 'string') return refused(sites);
  const home = sites[0]?.file ?? file;
  const names = freeNames(world, home, table, property, sites);
  const module = names && moduleBeside(home, names.module);
  const sweep = names && moduleBeside(home, names.sweep);
  if (names === undefined || module === undefined || sweep === undefined) return refused(refusals.names());
  const files = [...new Set([...program.calls.map((one) => one.file), ...world.files()])];
  const blobs: BlobModule = {
    ...{ names, table, property, blob, bucket: containerName(names.module) },
    account: accountOf(world, files, given('connection'), 'BLOB'),
    calls: new Set(sites.map(({ call }) => call)),
  };
  const found = needed(world, home, '@azure/storage-blob', given('package') === 'yes');
  const uses = sites.map((one) => ({ file: one.file, name: names[one.call] }));
  const own = sites.map((one) => ({ file: one.file, edit: one.edit(names[one.call]) }));
  const edits = changesOf(world, file, [...own, ...importEdits(world, module, uses)]);
  if (edits === undefined) return refused(refusals.names());
  const ofFile = (at: string): number => sites.filter((one) => one.file === at && one.call !== 'list').length;
  return {
    kind: 'change',
    changes: [...edits, ...createdFiles(world, home, blobs, { module, sweep }), ...found.changes],
    isReached: (before, after) =>
      directCalls(after) === directCalls(before) - ofFile(before.file) &&
      (tooLarge(before) === 0 || tooLarge(after) < tooLarge(before)),
    notes: [...notesOf(blobs), ...found.notes, ...doubtsOf(program, here)],
  };
}

function isTaken({ calls, through }: TableProgram, blob: string): boolean {
  return [...calls, ...through].some(
    (one) =>
      one.kind === 'write' &&
      (one.properties.includes(blob) ||
        (one.actions ?? []).some(({ values }) => values.some(({ name }) => name === blob))),
  );
}

function tooLarge({ findings }: FileAnalysis): number {
  return findings.filter(({ rule }) => rule === 'property-too-large').length;
}

/** Names that no file has given another meaning. */
function freeNames(
  world: World,
  home: string,
  table: string,
  property: string,
  sites: readonly BlobSite[],
): BlobNames | undefined {
  for (const naming of NAMINGS) {
    const names = namesOf(table, property, naming);
    const [module, sweep] = [moduleBeside(home, names.module), moduleBeside(home, names.sweep)];
    if (module === undefined || sweep === undefined || names.module === '') return undefined;
    if (world.beside(module) !== undefined || world.beside(sweep) !== undefined) return undefined;
    if (sites.every(({ file, call }) => importOf(world, file, module, names[call]) !== undefined))
      return names;
  }
  return undefined;
}

function createdFiles(
  world: World,
  home: string,
  blobs: BlobModule,
  { module, sweep }: { readonly module: string; readonly sweep: string },
): readonly Change[] {
  const { language } = languageOf(world, home, module);
  return [
    newFile(world, home, module, blobModuleCode(blobs, language)),
    newFile(world, home, sweep, sweepCode(blobs, language)),
  ];
}

/** Operations that may be about the table, too. */
function doubtsOf({ doubtful }: TableProgram, here: (one: Operation) => string): readonly string[] {
  const sites = doubtful.slice(0, 3).map(here);
  return sites.length === 0
    ? []
    : [
        l10n.t(
          "It isn't known which table {0} uses. If it is this one, it reads entities without their content, or leaves blobs.",
          sites.join(', '),
        ),
      ];
}

function notesOf({ names, property, blob, bucket, account, calls }: BlobModule): readonly string[] {
  return [
    ...(calls.has('read') || calls.has('list')
      ? [
          l10n.t(
            "Reads: 1 request of a blob more for each entity whose {0} is read. Lists that don't need it get smaller.",
            property,
          ),
        ]
      : []),
    ...[
      l10n.t(
        'Writes: 2 requests for each create, 4 for an update with {0}, 3 for each delete. Before: 1.',
        property,
      ),
      l10n.t(
        'Storage: {0} is in the container {1} and can have any size; the entity has the name of its blob as {2}.',
        property,
        bucket,
        blob,
      ),
    ],
    account.by === 'connection'
      ? l10n.t('{0} has to be a connection string with access to blobs.', account.variable)
      : l10n.t(
          '{0} has to be the address of the blobs of the account, and who signs in needs the role Storage Blob Data Contributor.',
          account.variable,
        ),
    l10n.t(
      'Consistency: the blob is written first and deleted last, so that no entity is without its own. After a crash a blob can be left that nothing names: {0} deletes it.',
      names.sweep,
    ),
    l10n.t(
      'Old entities keep {0} and are read as before. Deploy all that reads before anything that writes.',
      property,
    ),
  ];
}
