import * as l10n from '@vscode/l10n';
import { CONFIG_FILE, type TableConfig } from '../../core/config/table-config.ts';
import type { Ticks } from '../../core/keys/codec.ts';
import { declarationText, type KeyDeclaration, readKeyAs } from '../../core/keys/declare.ts';
import { detailsOf, meaningOf, type OffsetAt } from '../../core/keys/describe.ts';
import { bullets, code, joined, md, paragraphs, plain, words } from '../../core/text/markdown.ts';
import type { Markdown } from '../../core/text/markdown.ts';
import { contains, type Span } from '../../core/text/span.ts';
import { constantPattern, type KeyPattern } from '../model/keys/key-pattern.ts';
import { type GivenKey, givenKeys, type KeyVariant } from '../model/keys/key-schema.ts';
import { exampleOf, patternText } from '../model/keys/key-text.ts';
import type { Operation } from '../model/operations/operation.ts';
import type { TableModel } from '../model/tables/tables.ts';
import { tableHeading } from './table-words.ts';
import { orderWords, verdictOn } from './key-words.ts';

/** What explains a key: the other operations of its table, what is declared of that, and the present. */
export interface KeyWorld {
  readonly table: (name: string) => TableModel | undefined;
  readonly declared: (table: string) => TableConfig | undefined;
  readonly now: Ticks;
  readonly offsetAt: OffsetAt;
}

/** The key that an operation gives at `offset` of its file, and what is to be said of it as Markdown. */
export function keyAt(
  operation: Operation,
  offset: number,
  world: KeyWorld,
): { readonly span: Span; readonly markdown: Markdown } | undefined {
  const at = { start: offset, end: offset };
  const given = givenKeys(operation).find(
    ({ place, patterns }) => place.file === operation.file && contains(place.span, at) && patterns.length > 0,
  );
  if (given === undefined) return undefined;
  return { span: given.place.span, markdown: aboutKey(given, world) };
}

function aboutKey(given: GivenKey, world: KeyWorld): Markdown {
  const { key, operation, patterns } = given;
  return paragraphs(
    md`**${plain(key)}** · ${tableHeading(operation)}`,
    ...patterns.map((pattern) => aboutPattern(given, pattern, world)),
    declaredWords(declarationsOf(given, world)),
    others(given, world),
  );
}

function declarationsOf({ key, operation }: GivenKey, { declared }: KeyWorld): readonly KeyDeclaration[] {
  const table = operation.table === undefined ? undefined : declared(operation.table);
  return (key === 'PartitionKey' ? table?.partitionKey : table?.rowKey) ?? [];
}

function declaredWords(declarations: readonly KeyDeclaration[]): Markdown | undefined {
  if (declarations.length === 0) return undefined;
  const declared = declarations.map((declaration) => code(declarationText(declaration)));
  return words(l10n.t('Declared in {0} as {1}'), code(CONFIG_FILE), joined(declared, ', '));
}

function aboutPattern(given: GivenKey, pattern: KeyPattern, world: KeyWorld): Markdown {
  const { key, how } = given;
  const constant = constantPattern(pattern);
  const example = exampleOf(pattern);
  const text = code(patternText(pattern));
  return paragraphs(
    example === undefined ? text : words(l10n.t('{0}, such as {1}'), text, code(example)),
    constant === undefined ? undefined : meaning(constant, given, world),
    constant === undefined ? plainly(orderWords(pattern)) : undefined,
    // what a range ends with is no key
    how === 'bound' ? undefined : plainly(verdictOn(key, pattern)),
  );
}

function plainly(text: string | undefined): Markdown | undefined {
  return text === undefined ? undefined : plain(text);
}

/** The times and numbers that a constant tells, and whether it is what the table declares; a range may end in any text. */
function meaning(constant: string, given: GivenKey, world: KeyWorld): Markdown | undefined {
  const { now, offsetAt } = world;
  const { reading, fits } = readKeyAs(constant, declarationsOf(given, world), { now });
  const details = meaningOf(reading) === undefined ? [] : detailsOf(reading, offsetAt);
  const lines = details.map((line) => line.trim());
  if (!fits && given.how !== 'bound') lines.push(l10n.t("It doesn't match the key that its table declares."));
  return lines.length === 0 ? undefined : bullets(lines.map(plain));
}

/** How else the keys of the table are written. */
function others({ key, operation, patterns }: GivenKey, { table }: KeyWorld): Markdown | undefined {
  const schema = operation.table === undefined ? undefined : table(operation.table)?.keys();
  const variants = key === 'PartitionKey' ? schema?.partitionKey : schema?.rowKey;
  const own = new Set(patterns.map(({ signature }) => signature));
  const written = (variants ?? []).filter(
    (variant) => isWritten(variant) && !own.has(variant.pattern.signature),
  );
  if (written.length === 0) return undefined;
  const shown = written.slice(0, MOST_OTHERS).map(({ pattern }) => code(patternText(pattern)));
  return words(l10n.t('Written elsewhere as {0}'), joined(shown, ', '));
}

/** Others that are shown; a table has as many kinds of rows as it has indexes. */
const MOST_OTHERS = 5;

function isWritten({ uses }: KeyVariant): boolean {
  return uses.some(({ how }) => how === 'written');
}
