import type { Span } from '../../../core/text/span.ts';
import type { Operation } from '../../model/operations/operation.ts';
import { isSure } from '../../model/tables/tables.ts';
import { titleOf } from '../code-lenses.ts';
import type { SourceAt } from '../expressions.ts';
import { tableWords } from '../table-words.ts';

/** An operation, as an outline lists it. */
export interface OperationSymbol {
  readonly name: string;
  readonly kind: 'read' | 'write';
  /** The whole call. */
  readonly span: Span;
  /** The method's name in it. */
  readonly nameSpan: Span;
}

/** The operations of one file that are sure, in the order of the source: reads with their shape, writes with their method. */
export function operationSymbols(operations: readonly Operation[], sourceAt: SourceAt): OperationSymbol[] {
  return operations.filter(isSure).map((operation) => {
    const { callSpan: span, nameSpan } = operation;
    return operation.kind === 'write'
      ? { name: `${operation.method} · ${tableWords(operation)}`, kind: 'write', span, nameSpan }
      : { name: titleOf(operation, sourceAt), kind: 'read', span, nameSpan };
  });
}
