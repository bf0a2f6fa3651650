import type { Value } from '../../model/operations/operation.ts';
import { nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Code } from '../../syntax/program/code.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile, functionAround } from '../shared/code-at.ts';
import type { KeyPart } from '../shared/key-values.ts';
import { onceForEach } from '../shared/once.ts';

/** Whether the file sends a browser to, or asks, what it calls by the same name: `response.redirect(link.target)`. */
export function isUsedAsAddress(context: RuleContext, value: Extract<Value, { kind: 'unknown' }>): boolean {
  const name = value.name?.split('.').at(-1);
  if (name === undefined || value.isKeySafe === true || value.through !== undefined) return false;
  return addressesIn(context, context.file).has(name);
}

/** The names of what a file gives to a redirect, to `fetch` and to `new URL`. */
const addressesIn = onceForEach((context: RuleContext, file: string): ReadonlySet<string> => {
  const names = new Set<string>();
  for (const part of codeOfFile(context, file).parts) {
    if (part.kind !== 'expression') continue;
    for (const address of addressesOf(part.expression)) {
      const name = nameIn(address);
      if (name !== undefined) names.add(name);
    }
  }
  return names;
});

function addressesOf(expression: Expression): readonly Expression[] {
  if (expression.kind !== 'call' && expression.kind !== 'new') return [];
  const { callee, args } = expression;
  if (expression.kind === 'new') return isGlobal(callee, 'URL') && args.length === 1 ? args : [];
  if (isGlobal(callee, 'fetch')) return args.slice(0, 1);
  // with the status before or behind it
  return callee.kind === 'member' && callee.name === 'redirect' ? args : [];
}

function isGlobal(callee: Expression, name: string): boolean {
  return callee.kind === 'global' && callee.name === name;
}

/** Whether the function around a key opens the file that a caller names by the same: `createReadStream(file)`. */
export function isUsedAsPath(context: RuleContext, { value, place }: KeyPart): boolean {
  if (value.kind !== 'unknown' || value.why !== 'parameter' || place.file !== context.file) return false;
  const { name, isKeySafe, through } = value;
  if (name === undefined || isKeySafe === true || through !== undefined) return false;
  return pathsIn(context, functionAround(context, place)).has(name);
}

/** The names of what some code gives to functions for files, first, and does not look into for what it may have. */
const pathsIn = onceForEach((_: RuleContext, { parts }: Code): ReadonlySet<string> => {
  const calls = parts.flatMap((part) =>
    part.kind === 'expression' && part.expression.kind === 'call' ? [part.expression] : [],
  );
  const paths = calls.flatMap(({ callee, args }) => (isOfFiles(callee) ? args.slice(0, 1) : []));
  const looked = calls.flatMap(({ callee, args }) => {
    if (callee.kind === 'member' && LOOKS.has(callee.name)) return [callee.object];
    return CHECKS.test(nameIn(callee) ?? '') ? args : [];
  });
  const checked = new Set(looked.map(nameIn));
  const names = paths.flatMap((path) => (path.kind === 'local' ? [path.name] : []));
  return new Set(names.filter((name) => !checked.has(name)));
});

/** Methods of a text that tell what it has. */
const LOOKS: ReadonlySet<string> = new Set(['includes', 'indexOf', 'lastIndexOf', 'match', 'search']);

/** What functions are called that refuse values. */
const CHECKS = /^(?:test|exec|assert|ensure|check|valid|verify)/;

/** A function of Node's `fs`, or of a package in its place. */
function isOfFiles(callee: Expression): boolean {
  let root = callee;
  while (root.kind === 'member') root = root.object;
  return root.kind === 'import' && FILES.test(root.module);
}

const FILES = /^(?:(?:node:)?fs(?:\/promises)?|fs-extra|graceful-fs)$/;
