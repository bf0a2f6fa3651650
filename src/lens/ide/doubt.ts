import * as l10n from '@vscode/l10n';
import { costOf, describeCause } from '../../core/shape/describe.ts';
import { isRetired } from '../model/operations/legacy.ts';
import type { Operation } from '../model/operations/operation.ts';
import { isSure } from '../model/tables/tables.ts';

/** Whether TypeScript is asked about what syntax leaves open: not in Restricted Mode. */
export type TypeHelp = 'asked' | 'restricted';

/** Why an operation is not classified. */
export interface Doubt {
  /** `not-sure`: it may not be one of Azure Tables at all. */
  readonly kind: 'unknown' | 'not-sure';
  readonly why: string;
}

/** Undefined for what is classified, and for what is none of Azure Tables. */
export function doubtOf(operation: Operation, types: TypeHelp): Doubt | undefined {
  if (isRetired(operation)) return { kind: 'unknown', why: operation.because };
  if (operation.evidence === 'rejected') return undefined;
  if (!isSure(operation)) return { kind: 'not-sure', why: reasonOf(operation, types) };
  if (operation.kind !== 'query') return undefined;
  const { filter } = operation;
  if (filter.kind === 'unknown') return { kind: 'unknown', why: filter.why };
  const { shape, cause } = filter.kind === 'none' ? filter.classification : filter.worst.classification;
  if (shape !== 'unknown') return undefined;
  return { kind: 'unknown', why: cause ? describeCause(cause) : costOf(shape) };
}

/** Why an operation's evidence is what it is, and what keeps it from being better. */
export function reasonOf({ because, undecided }: Operation, types: TypeHelp): string {
  if (undecided === undefined || types === 'asked') return because;
  return l10n.t(
    "{0}. In Restricted Mode, TypeScript can't decide its type. Trust this folder to find out.",
    because,
  );
}
