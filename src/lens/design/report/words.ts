import * as l10n from '@vscode/l10n';
import { groupsOf } from '../../../core/text/groups.ts';
import type { Shape } from '../../../core/shape/shape.ts';
import type { Doubt } from '../access-patterns.ts';
import { costOf } from '../explorer/choose.ts';
import type { Design, DesignedKind, DesignedStructure } from '../explorer/designs.ts';
import { isUnchanged, type Structure } from '../explorer/structure.ts';
import { attributesIn, keyAttributes, LARGEST_FIRST, PADDED } from '../layout.ts';
import { listed } from '../sentences.ts';

/**
 * What some designs of a table are called, each otherwise: two that would be called alike say more of what their copies are by.
 */
export function titlesOf(designs: readonly Design[]): readonly string[] {
  const short = designs.map((one) => titleOf(one));
  const told = designs.map((one, index) =>
    short.indexOf(short[index] ?? '') === index ? (short[index] ?? '') : titleOf(one, true),
  );
  return told.map((title, index) => {
    const before = told.slice(0, index).filter((other) => other === title).length;
    return before === 0 ? title : l10n.t('{0} ({1})', title, before + 1);
  });
}

/** What a design is called: what is new in it. `isFull`: copies are said to be by all that their keys have. */
function titleOf(design: Design, isFull = false): string {
  if (design.isAsItIs) return l10n.t('Leave it as it is');
  const rekeyed = design.kinds
    .filter(({ structures: [base] }) => base && hasNewKeys(base))
    .map(({ kind }) => kind);
  const parts = [
    ...(rekeyed.length > 0 ? [l10n.t('New keys for {0}', listed(rekeyed))] : []),
    ...design.kinds.flatMap((kind) =>
      kind.structures.filter((one) => !isUnchanged(one)).flatMap((one) => newText(one, kind, isFull)),
    ),
  ];
  if (parts.length === 0) return l10n.t('Same entities, better filters');
  return [...new Set(parts)].map((part, index) => (index === 0 ? part : continued(part))).join('; ');
}

/** A title behind another one: "New keys for order; a copy of order by status in other partitions". */
function continued(title: string): string {
  return title.replace(/^(?:An?|One) /, (word) => word.toLowerCase());
}

/** Whether entities lie under other keys for the keys' sake. */
function hasNewKeys({ isToday, tableBy, columns, isRekeyed }: Structure): boolean {
  return !isToday && columns === undefined && (tableBy === undefined || isRekeyed === true);
}

/** What is new in a structure, but for the keys of a base. */
function newText(structure: DesignedStructure, of: DesignedKind, isFull: boolean): readonly string[] {
  const { role, tableBy, columns, carries = [] } = structure;
  const { kind } = of;
  return [
    ...(role === 'base' ? [] : [copyText(structure, of, isFull)]),
    ...(tableBy === undefined ? [] : [l10n.t('A table per day for {0}', kind)]),
    ...(columns === undefined
      ? []
      : [l10n.t('One entity of {0} for each series by {1}', kind, columns.attribute)]),
    ...(carries.length === 0 || role === 'index'
      ? []
      : [l10n.t('{0} in each {1}', listed(carriedTexts(carries)), kind)]),
  ];
}

/** `department.title`, or what is carried as a whole. */
export function carriedText(name: string): string {
  return name.endsWith('.*') ? l10n.t('all of {0}', name.slice(0, -2)) : name;
}

/** More properties of one entity than that are counted, not told. */
const FEW_CARRIED = 2;

/** The same of several, in few words: where many are of one entity how many. */
function carriedTexts(names: readonly string[]): readonly string[] {
  const byKind = groupsOf(names, (name) => name.slice(0, Math.max(0, name.lastIndexOf('.'))));
  return byKind.flatMap(([of, own]) =>
    own.length <= FEW_CARRIED ? own.map(carriedText) : [l10n.t('{0} properties of {1}', own.length, of)],
  );
}

function isNewCopy({ role, isToday }: DesignedStructure): boolean {
  return role !== 'base' && !isToday;
}

function copyText(structure: DesignedStructure, of: DesignedKind, isFull: boolean): string {
  const { role, isAtomic } = structure;
  const by = isFull ? listed(allBy(structure, of.structures)) : byText(structure, of);
  if (role === 'index') {
    return isAtomic
      ? l10n.t('An index of {0} by {1} in the same partition', of.kind, by)
      : l10n.t('An index of {0} by {1} in other partitions', of.kind, by);
  }
  return isAtomic
    ? l10n.t('A copy of {0} by {1} in the same partition', of.kind, by)
    : l10n.t('A copy of {0} by {1} in other partitions', of.kind, by);
}

/** What a copy is by: so many of the attributes in its keys that no other new copy of the kind is by the same. */
function byText(structure: DesignedStructure, { structures }: DesignedKind): string {
  const own = askedIn(structure, structures);
  const others = structures
    .filter((one) => one !== structure && isNewCopy(one))
    .filter(({ role, isAtomic }) => role === structure.role && isAtomic === structure.isAtomic)
    .map((one) => askedIn(one, structures));
  const isTold = (count: number): boolean =>
    others.every((other) => own.slice(0, count).join() !== other.slice(0, count).join());
  const needed = own.findIndex((_, index) => isTold(index + 1)) + 1;
  return listed(own.slice(0, Math.max(1, needed)));
}

/** All that a copy is by, but for what tells the entities apart anyhow. */
function allBy(structure: DesignedStructure, structures: DesignedKind['structures']): readonly string[] {
  const [base] = structures;
  const asked = askedIn(structure, structures);
  const own = new Set(base === undefined ? [] : keyAttributes(base.layout));
  const others = asked.filter((name) => !own.has(name));
  return others.length > 0 ? others : asked;
}

/** The attributes in the keys of a copy; without those of its PartitionKey where that is the one of the entities. */
function askedIn({ layout }: DesignedStructure, [base]: DesignedKind['structures']): readonly string[] {
  const [inPartition, inRow] = [attributesIn(layout.partitionKey), attributesIn(layout.rowKey)];
  const ofBase = base === undefined ? [] : attributesIn(base.layout.partitionKey);
  const isSame = inPartition.join() === ofBase.join();
  return isSame ? inRow : [...inPartition, ...inRow.filter((name) => !inPartition.includes(name))];
}

/** Why one would take a design, and why not: a sentence each; `readCount` is how many reads the table has, compared or not. */
export function reasonsOf(
  design: Design,
  asIs: Design,
  isFirst: boolean,
  readCount: number,
): { readonly why: string; readonly whyNot: string } {
  if (design.isAsItIs) {
    const scans = scansOf(design);
    const partitions = countOf('partition-scan', design);
    const shown = [
      ...scans,
      ...(scans.length === 0 && partitions > 0
        ? [l10n.t('Reads that scan a whole partition: {0}.', partitions)]
        : []),
      ...heatIn(design),
    ];
    return {
      why: isFirst
        ? l10n.t('None of the designs compared costs clearly less.')
        : l10n.t('Data and code stay as they are.'),
      whyNot: shown.length > 0 ? shown.join(' ') : l10n.t('No known disadvantage.'),
    };
  }
  return { why: whyOf(design, asIs, readCount), whyNot: whyNotOf(design, asIs) };
}

function countOf(shape: Shape, { patterns }: Design): number {
  return patterns.filter(({ after }) => after === shape).length;
}

/** The reads of a design that go through all partitions, or many. */
function scansOf(design: Design): readonly string[] {
  const [tables, ranges] = [countOf('table-scan', design), countOf('partition-range', design)];
  return [
    ...(tables === 0 ? [] : [l10n.t('Reads that scan the whole table: {0}.', tables)]),
    ...(ranges === 0 ? [] : [l10n.t('Reads that scan a range of partitions: {0}.', ranges)]),
  ];
}

function whyOf(design: Design, asIs: Design, readCount: number): string {
  const better = design.patterns.filter(({ verdict }) => verdict === 'better').length;
  const cooled = asIs.kinds
    .filter(({ kind, isHot }) => isHot && !isHotIn(design, kind))
    .map(({ kind }) => kind);
  const spared = design.kinds
    .filter(
      (one) =>
        one.isChanged &&
        !one.isUpserted &&
        one.structures.some(({ role, isToday }) => role === 'index' && !isToday),
    )
    .map(({ kind }) => kind);
  const share = Math.round(
    (costOf({ reads: design.reads, writes: design.costOfWrites }) / total(asIs)) * 100,
  );
  return [
    better === 0 ? undefined : l10n.t('Reads that cost less: {0} of {1}.', better, readCount),
    cooled.length === 0
      ? undefined
      : l10n.t('New entities of {0} no longer all go to one partition.', listed(cooled)),
    spared.length === 0
      ? undefined
      : l10n.t('Changes that keep its keys write no index of {0}.', listed(spared)),
    share === 0
      ? l10n.t('The total cost is less than 1% of what it is today.')
      : l10n.t('The total cost is {0}% of what it is today.', share),
  ]
    .filter((text) => text !== undefined)
    .join(' ');
}

function total({ reads, costOfWrites }: Design): number {
  return Math.max(costOf({ reads, writes: costOfWrites }), Number.MIN_VALUE);
}

/** The kinds of which a design puts all new entities into one partition. */
function heatIn({ kinds }: Design): readonly string[] {
  const hot = kinds.filter(({ isHot }) => isHot).map(({ kind }) => kind);
  return hot.length === 0
    ? []
    : [l10n.t('New entities of {0} all go to one partition at a time.', listed(hot))];
}

function isHotIn({ kinds }: Design, name: string): boolean {
  return kinds.some(({ kind, isHot }) => kind === name && isHot);
}

function whyNotOf(design: Design, asIs: Design): string {
  const worse = design.patterns.filter(({ verdict }) => verdict === 'worse').length;
  // of what no code writes yet there is nothing to move
  const moved = design.kinds.filter((one) => hasNewBase(one) && !one.isPlanned).map(({ kind }) => kind);
  const all = design.kinds.flatMap(({ kind, structures }) => structures.map((one) => ({ kind, ...one })));
  const carrying = all.filter((one) => !isUnchanged(one) && one.carries !== undefined);
  const byDay = all.filter(({ tableBy }) => tableBy !== undefined);
  const series = all.filter(({ columns }) => columns !== undefined);
  const later = design.kinds
    .filter(({ structures }) => structures.some((one) => !one.isToday && !one.isAtomic))
    .map(({ kind }) => kind);
  const withCopies = design.kinds.filter(({ structures }) => structures.some(isNewCopy));
  const isOfKeys = ({ structures, isUpserted }: DesignedKind): boolean =>
    !isUpserted && structures.filter(isNewCopy).every(({ role }) => role === 'index');
  const written = withCopies.filter(({ isWritten }) => isWritten);
  const copied = written.filter((one) => !isOfKeys(one)).map(({ kind }) => kind);
  const indexed = written.filter(isOfKeys).map(({ kind }) => kind);
  const unwritten = withCopies.filter(({ isWritten }) => !isWritten).map(({ kind }) => kind);
  const moving = [
    ...new Set(design.kinds.flatMap((one) => one.moving.filter((name) => !one.leaving.includes(name)))),
  ];
  const hotCopies = design.kinds.filter(({ hasHotCopies }) => hasHotCopies).map(({ kind }) => kind);
  const padded = paddedIn(design, asIs);
  const texts = [...new Set(design.kinds.flatMap((one) => one.texts))];
  const found = [
    ...scansOf(design),
    worse === 0 ? undefined : l10n.t('Reads that cost more: {0}.', worse),
    ...design.kinds.flatMap(({ kind, lost }) =>
      lost === undefined
        ? []
        : [
            l10n.t(
              '{0} is no longer found by {1} alone (referenced by {2}).',
              kind,
              lost.by,
              listed(lost.referring),
            ),
          ],
    ),
    moved.length === 0 ? undefined : l10n.t('All entities of {0} move to new keys.', listed(moved)),
    copied.length === 0 ? undefined : l10n.t('Each write of {0} also writes its copies.', listed(copied)),
    indexed.length === 0
      ? undefined
      : l10n.t('Creating or deleting {0} also writes its index.', listed(indexed)),
    unwritten.length === 0
      ? undefined
      : l10n.t('No known code writes {0}: whatever does must also write its copies.', listed(unwritten)),
    later.length === 0 ? undefined : l10n.t('Copies of {0} are updated later.', listed(later)),
    moving.length === 0
      ? undefined
      : l10n.t('Each change of {0} deletes an entity and inserts it under a new key.', listed(moving)),
    ...design.kinds.flatMap(({ kind, leaving }) =>
      leaving.length === 0
        ? []
        : [
            l10n.t(
              'Each change of {0} moves the {1} to another partition: if the program ends halfway, it is there twice.',
              listed(leaving),
              kind,
            ),
          ],
    ),
    texts.length === 0
      ? undefined
      : l10n.t("Keys can't have /, \\, # or ?: encode those in {0}.", listed(texts)),
    padded.length === 0
      ? undefined
      : l10n.t(
          'New keys have 10 digits of {0}: what is negative, longer or no whole number sorts wrongly.',
          listed(padded),
        ),
    carrying.length === 0
      ? undefined
      : l10n.t('Each change of {0} is written to every entity that has it.', listed(namesIn(carrying))),
    byDay.length === 0
      ? undefined
      : l10n.t('A whole day goes at a time, and reads without the day ask every table.'),
    series.length === 0
      ? undefined
      : l10n.t("An insert becomes a merge, which doesn't fail if the value already exists."),
    ...heatIn(design),
    hotCopies.length === 0
      ? undefined
      : l10n.t('New copies of {0} all go to few partitions at a time.', listed(hotCopies)),
    isAllPlanned(design) && design.sites.length === 0
      ? undefined
      : l10n.t('Places in the code that change: {0}.', design.sites.length),
  ]
    .filter((text) => text !== undefined)
    .join(' ');
  return found === '' ? l10n.t('No known disadvantage.') : found;
}

/** The numbers that keys of a design have with leading zeros, and those of today don't. */
function paddedIn(design: Design, asIs: Design): readonly string[] {
  const labels = [PADDED.label, LARGEST_FIRST.label];
  const numbersIn = ({ kinds }: Design, isOf: (one: Structure) => boolean): readonly string[] =>
    kinds
      .flatMap(({ structures }) => structures.filter(isOf))
      .flatMap(({ layout: { partitionKey, rowKey } }) => [...partitionKey, ...rowKey])
      .flatMap((part) =>
        part.kind === 'attribute' && part.encoding.isFixed && labels.includes(part.encoding.label)
          ? [part.attribute]
          : [],
      );
  const before = new Set(
    asIs.kinds.flatMap(({ structures }) => structures.flatMap((one) => keyAttributes(one.layout))),
  );
  return [...new Set(numbersIn(design, (one) => !one.isToday))].filter((name) => !before.has(name));
}

function isAllPlanned({ kinds }: Design): boolean {
  return kinds.every(({ isPlanned }) => isPlanned);
}

function namesIn(all: readonly Structure[]): readonly string[] {
  return carriedTexts([...new Set(all.flatMap(({ carries = [] }) => carries))]);
}

function hasNewBase({ structures: [base] }: DesignedKind): boolean {
  return base?.isToday === false;
}

/** Why no entity can answer a question. */
export function doubtText(doubt: Doubt): string {
  switch (doubt.kind) {
    case 'impossible':
      return l10n.t('No value can match all of its conditions.');
    case 'not-written':
      return l10n.t('No known write sets {0}.', doubt.property);
  }
}
