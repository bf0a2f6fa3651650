import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import type { Place } from '../../../core/text/segments.ts';
import type { Span } from '../../../core/text/span.ts';
import { nounNamed } from '../../design/words.ts';
import type { Write } from '../../model/operations/operation.ts';
import type { CollectedWrites } from '../../syntax/edits/collected-writes.ts';
import { useImport, useTypeImport } from '../../syntax/edits/edit-imports.ts';
import { importedFrom } from '../../syntax/edits/imported-from.ts';
import {
  calleeAt,
  isAsHandedOver,
  moduleNamed,
  type WritingFunction,
  type WritingParameter,
  writingFunctionAt,
} from '../../syntax/edits/writing-function.ts';
import { comment } from '../code/language.ts';
import { type CodeStyle, styleOf } from '../code-style.ts';
import { useHelper } from '../new-module.ts';
import type { Change, World } from '../pattern.ts';
import { pathBetween } from '../sites/site-name.ts';
import { isThrough } from '../sites/table-program.ts';
import { actionOf } from './action.ts';
import { inTransactions } from './helper.ts';
import { collecting } from './loop-edits.ts';
import { refusals } from './refusals.ts';

/** The function that calls of a loop write with, and the call of the SDK in it. */
export interface Wrapper {
  readonly file: string;
  readonly sdk: Write;
  /** The calls in the loop, and what stands before the name in them. */
  readonly calls: readonly Span[];
  readonly before: string;
  readonly called: string;
}

/**
 * The function through which the writes of a loop go: the one around `operation`, or the one that it is a call of. Undefined where they go
 * through several, or in a way that isn't spelled out.
 */
export function wrapperOf(world: World, operation: Write, writes: readonly Write[]): Wrapper | undefined {
  const { file, via, repeated } = operation;
  const text = world.text(file);
  const sdk = via === undefined ? operation : sdkCall(world, via.place);
  const called = writes.length > 0 ? writes.map(({ callSpan }) => callSpan) : [repeated?.calledAt];
  const calls = called.flatMap((one) => one ?? []);
  if (text === undefined || sdk === undefined || !writes.every((one) => isThrough(one, sdk)))
    return undefined;
  const [callee, ...others] = calls.map((call) => calleeAt(file, text, call));
  const isSame = others.every((one) => one?.before === callee?.before && one?.name === callee?.name);
  if (callee === undefined || !isSame) return undefined;
  return { file: sdk.file, sdk, calls, before: callee.before, called: callee.name };
}

function sdkCall(world: World, { file, span }: Place): Write | undefined {
  return world
    .operations(file)
    .find(
      (one): one is Write =>
        one.kind === 'write' && one.via === undefined && one.nameSpan.start === span.start,
    );
}

/** What a loop that collects for a wrapper is changed to, with the function beside the wrapper; or why not. */
export function changesThrough(
  world: World,
  file: string,
  { file: other, sdk, calls, before, called }: Wrapper,
  found: CollectedWrites,
): readonly Change[] | string {
  const [text, source] = [world.text(file), world.text(other)];
  const fn = source === undefined ? undefined : writingFunctionAt(other, source, sdk.callSpan);
  if (text === undefined || source === undefined || fn === undefined) return refusals.wrapper(called);
  if (!isAsHandedOver(file, text, found.loop, calls)) return refusals.changed(called);
  const action = actionOf(sdk, fn);
  if (action === undefined) return refusals.options();
  const many = freeName(world, fn, [file, other]);
  const list = ['all', 'writes', 'items'].find((one) => !found.names.has(one));
  const page = ['page', 'entityPage'].find((one) => !found.names.has(one));
  if (many === undefined || list === undefined || page === undefined) return refusals.helper();
  const taken = takenEdits(world, file, { other, before, called, many }, calls, fn);
  const helper = useHelper(world, other, inTransactions);
  if (taken === undefined || helper === undefined) return refusals.wrapper(called);
  const isReplaced = fn.isHidden && file === other && usesOf(source, fn.name) === calls.length + 1;
  const beside = functionEdits(other, source, { fn, many, action, sdk, split: helper.reference, isReplaced });
  if (beside === undefined) return refusals.wrapper(called);
  const style = styleOf(text);
  const own = collecting(text, style, found, {
    before: listOf(list, `${before}${taken.reference}`, fn, file),
    after: [`await ${before}${taken.reference}(${list});`],
    writes: found.writes.map(({ args }) => `${list}.push(${handed(fn.parameters, args)})`),
    page,
  });
  const byFile: readonly (readonly [string, readonly TextEdit[], CodeStyle])[] =
    file === other
      ? [[file, [...taken.edits, ...own, ...beside, ...helper.edits], style]]
      : [
          [file, [...taken.edits, ...own], style],
          [other, [...beside, ...helper.edits], styleOf(source)],
        ];
  return [
    ...byFile.map(([one, edits, { finish }]): Change => ({ kind: 'edit', file: one, edits: finish(edits) })),
    ...(helper.created ? [helper.created] : []),
  ];
}

/** The list, of the type that the function takes: without it, texts of which only some are allowed would be of any. */
function listOf(
  name: string,
  called: string,
  { parameters }: WritingFunction,
  file: string,
): readonly string[] {
  const type = `Parameters<typeof ${called}>[0][number][]`;
  if (/\.[cm]?tsx?$/.test(file)) return [`const ${name}: ${type} = [];`];
  const isDocumented = typeOf(parameters) !== undefined;
  return [...(isDocumented ? [`/** @type {${type}} */`] : []), `const ${name} = [];`];
}

/** A name for the function that writes many: that of the one, in the plural. */
function freeName(world: World, { name }: WritingFunction, files: readonly string[]): string | undefined {
  const [, start = '', last = ''] = /^(.*[\p{Ll}\p{N}])(\p{Lu}[\p{Ll}\p{N}]+)$/u.exec(name) ?? [];
  const { one, many } = nounNamed(last);
  const isOne = last !== '' && one === last.toLowerCase();
  const plural = `${start}${many.charAt(0).toUpperCase()}${many.slice(1)}`;
  const isFree = (wanted: string): boolean =>
    files.every((file) => !new RegExp(`(?<![\\w$])${wanted}(?![\\w$])`).test(world.text(file) ?? ''));
  return [...(isOne ? [plural] : []), `${name}All`, `${name}InTransactions`].find(isFree);
}

interface Called {
  readonly other: string;
  readonly before: string;
  readonly called: string;
  readonly many: string;
}

/** How the loop's file calls the new function: as it calls the other one. */
function takenEdits(
  world: World,
  file: string,
  { other, before, called, many }: Called,
  calls: readonly Span[],
  fn: WritingFunction,
): { readonly reference: string; readonly edits: readonly TextEdit[] } | undefined {
  const text = world.text(file) ?? '';
  // a method of the class itself, or of one that it extends
  if (before === 'this.') return fn.isMember ? { reference: many, edits: [] } : undefined;
  if (fn.isMember) return undefined;
  if (file === other && before === '') return { reference: many, edits: [] };
  const module =
    before === '' ? importedFrom(file, text, called) : moduleNamed(file, text, before.replace(/\.$/, ''));
  const isOfFile = module !== undefined && stem(module) === stem(pathBetween(file, other));
  if (!isOfFile || fn.exported === undefined) return undefined;
  if (before !== '') return { reference: many, edits: [] };
  // the list of imports, where nothing else calls the one any more
  const uses = [...text.matchAll(new RegExp(`(?<![\\w$.])${called}(?![\\w$])`, 'g'))].map(
    ({ index }) => index,
  );
  const left = uses.filter((at) => !calls.some(({ start, end }) => start <= at && at < end));
  const [only] = left;
  const isRenamed = called === fn.name && only !== undefined && left.length === 1;
  if (isRenamed)
    return { reference: many, edits: [{ span: { start: only, end: only + called.length }, text: many }] };
  const used = useImport(file, text, module, many);
  return used && { reference: used.reference, edits: used.edits };
}

/** How often a name stands in a source. */
function usesOf(source: string, name: string): number {
  return [...source.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))].length;
}

function stem(path: string): string {
  return path.replace(/\.[cm]?[jt]sx?$/, '');
}

/** What is put into the list for a call. */
function handed(parameters: readonly WritingParameter[], args: readonly string[]): string {
  if (parameters.length === 1) return args[0] ?? '';
  const named = args.map((code, index) => {
    const name = parameters[index]?.code ?? '';
    return code === name ? name : `${name}: ${code}`;
  });
  return `{ ${named.join(', ')} }`;
}

interface Beside {
  readonly fn: WritingFunction;
  readonly many: string;
  readonly action: readonly string[];
  readonly sdk: Write;
  readonly split: string;
  /** Nothing calls the other function any more. */
  readonly isReplaced: boolean;
}

/** The function that writes many, after the one that writes one. */
function functionEdits(
  file: string,
  source: string,
  { fn, many, action, sdk, split, isReplaced }: Beside,
): readonly TextEdit[] | undefined {
  const isTypeScript = /\.[cm]?tsx?$/.test(file);
  const { parameters, names, indent } = fn;
  const type = typeOf(parameters);
  const actionType = isTypeScript
    ? useTypeImport(file, source, '@azure/data-tables', 'TransactionAction')
    : undefined;
  if (isTypeScript && (type === undefined || actionType === undefined)) return undefined;
  const free = (...wanted: readonly string[]): string | undefined => wanted.find((one) => !names.has(one));
  const [all, actions, one] = [free('all', 'items'), free('actions', 'writes'), free('transaction', 'batch')];
  if (all === undefined || actions === undefined || one === undefined) return undefined;
  const { step, quote } = styleOf(source);
  const [kind = '', ...parts] = action;
  const t = (code: string): string => (isTypeScript ? code : '');
  const item =
    parameters.length === 1 && parameters[0]?.initializer === undefined
      ? (parameters[0]?.code ?? '')
      : `{ ${parameters.map(({ code, initializer }) => (initializer === undefined ? code : `${code} = ${initializer}`)).join(', ')} }`;
  const said = comment(
    `${isReplaced ? 'Writes all' : `What ${fn.name} does, for many:`} in transactions of one PartitionKey. If one fails, those before it stay written.`,
    type === undefined ? [] : [`@param {${type}} ${all}`],
    { isTypeScript, isCommonJs: false },
  );
  const isDocumented = !isTypeScript && type !== undefined;
  const lines = [
    ...said.split('\n'),
    `${fn.head(many)}${all}${t(`: ${type ?? ''}`)})${t(': Promise<void>')} ${fn.arrow ? '=> ' : ''}{`,
    ...fn.before.map((code) => `${step}${code}`),
    ...(isDocumented ? [`${step}/** @type {import('@azure/data-tables').TransactionAction[]} */`] : []),
    `${step}const ${actions}${t(`: ${actionType?.reference ?? ''}[]`)} = [];`,
    `${step}for (const ${item} of ${all}) {`,
    ...fn.each.map((code) => `${step}${step}${code}`),
    `${step}${step}${actions}.push([${quote}${kind}${quote}, ${parts.join(', ')}]);`,
    `${step}}`,
    `${step}for (const ${one} of ${split}(${actions})) {`,
    `${step}${step}await ${receiverOf(source, sdk)}.submitTransaction(${one});`,
    `${step}}`,
    fn.tail,
  ];
  const code = lines.map((line) => (line === '' ? line : `${indent}${line}`)).join('\n');
  return [
    ...(actionType?.edits ?? []),
    ...(fn.exported?.(many) ?? []),
    isReplaced
      ? { span: fn.span, text: code.slice(indent.length) }
      : { span: { start: fn.span.end, end: fn.span.end }, text: `\n\n${code}` },
  ];
}

function receiverOf(source: string, { callSpan, nameSpan }: Write): string {
  return source.slice(callSpan.start, nameSpan.start).trimEnd().replace(/\.$/, '').trimEnd();
}

/** The type of a list of what the function is given; undefined where that isn't written. */
function typeOf(parameters: readonly WritingParameter[]): string | undefined {
  if (!parameters.every(({ type }) => type !== undefined)) return undefined;
  const [first] = parameters;
  if (parameters.length === 1) {
    const { type = '' } = first ?? {};
    return `readonly ${/^[\w$.]+(?:<[^|&=?]*>)?$/.test(type) ? type : `(${type})`}[]`;
  }
  const all = parameters.map(({ code, type = '', isOptional }) => `${code}${isOptional ? '?' : ''}: ${type}`);
  return `readonly { ${all.join('; ')} }[]`;
}

/** What is told of the order. */
export function notesThrough(called: string): readonly string[] {
  return [l10n.t('What the loop gives {0} is collected, and written by a new function beside it.', called)];
}
