import * as l10n from '@vscode/l10n';
import { applyEdits, type TextEdit } from '../../../core/text/edit.ts';
import type { FileAnalysis } from '../../engine/engine.ts';
import { patternOfSegments, patternsOf } from '../../model/keys/key-pattern.ts';
import type { KeyExpression, Operation } from '../../model/operations/operation.ts';
import { useImport } from '../../syntax/edits/edit-imports.ts';
import { importStyleOf } from '../../syntax/edits/import-style.ts';
import { styleOf } from '../code-style.ts';
import { type Helper, moduleBeside, useHelper } from '../new-module.ts';
import type { Change, Given, Pattern, Proposal, World } from '../pattern.ts';
import { packageOf } from '../sites/packages.ts';
import { pathBetween } from '../sites/site-name.ts';
import { type Parameter, parametersOf } from './parameters.ts';
import { refusals } from './refusals.ts';
import { type KeyName, type KeySite, type PrefixSite, sameSites, sitesOf } from './sites.ts';

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
  const { whole, beginnings } = sameSites(world, table, key, first);
  const sites: readonly (KeySite | PrefixSite)[] = [...whole, ...beginnings];
  if (sites.length < 2) return refused(refusals.once());
  const parameters = parametersOf(world, sites);
  if (typeof parameters === 'string') return refused(parameters);
  const name = given('name') === 'auto' ? functionOf(table, key) : given('name');
  const [beginning] = beginnings;
  const helper = helperOf({ table, key, name }, first, parameters, beginning?.template.values.length);
  const used = useHelper(world, file, helper);
  const module = moduleBeside(file, helper.module);
  if (used === undefined || module === undefined) return refused(refusals.helper(name));
  const edits = new Map<string, readonly TextEdit[]>();
  for (const one of new Set(sites.map(({ place }) => place.file))) {
    const own = sites.filter(({ place }) => place.file === one);
    const names = [...new Set(own.map((site) => ('rest' in site ? beginningOf(name) : name)))];
    const imports = imported(world, one, file, module, names);
    if (typeof imports === 'string') return refused(imports);
    const calls = own.map((site): TextEdit => {
      const args = parameters.flatMap(({ args: all }) => all.get(site) ?? []).join(', ');
      const { references } = imports;
      if (!('rest' in site))
        return { span: site.place.span, text: `${references.get(name) ?? name}(${args})` };
      const call = `${references.get(beginningOf(name)) ?? beginningOf(name)}(${args})`;
      return { span: site.place.span, text: site.rest === '' ? call : `\`\${${call}}${site.rest}\`` };
    });
    edits.set(one, [...imports.edits, ...calls]);
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

/** What the function is called that builds the beginning of a key. */
function beginningOf(name: string): string {
  return `${name}Prefix`;
}

interface Imports {
  readonly references: ReadonlyMap<string, string>;
  readonly edits: readonly TextEdit[];
}

/** How a file calls functions of the module; or why it doesn't. */
function imported(
  world: World,
  from: string,
  file: string,
  module: string,
  names: readonly string[],
): Imports | string {
  const [text, own] = [world.text(from), world.text(file)];
  if (text === undefined || own === undefined) return refusals.language();
  const [style, ownStyle] = [importStyleOf(from, text, world.text), importStyleOf(file, own, world.text)];
  const isTypeScript = (one: string): boolean => /\.[cm]?tsx?$/.test(one);
  if (style.isCommonJs !== ownStyle.isCommonJs || isTypeScript(from) !== isTypeScript(file))
    return refusals.language();
  if (packageOf(world, from) !== packageOf(world, file)) return refusals.packages();
  const path = pathBetween(from, module).replace(/\.[cm]?[jt]s$/, '') + style.ending;
  const references = new Map<string, string>();
  const edits: TextEdit[] = [];
  let isNew = true;
  for (const name of names) {
    const used = useImport(from, text, path, name);
    if (used === undefined) return refusals.helper(name);
    references.set(name, used.reference);
    edits.push(...used.edits);
    isNew &&= used.isNewModule === true;
  }
  // one import of both
  const together = isNew && names.length > 1 ? useImport(from, text, path, names.join(', ')) : undefined;
  return { references, edits: together?.edits ?? edits };
}

/** The module with the function, and with one for the first `begins` values where there are places that have those alone. */
function helperOf(
  { table, key, name }: Readonly<Record<'table' | 'name', string>> & { readonly key: KeyName },
  { template: { texts } }: KeySite,
  parameters: readonly Parameter[],
  begins = 0,
): Helper {
  const values = parameters.map((one) => `\${${one.before}${one.name}${one.after}}`);
  const parts = texts.map((text, i) => text + (values[i] ?? ''));
  const first = parameters.slice(0, begins);
  const beginning = `\${${beginningOf(name)}(${first.map((one) => one.name).join(', ')})}`;
  // what follows the beginning starts with a value
  const whole =
    begins === 0 ? parts.join('') : beginning + (values[begins] ?? '') + parts.slice(begins + 1).join('');
  const of = table.replaceAll(/[^A-Za-z0-9]/g, '');
  const all: readonly KeyFunction[] = [
    {
      name,
      title: `The ${key} of ${of}, for every write, read and bound of a range.`,
      parameters,
      code: whole,
    },
    ...(begins === 0
      ? []
      : [
          {
            name: beginningOf(name),
            title: `What a ${key} of ${of} begins with, for the bounds of a range.`,
            parameters: first,
            code: parts.slice(0, begins).join('') + (texts[begins] ?? ''),
          },
        ]),
  ];
  return {
    module: moduleOf(table, key),
    name,
    ...(begins > 0 && { also: [beginningOf(name)] }),
    mark: `return \`${whole}\`;`,
    typescript: all.map(typed).join('\n'),
    javascript: all.map(untyped).join('\n'),
  };
}

interface KeyFunction {
  readonly name: string;
  readonly title: string;
  readonly parameters: readonly Parameter[];
  /** What is within the template that it returns. */
  readonly code: string;
}

function typed({ name, title, parameters, code }: KeyFunction): string {
  const list = parameters.map((one) => `${one.name}: ${one.type}`).join(', ');
  return `/** ${title} */\nexport function ${name}(${list}): string {\n  return \`${code}\`;\n}\n`;
}

function untyped({ name, title, parameters, code }: KeyFunction): string {
  const tags = [...parameters.map((one) => `@param {${one.type}} ${one.name}`), '@returns {string}'];
  const comment = `/**\n * ${title}\n *\n${tags.map((tag) => ` * ${tag}\n`).join('')} */`;
  const list = parameters.map((one) => one.name).join(', ');
  return `${comment}\nfunction ${name}(${list}) {\n  return \`${code}\`;\n}\n`;
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
    const alternatives = filter.alternatives.map(({ text: { segments }, classification: { shape } }) => [
      shape,
      patternOfSegments(segments, { file: operation.file, span: operation.callSpan }).map(
        (one) => one.signature,
      ),
    ]);
    return [method, filter.kind, alternatives];
  }
  const own = [signature(operation.partitionKey), signature(operation.rowKey)];
  const actions = operation.kind === 'write' ? (operation.actions ?? []) : [];
  return [method, own, actions.map((one) => [signature(one.partitionKey), signature(one.rowKey)])];
}
