import type { Value } from '../../model/operations/operation.ts';
import { nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { RuleContext } from '../rule.ts';
import { codeOfFile } from '../shared/code-at.ts';
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
