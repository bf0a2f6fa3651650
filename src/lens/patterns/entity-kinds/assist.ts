import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import { indentAt, lineStart } from '../../../core/text/line.ts';
import { contains } from '../../../core/text/span.ts';
import { nounOf } from '../../design/words.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import type { Operation, Query } from '../../model/operations/operation.ts';
import { literalListAt } from '../../syntax/edits/literal-list.ts';
import { loopEntryAt } from '../../syntax/edits/loop-over.ts';
import { objectAround } from '../../syntax/edits/object-around.ts';
import { listOptionsAt } from '../../syntax/edits/table-call.ts';
import { visibleNames } from '../../syntax/edits/visible-names.ts';
import { deeper, styleOf } from '../code-style.ts';
import { moduleBeside } from '../new-module.ts';
import { type Pattern, type Proposal, refused, type World } from '../pattern.ts';
import { camelOf, pascalOf, wordsIn } from '../sites/code-names.ts';
import { changesOf, importEdits, importOf, languageOf, newFile } from '../sites/module-edits.ts';
import { siteName } from '../sites/site-name.ts';
import { type TableProgram, tableProgram } from '../sites/table-program.ts';
import { type SiteEdit, withoutCopiesOf } from '../sites/without-copies.ts';
import { type Kinds, kindsOf, type Making, makingsOf } from './kinds.ts';
import { type Kind, type KindNames, type KindsModule, kindsModuleCode } from './module-code.ts';
import { refusals } from './refusals.ts';

const RULE = 'mixed-kinds';

/** Reads one kind of a table's entities: by its RowKeys, or by a property that says of each what it is. The guide's "Working with heterogeneous entity types". */
export const entityKinds: Pattern = {
  id: 'entity-kinds',
  title: () => l10n.t('Separate the kinds of these entities'),
  rules: [RULE],
  modules: (operations) =>
    operations.flatMap(({ table }) => (table === undefined ? [] : [namesOf(table).module])),
  settings: [],
  propose(operation, world) {
    const { file, table } = operation;
    if (operation.kind !== 'query' || operation.via !== undefined || table === undefined) return undefined;
    const [property] = world
      .analyze(file)
      .findings.flatMap(({ rule, messageId, data, span }) =>
        rule === RULE && messageId === 'other-kind' && contains(operation.callSpan, span) ? data : [],
      );
    if (property === undefined) return undefined;
    const program = tableProgram(world, table);
    const here = (one: Operation): string => siteName(world, file, one);
    const [shared] = program.shared.filter(({ kind }) => kind === 'write');
    if (shared !== undefined) return refused(refusals.shared(here(shared)));
    const makings = makingsOf(program, here);
    if (typeof makings === 'string') return refused(makings);
    const asked: Asked = { world, query: operation, table, property, program, makings };
    return byKeys(asked) ?? byProperty(asked);
  },
};

interface Asked {
  readonly world: World;
  readonly query: Query;
  readonly table: string;
  /** What the list reads, and one kind alone has. */
  readonly property: string;
  readonly program: TableProgram;
  readonly makings: readonly Making[];
}

/** The constants that the RowKeys of those begin with that are read, and of all others. */
function startsOf({ makings, property }: Asked): { readonly own: Set<string>; readonly others: Set<string> } {
  const has = ({ values }: Making): boolean => values.some(({ name }) => name === property);
  return {
    own: new Set(makings.filter(has).map(({ start }) => start)),
    others: new Set(makings.filter((one) => !has(one)).map(({ start }) => start)),
  };
}

/** The range of RowKeys of one kind, where these say which entities are of it; undefined where they don't. */
function byKeys(asked: Asked): Proposal | undefined {
  const { world, query, program } = asked;
  const { own, others } = startsOf(asked);
  const [start = ''] = own;
  const areApart = [...others].every((one) => one !== '' && !one.startsWith(start) && !start.startsWith(one));
  const [other] = others;
  const isOfMany = asked.makings.some((one) => one.start === start && !one.isAlone);
  if (start === '' || !isOfMany || own.size > 1 || other === undefined || !areApart) return undefined;
  const edits = withoutCopiesOf(world, query, program, { key: 'RowKey', copies: other, others: start });
  const changes = edits && edits.length > 0 ? changesOf(world, query.file, edits) : undefined;
  if (changes === undefined) return refused(refusals.filter());
  return {
    kind: 'change',
    changes,
    isReached,
    notes: [
      l10n.t(
        'Reads: entities whose RowKeys begin with {0}, which are a range. Before: all of the partition.',
        start,
      ),
      l10n.t('Results: entities of other kinds are no longer in the list.'),
      l10n.t('Writes, storage and consistency: as before. The RowKey says which kind an entity is.'),
    ],
  };
}

/** Every entity gets a property with its kind, which the list asks for. */
function byProperty(asked: Asked): Proposal {
  const { world, query, table, property, program, makings } = asked;
  const { file } = query;
  const { own } = startsOf(asked);
  const module = moduleBeside(file, namesOf(table).module);
  const mark = MARKS.find((one) => !isTaken(world, table, one));
  if (module === undefined || mark === undefined || world.beside(module) !== undefined)
    return refused(refusals.names());
  const { language } = languageOf(world, file, module);
  const kinds = kindsOf(table, makings, language.isTypeScript);
  if (kinds === undefined) return refused(refusals.names());
  const read = new Set([...own].map((start) => kinds.get(start)));
  const [wanted] = read;
  const isTold =
    read.size === 1 && wanted?.own !== undefined && wanted.properties.some((one) => one.name === property);
  if (wanted === undefined || !isTold) return refused(refusals.kinds(property));
  // what the function of the module calls what it is given
  if (property === 'entity') return refused(refusals.names());
  const made: KindsModule = {
    table,
    names: namesOf(table),
    property: mark,
    kinds: [...new Set(kinds.values())].map((one) => (one === wanted ? { ...one, own: property } : one)),
  };
  const marked = markingEdits(asked, kinds);
  if (typeof marked === 'string') return refused(marked);
  const reading = readingEdits(asked, made, wanted);
  if (reading === undefined) return refused(refusals.loop());
  const uses = [...marked.uses, { file, name: made.names.of }];
  if (uses.some((one) => importOf(world, one.file, module, one.name) === undefined))
    return refused(refusals.names());
  const changes = changesOf(world, file, [...reading, ...marked.edits, ...importEdits(world, module, uses)]);
  if (changes === undefined) return refused(refusals.names());
  return {
    kind: 'change',
    changes: [...changes, newFile(world, file, module, kindsModuleCode(made, language))],
    isReached,
    notes: notesOf(made, wanted, program, (one) => siteName(world, file, one)),
  };
}

function namesOf(table: string): KindNames {
  const { one, many } = nounOf(table);
  return {
    module: `${wordsIn(many).join('-').toLowerCase()}-kinds`,
    entity: `${pascalOf(one)}OfKind`,
    kind: `${pascalOf(one)}Kind`,
    of: `${camelOf(one)}KindOf`,
  };
}

/** Names of the property with the kind. */
const MARKS = ['kind', 'entityKind', 'entityType'] as const;

/** Whether entities of a table may have a property of that name. */
function isTaken(world: World, table: string, name: string): boolean {
  return (world.table(table)?.operations ?? []).some(
    (one) =>
      (one.kind === 'write' &&
        (one.properties.includes(name) || one.values.some((put) => put.name === name))) ||
      (one.kind !== 'write' && one.projection?.properties?.includes(name) === true) ||
      (one.kind === 'query' && one.consumption.reads?.names.includes(name) === true) ||
      (one.kind === 'point-read' && one.reads?.names.includes(name) === true),
  );
}

interface Marking {
  readonly edits: readonly SiteEdit[];
  readonly uses: readonly { readonly file: string; readonly name: string }[];
}

/** Each entity that is made becomes one of its kind; or why one doesn't. */
function markingEdits({ world, query, makings }: Asked, kinds: Kinds): Marking | string {
  const edits: SiteEdit[] = [];
  const uses: { file: string; name: string }[] = [];
  for (const { write, values, start } of makings) {
    const key = values.find(({ name }) => name === 'rowKey');
    const kind = kinds.get(start);
    const at = key === undefined || key.isSpread || key.isLate || key.isOfType ? undefined : key.at;
    const file = at?.file ?? write.file;
    const object = at && objectAround(file, world.text(file) ?? '', at.span);
    if (object === undefined || kind === undefined) return refusals.write(siteName(world, query.file, write));
    edits.push(
      { file, edit: { span: { start: object.start, end: object.start }, text: `${kind.as}(` } },
      { file, edit: { span: { start: object.end, end: object.end }, text: ')' } },
    );
    uses.push({ file, name: kind.as });
  }
  return { edits, uses };
}

/** The loop passes over entities of other kinds; undefined where there is none, or the property can't be selected. */
function readingEdits(
  { world, query }: Asked,
  { names, property }: KindsModule,
  { name }: Kind,
): readonly SiteEdit[] | undefined {
  const { file, callSpan, optionsSpan, projection } = query;
  const text = world.text(file) ?? '';
  const { step, quote, eol } = styleOf(text);
  const loop = loopEntryAt(file, text, callSpan);
  const options = optionsSpan && listOptionsAt(file, text, optionsSpan);
  if (loop === undefined || (projection?.select !== undefined && options?.select === undefined))
    return undefined;
  const select = options?.select && literalListAt(file, text, options.select);
  if (options?.select !== undefined && select === undefined) return undefined;
  const indent = indentAt(text, lineStart(text, loop.start));
  const code = text.slice(loop.variable.start, loop.variable.end);
  const visible = visibleNames(file, text, loop.body.start);
  const entity = loop.isName ? code : ENTITIES.find((one) => !visible.has(one) && !code.includes(one));
  if (entity === undefined) return undefined;
  const lines = [
    `if (${names.of}(${entity}) !== ${quote}${name}${quote}) continue;`,
    ...(loop.isName ? [] : [`const ${code} = ${entity};`]),
  ];
  const lead = `${eol}${indent}${step}`;
  const all = lines.map((line) => lead + line).join('');
  const { start, end } = loop.body;
  const body: readonly TextEdit[] = loop.isBlock
    ? [{ span: { start: start + 1, end: start + 1 }, text: all }]
    : [
        {
          span: { start: loop.afterHead, end },
          text: ` {${all}${lead}${deeper(text.slice(start, end), step)}${eol}${indent}}`,
        },
      ];
  const edits = [
    ...body,
    ...(loop.isName ? [] : [{ span: loop.variable, text: entity }]),
    ...(select === undefined
      ? []
      : [
          {
            span: { start: select.end, end: select.end },
            text: `${select.isEmpty ? '' : ', '}${quote}${property}${quote}`,
          },
        ]),
  ];
  return edits.map((edit) => ({ file, edit }));
}

/** Names of an entity that the loop takes apart. */
const ENTITIES = ['entity', 'row', 'found'] as const;

function isReached(before: FileAnalysis, after: FileAnalysis): boolean {
  return mixedIn(after) < mixedIn(before);
}

function mixedIn({ findings }: FileAnalysis): number {
  return findings.filter(({ rule }) => rule === RULE).length;
}

function notesOf(
  { property, kinds }: KindsModule,
  { name }: Kind,
  { doubtful }: TableProgram,
  here: (one: Operation) => string,
): readonly string[] {
  const unseen = kinds.filter((one) => one.own === undefined).map((one) => one.name);
  const doubts = doubtful.filter(({ kind }) => kind === 'write').slice(0, 3);
  return [
    l10n.t('Results: entities that are not of the kind {0} are no longer in the list.', name),
    l10n.t("Reads: as many entities as before, as the RowKeys don't say which kind an entity is."),
    l10n.t('Writes: as before. Storage: each new entity has the property {0}.', property),
    l10n.t(
      'Entities from before have no {0}: a property that only their kind has says which it is. No script is needed.',
      property,
    ),
    ...(unseen.length > 0
      ? [
          l10n.t(
            'Old entities of the kind {0} have nothing of their own: no kind is known of them.',
            unseen.join(', '),
          ),
        ]
      : []),
    ...(doubts.length > 0
      ? [
          l10n.t(
            "It isn't known which table {0} writes. If it is this one, it has to say the kind, too.",
            doubts.map(here).join(', '),
          ),
        ]
      : []),
  ];
}
