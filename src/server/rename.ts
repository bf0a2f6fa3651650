import * as l10n from '@vscode/l10n';
import {
  AnnotatedTextEdit,
  type ChangeAnnotation,
  CreateFile,
  ErrorCodes,
  type Position,
  type Range,
  ResponseError,
  TextDocumentEdit,
  TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { renameInConfig, renameKeyInConfig } from '../core/config/rename-in-config.ts';
import { CONFIG_FILE } from '../core/config/table-config.ts';
import type { TextEdit as SpanEdit } from '../core/text/edit.ts';
import { contains } from '../core/text/span.ts';
import { isPlain, type KeyPart, keyPartAt } from '../lens/ide/rename/key-part.ts';
import { moveKeysCode } from '../lens/ide/rename/move-keys.ts';
import { renameKeyPart } from '../lens/ide/rename/rename-key-part.ts';
import { backfillCode } from '../lens/ide/rename/backfill.ts';
import { propertySites, type PropertySite } from '../lens/ide/navigation/property-sites.ts';
import {
  type ListedSite,
  type Rename,
  renamedAt,
  renameProperty,
  type TableProperty,
} from '../lens/ide/rename/rename.ts';
import { isSource } from '../lens/workspace/paths.ts';
import { importStyleOf } from '../lens/syntax/edits/import-style.ts';
import { inSlices, pauses } from '../lens/workspace/pause.ts';
import { allOperations, filesOfProgram } from './answering.ts';
import { fileOf, uriOf } from './file-names.ts';
import { inTime } from './patience.ts';
import type { Site } from '../protocol/messages.ts';
import { documentsOf, open, type Session, signalOf } from './session.ts';
import { toRange } from './to-lsp.ts';

/** Files, and characters of them, that one rename reads. */
const MOST_FILES = 2_000;
const MOST_CHARACTERS = 10_000_000;

/** Purposes of edits: what is changed, and what is only shown. */
const CHANGED = 'renamed';
const LISTED = 'listed';
const SCRIPT = 'script';

/** Answers the renaming of a property of a table's entities, or of a part of their keys, in every file. What is not such a name is left to other extensions. */
export function answerRename(session: Session): void {
  const { connection, documents, workspace } = session;

  /** What is named at a place. Rejects where nothing is that can be renamed. */
  const siteAt = async ({ uri, position }: Site, signal: AbortSignal): Promise<Found> => {
    for (const one of documents.keys()) open(session, one);
    await inTime(workspace.settle());
    await workspace.prepare(undefined, signal);
    const opened = open(session, uri);
    if (opened === undefined) throw refusal(l10n.t('This document has no tables.'));
    const { document, file } = opened;
    const at = document.offsetAt(position);
    const operations = allOperations(session);
    const found = operations
      .flatMap((operation) => propertySites(operation).map((site) => ({ operation, site })))
      .filter(({ site: { place } }) => place.file === file && contains(place.span, { start: at, end: at }))
      .sort((a, b) => lengthOf(a.site) - lengthOf(b.site));
    for (const { operation, site } of found) {
      const range = nameAt(document, site, position);
      if (range !== undefined)
        return { renamed: { kind: 'property', ...allowed(renamedAt(site, operation)) }, range };
    }
    const key = keyPartAt(operations, file, at);
    if (key === undefined)
      throw refusal(l10n.t("No operation names a table's property or gives a key here."));
    const { part, place } = allowed(key);
    const range = toRange(document, place.span);
    if (document.getText(range) !== part.text) throw refusal(l10n.t("The part isn't written out here."));
    return { renamed: { kind: 'key', name: part.text, ...part }, range };
  };

  connection.onPrepareRename(async ({ textDocument: { uri }, position }, token) => {
    const { renamed, range } = await siteAt({ uri, position }, signalOf(token));
    return { range, placeholder: renamed.name };
  });

  connection.onRenameRequest(async ({ textDocument: { uri }, position, newName }, token) => {
    const signal = signalOf(token);
    const { renamed } = await siteAt({ uri, position }, signal);
    const texts = await textsOf(session, signal);
    const world = { ...workspace, files: () => filesOfProgram(session) };
    const work =
      renamed.kind === 'property'
        ? renameProperty(world, texts, renamed, newName)
        : renameKeyPart(world, texts, renamed, newName);
    const made = await inSlices(work, signal);
    if (made.kind === 'refused') throw refusal(made.why);
    const beside = {
      configs: await configsOf(session, renamed, newName),
      script: scriptFor(session, made, renamed, newName),
    };
    return editOf(session, texts, renamed, newName, made, beside);
  });
}

/** What a rename changes beside sources. */
interface Beside {
  /** Files that declare the property. */
  readonly configs: readonly ConfigChange[];
  /** A script for what is stored. */
  readonly script: NewFile | undefined;
}

interface ConfigChange {
  readonly file: string;
  readonly text: string;
  readonly edits: readonly SpanEdit[];
}

interface NewFile {
  readonly file: string;
  readonly text: string;
}

/** What `.partitionlens.json` of each folder says of the property, or of keys that begin with the part. */
async function configsOf(
  { client, workspace }: Session,
  renamed: Renamed,
  to: string,
): Promise<readonly ConfigChange[]> {
  const changes: ConfigChange[] = [];
  for (const uri of client.folders.filter((each) => each.startsWith('file:'))) {
    const file = `${fileOf(uri).replace(/\/$/, '')}/${CONFIG_FILE}`;
    const text = (await workspace.textOf(file)) ?? '';
    const edits = inConfig(text, renamed, to);
    if (edits.length > 0) changes.push({ file, text, edits });
  }
  return changes;
}

function inConfig(text: string, renamed: Renamed, to: string): readonly SpanEdit[] {
  const { table, name } = renamed;
  if (renamed.kind === 'property') return renameInConfig(text, table, name, to);
  const key = renamed.key === 'PartitionKey' ? 'partitionKey' : 'rowKey';
  return renameKeyInConfig(text, table, key, {
    before: renamed.before,
    from: name,
    to,
    isWhole: renamed.isWhole,
  });
}

/** Names that a script's code and its file can have as they are. */
const PLAIN = /^[A-Za-z_]\w*$/;

/** Folder and ending of a module. */
const MODULE = /^(.*\/)[^/]*\.([cm]?[jt]s)x?$/;

/** A script beside the first module that changes, written as that is; undefined where a name would not be plain text in it. */
function scriptFor(
  { workspace }: Session,
  made: Rename & { readonly kind: 'rename' },
  renamed: Renamed,
  to: string,
): NewFile | undefined {
  const [first = ''] = [...made.changes.keys()].filter((file) => MODULE.test(file)).sort();
  const [, folder, written] = MODULE.exec(first) ?? [];
  if (folder === undefined || written === undefined || !PLAIN.test(renamed.table)) return undefined;
  // Node takes no `import` in a .cts
  const ending = written === 'cts' ? 'mts' : written;
  const { isCommonJs } = importStyleOf(first, workspace.text(first) ?? '', workspace.text);
  const language = { isTypeScript: ending.endsWith('ts'), isCommonJs };
  const script =
    renamed.kind === 'property' ? copyOf(renamed, to, language) : moveOf(renamed, to, made, language);
  return script && { file: `${folder}${script.file}.${ending}`, text: script.text };
}

type Language = Parameters<typeof backfillCode>[1];

function copyOf({ table, name }: TableProperty, to: string, language: Language): NewFile | undefined {
  if (![name, to].every((one) => PLAIN.test(one))) return undefined;
  const file = `copy-${name}-to-${to}`;
  return { file, text: backfillCode({ table, from: name, to, file }, language) };
}

/** Where it is certain which stored keys have the part. */
function moveOf(
  { table, key, text }: KeyPart,
  to: string,
  { place }: Rename & { readonly kind: 'rename' },
  language: Language,
): NewFile | undefined {
  if (place === undefined || place.kind === 'open' || !isPlain(text) || !isPlain(to)) return undefined;
  const words = [text, to].map((one) => one.replaceAll(/[^A-Za-z0-9]+/g, '-').replaceAll(/^-|-$/g, ''));
  const file = ['move', ...words.flatMap((one, index) => (index === 0 ? [one] : ['to', one]))]
    .filter((one) => one !== '')
    .join('-');
  return { file, text: moveKeysCode({ table, key, from: text, to, place, file }, language) };
}

/** What gets another name. */
type Renamed =
  | (TableProperty & { readonly kind: 'property' })
  | (KeyPart & { readonly kind: 'key'; readonly name: string });

interface Found {
  readonly renamed: Renamed;
  readonly range: Range;
}

function allowed<T extends object>(found: T | { readonly why: string }): T {
  if ('why' in found) throw refusal(found.why);
  return found;
}

function refusal(why: string): ResponseError {
  return new ResponseError(ErrorCodes.InvalidRequest, why);
}

/** The name at a position of a site: without quotes, and without the value that a property is given. */
function nameAt(
  document: TextDocument,
  { name, place }: PropertySite,
  { line, character }: Position,
): Range | undefined {
  const text = document.getText(toRange(document, place.span));
  const names = [name, `${name.charAt(0).toLowerCase()}${name.slice(1)}`];
  const at = document.offsetAt({ line, character }) - place.span.start;
  for (const one of names)
    for (let start = text.indexOf(one); start >= 0; start = text.indexOf(one, start + 1))
      if (start <= at && at <= start + one.length)
        return toRange(document, {
          start: place.span.start + start,
          end: place.span.start + start + one.length,
        });
  return undefined;
}

/** The texts of all files that a type may come through. */
async function textsOf(session: Session, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const { workspace, documents } = session;
  const files = new Set([...workspace.files(), ...documents.keys().map(fileOf)]);
  const sources = [...files].filter(isSource);
  const texts = new Map<string, string>();
  const pause = pauses(signal);
  let left = MOST_CHARACTERS;
  for (const file of sources) {
    const text = await workspace.textOf(file);
    left -= text?.length ?? 0;
    if (sources.length > MOST_FILES || left < 0)
      throw refusal(l10n.t('The workspace is too large to rename something in all files.'));
    if (text !== undefined) texts.set(file, text);
    await pause();
  }
  return texts;
}

/** A rename as one edit that the person looks at first: what changes as one group, and what doesn't as another. */
async function editOf(
  session: Session,
  texts: ReadonlyMap<string, string>,
  renamed: Renamed,
  newName: string,
  { changes, listed, place }: Rename & { readonly kind: 'rename' },
  { configs, script }: Beside,
): Promise<WorkspaceEdit> {
  const { table, name } = renamed;
  const isKey = renamed.kind === 'key';
  const files = [...new Set([...changes.keys(), ...listed.map(({ place }) => place.file)])];
  const found = await documentsOf(session, files);
  if (files.some((file) => found.get(file)?.getText() !== texts.get(file)))
    throw refusal(l10n.t('A file changed meanwhile. Rename it again.'));
  const isAnnotated = session.client.takesAnnotations;
  const isOffered =
    script !== undefined &&
    isAnnotated &&
    session.client.canCreateFiles &&
    (await isFree(session, script.file));
  const byFile = (file: string): readonly ListedSite[] => listed.filter(({ place }) => place.file === file);
  if (!isAnnotated && listed.length > 0)
    session.connection.window.showWarningMessage(
      l10n.t({
        message: '{0} places might need the new name, too, and stay as they are.',
        args: [listed.length],
        comment: [],
      }),
    );
  const noScript =
    place?.kind === 'open' ? [l10n.t('There is no script that moves them. {0}', place.why)] : [];
  const annotations: Record<string, ChangeAnnotation> = {
    [CHANGED]: {
      label: l10n.t('Rename “{0}” to “{1}”', name, newName),
      description: isKey
        ? [
            l10n.t(
              'Entities that are stored in {0} keep their {1} with “{2}”: move them.',
              ...[table, renamed.key, name],
            ),
            ...noScript,
          ].join(' ')
        : l10n.t(
            'Entities that are stored in {0} keep “{1}”: copy their values before you use the new name.',
            table,
            name,
          ),
      // one edit that needs it shows the preview of all, in which others are ticked already
      needsConfirmation: listed.length === 0 && !isOffered,
    },
  };
  const whys = [...new Set(listed.map(({ why }) => why))];
  whys.forEach((why, index) => {
    annotations[`${LISTED}${index}`] = {
      label: l10n.t('Not changed'),
      description: why,
      needsConfirmation: true,
    };
  });
  const documentChanges = files.flatMap((file) => {
    const document = found.get(file);
    if (document === undefined) return [];
    const version = session.documents.get(document.uri)?.version ?? null;
    const edits = (changes.get(file) ?? []).map(({ span, text }) => {
      const range = toRange(document, span);
      return isAnnotated ? AnnotatedTextEdit.replace(range, text, CHANGED) : TextEdit.replace(range, text);
    });
    // they put back what is there
    const shown = byFile(file).map(({ place: { span }, why }) =>
      AnnotatedTextEdit.replace(
        toRange(document, span),
        document.getText(toRange(document, span)),
        `${LISTED}${whys.indexOf(why)}`,
      ),
    );
    return [
      TextDocumentEdit.create({ uri: document.uri, version }, [...edits, ...(isAnnotated ? shown : [])]),
    ];
  });
  const declared = configs.map(({ file, text, edits }) => {
    const document = TextDocument.create(uriOf(file), 'jsonc', 0, text);
    return TextDocumentEdit.create(
      { uri: document.uri, version: null },
      edits.map((edit) => {
        const range = toRange(document, edit.span);
        return isAnnotated
          ? AnnotatedTextEdit.replace(range, edit.text, CHANGED)
          : TextEdit.replace(range, edit.text);
      }),
    );
  });
  const all = [...documentChanges, ...declared];
  if (isAnnotated)
    // the preview says this where changes are grouped by type alone
    session.connection.window.showInformationMessage(
      isKey
        ? [
            l10n.t(
              'Entities that are stored in {0} keep “{1}” in their {2}. Places that stay as they are: {3}.',
              ...[table, name, renamed.key, listed.length],
            ),
            ...noScript,
          ].join(' ')
        : l10n.t(
            'Entities that are stored in {0} keep “{1}”. Places that stay as they are: {2}.',
            ...[table, name, listed.length],
          ),
    );
  if (!isOffered) return { documentChanges: all, ...(isAnnotated && { changeAnnotations: annotations }) };
  annotations[SCRIPT] = {
    label: isKey
      ? l10n.t('Add a script that moves entities of {2} from “{0}” to “{1}”', name, newName, table)
      : l10n.t('Add a script that copies “{0}” to “{1}” in the entities of {2}', name, newName, table),
    description: isKey
      ? l10n.t('Run it once no program writes “{0}” anymore. The script says how.', name)
      : l10n.t('Run it before programs read by “{0}”. The script says how.', newName),
    needsConfirmation: true,
  };
  const uri = uriOf(script.file);
  const start = { line: 0, character: 0 };
  return {
    documentChanges: [
      ...all,
      CreateFile.create(uri, undefined, SCRIPT),
      TextDocumentEdit.create({ uri, version: null }, [
        AnnotatedTextEdit.replace({ start, end: start }, script.text, SCRIPT),
      ]),
    ],
    changeAnnotations: annotations,
  };
}

/** Whether nothing is where a file would be. */
async function isFree({ workspace }: Session, file: string): Promise<boolean> {
  const reading = await workspace.read(file);
  return reading.kind === 'unread' && reading.why.kind === 'missing';
}

function lengthOf({ place: { span } }: PropertySite): number {
  return span.end - span.start;
}
