import * as l10n from '@vscode/l10n';
import { findBinding } from '../../link/names/find-binding.ts';
import type { Expr } from '../../syntax/facts/expr.ts';
import type { CallSite, FileFacts } from '../../syntax/facts/facts.ts';
import type { Operation } from './operation.ts';
import { isCandidate } from '../wrappers/wrappers.ts';

interface Found {
  readonly site: CallSite;
  readonly operation: Operation;
}

/** What one call shows of a receiver holds for every other call on the same variable, parameter or field. */
export function withSiblings(facts: FileFacts, found: readonly Found[]): readonly Found[] {
  const open = ({ operation }: Found): boolean => operation.evidence === 'shape-only';
  if (!found.some(open)) return found;
  const shown = new Set(
    found
      .filter(({ operation }) => operation.evidence === 'inferred')
      .map(({ site }) => receiverKey(facts, site)),
  );
  return found.map((one) => {
    const key = open(one) ? receiverKey(facts, one.site) : undefined;
    if (key === undefined || !shown.has(key)) return one;
    const because = l10n.t('another call on {0} shows that it is a TableClient', one.operation.receiver.text);
    return { ...one, operation: { ...one.operation, evidence: 'inferred', because } };
  });
}

/** What a receiver is called, and where that name is declared. */
function receiverKey(facts: FileFacts, site: CallSite): string | undefined {
  return isCandidate(site) ? keyOf(facts, site.receiver) : undefined;
}

function keyOf(facts: FileFacts, expr: Expr): string | undefined {
  switch (expr.kind) {
    case 'name': {
      const found = findBinding(facts, expr.name, expr.scope);
      return found && `${found.scope}:${expr.name}`;
    }
    case 'this':
      return expr.cls === undefined ? undefined : `this${expr.cls}`;
    case 'member': {
      const object = keyOf(facts, expr.object);
      return object && `${object}.${expr.name}`;
    }
    case 'typed':
      return keyOf(facts, expr.operand);
    default:
      return undefined;
  }
}
