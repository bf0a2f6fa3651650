import * as l10n from '@vscode/l10n';
import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import { patternsOf } from '../../model/keys/key-pattern.ts';
import type { KeyExpression, Operation } from '../../model/operations/operation.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import { importStyleOf } from '../../syntax/edits/import-style.ts';
import { styleOf } from '../code-style.ts';
import { type Helper, moduleBeside, useHelper } from '../new-module.ts';
import type { Change, Given, Pattern, Proposal, World } from '../pattern.ts';
import { pathBetween } from '../sites/site-name.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { refusals } from './refusals.ts';
import { type KeyName, type KeySite, sameSites, sitesOf } from './sites.ts';

/** Builds a key of a table in one function, which every write, read and bound calls: the guide's "Guidelines for table design". */
export const keyHelper: Pattern = {
  id: 'key-helper',
  title: () => l10n.t('Build this key in one function'),
  rules: ['inconsistent-key-encoding', 'unpadded-number-in-key', 'ambiguous-compound-key'],
  modules: (operations) =>
    operations.flatMap(({ table }) => (table === undefined ? [] : KEYS.map((key) => moduleOf(table, key)))),
  settings: [
    {
      name: 'key',
      summary: () => l10n.t('RowKey, PartitionKey, or auto: the RowKey if it is built here'),
      usual: 'auto',
      allows: (text) => /^(?:auto|RowKey|PartitionKey)$/.test(text),
    },
    {
      name: 'name',
      summary: () => l10n.t("the function's name, or auto: the table's with the key's"),
      usual: 'auto',
      allows: (text) => /^[A-Za-z][A-Za-z0-9]{0,60}$/.test(text),
    },
  ],
  propose(operation, world, given) {
    const wanted = KEYS.filter((key) => given('key') === 'auto' || given('key') === key);
    const [found] = wanted.flatMap((key) => {
      const [site] = sitesOf(world, operation, key).filter(({ template }) =>
        template.texts.some((text) => text !== ''),
      );
      return site === undefined ? [] : [{ key, site }];
    });
    if (found === undefined) return undefined;
    if (operation.table === undefined) return { kind: 'refused', why: refusals.table() };
    return proposed(world, operation.table, operation.file, found.key, found.site, given);
  },
};

const KEYS: readonly KeyName[] = ['RowKey', 'PartitionKey'];

/** `orders-row-key`: letters and digits, as the names of tables have them. */
function moduleOf(table: string, key: KeyName): string {
  const words = table.replaceAll(/[^A-Za-z0-9]/g, '').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-');
  return `${words.toLowerCase()}-${key === 'RowKey' ? 'row' : 'partition'}-key`;
}

function functionOf(table: string, key: KeyName): string {
  const words = table.replaceAll(/[^A-Za-z0-9]/g, '');
  return words.slice(0, 1).toLowerCase() + words.slice(1) + key;
}

function proposed(
  world: World,
  table: string,
  file: string,
  key: KeyName,
  first: KeySite,
  given: Given,
): Proposal {
  const refused = (why: string): Proposal => ({ kind: 'refused', why });
  const sites = sameSites(world, table, key, first);
  if (sites.length < 2) return refused(refusals.once());
  const parameters = parametersOf(world, sites);
  if (typeof parameters === 'string') return refused(parameters);
  const name = given('name') === 'auto' ? functionOf(table, key) : given('name');
  const helper = helperOf({ table, key, name }, first, parameters);
  const used = useHelper(world, file, helper);
  const module = moduleBeside(file, helper.module);
  if (used === undefined || module === undefined) return refused(refusals.helper(name));
  const edits = new Map<string, readonly TextEdit[]>();
  for (const [i, { place }] of sites.entries()) {
    const reference = place.file === file ? used : imported(world, place.file, file, module, name);
    if (typeof reference === 'string') return refused(reference);
    const before = edits.get(place.file) ?? reference.edits;
    const code = `${reference.reference}(${parameters.map(({ args }) => args[i] ?? '').join(', ')})`;
    edits.set(place.file, [...before, { span: place.span, text: code }]);
  }
  if (!edits.has(file)) return refused(refusals.spelled());
  const changes: readonly Change[] = [
    ...[...edits]
      .toSorted(([one], [other]) => Number(other === file) - Number(one === file))
      .map(([one, all]): Change => ({
        kind: 'edit',
        file: one,
        edits: styleOf(world.text(one) ?? '').finish(all),
      })),
    ...(used.created ? [used.created] : []),
  ];
  return {
    kind: 'change',
    changes,
    isReached: () => keepsKeys(world, changes),
    notes: [
      l10n.t(
        'Places that build this key: {0}; files: {1}. All of them call {2}.',
        sites.length,
        edits.size,
        name,
      ),
      l10n.t('Cost and consistency: as before. Every key has the same characters as before.'),
    ],
  };
}

/** How another file calls the function; or why it doesn't. */
function imported(
  world: World,
  from: string,
  file: string,
  module: string,
  name: string,
): { readonly reference: string; readonly edits: readonly TextEdit[] } | string {
  const [text, own] = [world.text(from), world.text(file)];
  if (text === undefined || own === undefined) return refusals.language();
  const [style, ownStyle] = [importStyleOf(from, text, world.text), importStyleOf(file, own, world.text)];
  const isTypeScript = (one: string): boolean => /\.[cm]?tsx?$/.test(one);
  if (style.isCommonJs !== ownStyle.isCommonJs || isTypeScript(from) !== isTypeScript(file))
    return refusals.language();
  if (packageOf(world, from) !== packageOf(world, file)) return refusals.packages();
  const path = pathBetween(from, module).replace(/\.[cm]?[jt]s$/, '');
  return useImport(from, text, path + style.ending, name) ?? refusals.helper(name);
}

/** The nearest folder above a file that is a package; undefined where none is seen. */
function packageOf(world: World, file: string): string | undefined {
  for (let end = file.lastIndexOf('/'); end >= 0; end = end === 0 ? -1 : file.lastIndexOf('/', end - 1)) {
    const folder = file.slice(0, end);
    if (world.text(`${folder}/package.json`) !== undefined) return folder;
  }
  return undefined;
}

/** The module with the function. */
function helperOf(
  { table, key, name }: Readonly<Record<'table' | 'name', string>> & { readonly key: KeyName },
  { template: { texts } }: KeySite,
  parameters: readonly Parameter[],
): Helper {
  const values = parameters.map((one) => `\${${one.before}${one.name}${one.after}}`);
  const line = `return \`${texts.map((text, i) => text + (values[i] ?? '')).join('')}\`;`;
  const title = `The ${key} of ${table.replaceAll(/[^A-Za-z0-9]/g, '')}, for every write, read and bound of a range.`;
  const tags = [...parameters.map((one) => `@param {${one.type}} ${one.name}`), '@returns {string}'];
  const comment = `/**\n * ${title}\n *\n${tags.map((tag) => ` * ${tag}\n`).join('')} */`;
  const typed = parameters.map((one) => `${one.name}: ${one.type}`).join(', ');
  const plain = parameters.map((one) => one.name).join(', ');
  return {
    module: moduleOf(table, key),
    name,
    mark: line,
    typescript: `/** ${title} */\nexport function ${name}(${typed}): string {\n  ${line}\n}\n`,
    javascript: `${comment}\nfunction ${name}(${plain}) {\n  ${line}\n}\n`,
  };
}

/** Whether all that the changed files ask for and write has the keys that it had. */
function keepsKeys(world: World, changes: readonly Change[]): boolean {
  const texts = new Map(
    changes.map((one) => [
      one.file,
      one.kind === 'create' ? one.text : applyEdits(world.text(one.file) ?? '', one.edits),
    ]),
  );
  const after = world.analyzeAsIf(texts);
  return changes.every(({ kind, file }) => {
    const now = after.find((one) => one.file === file);
    if (kind === 'create') return now !== undefined;
    return now !== undefined && keysIn(now) === keysIn(world.analyze(file));
  });
}

function keysIn({ operations }: Pick<FileAnalysis, 'operations'>): string {
  return JSON.stringify(operations.map(keysOf));
}

function keysOf(operation: Operation): unknown {
  const signature = (key: KeyExpression | undefined): unknown =>
    key === undefined ? null : patternsOf(key).map((one) => one.signature);
  const { method } = operation;
  if (operation.kind === 'query') {
    const { filter } = operation;
    if (filter.kind === 'none') return [method, filter.classification.shape];
    return [method, filter.kind, filter.alternatives.map(({ classification: { shape } }) => shape)];
  }
  const own = [signature(operation.partitionKey), signature(operation.rowKey)];
  const actions = operation.kind === 'write' ? (operation.actions ?? []) : [];
  return [method, own, actions.map((one) => [signature(one.partitionKey), signature(one.rowKey)])];
}
