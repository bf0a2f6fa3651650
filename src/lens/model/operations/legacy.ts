import * as l10n from '@vscode/l10n';
import { type Abstract, alternativesOf, type Context } from '../../link/values/abstract.ts';
import type { Linker } from '../../link/linker.ts';
import { moduleOfType } from '../../link/calls/types.ts';
import type { CallSite } from '../../syntax/facts/facts.ts';
import { unreadableFilter } from '../filters/filter.ts';
import type { Operation, Query } from './operation.ts';

/** The SDK before `@azure/data-tables`, retired since 2020. */
const LEGACY = 'azure-storage';

/** Its queries; other methods of its service are either named as the new SDK's, or write. */
const QUERIES = ['queryEntities', 'retrieveEntity'] as const;

/** Whether a call is named like a query of the retired SDK. */
export function mayBeLegacy({ method }: CallSite): boolean {
  return QUERIES.some((name) => name === method);
}

/** Whether a call is named like the one that makes a client of the retired SDK's table service. */
export function mayMakeLegacy({ method }: CallSite): boolean {
  return method === MAKE;
}

const MAKE = 'createTableService';

/** Whether a call makes such a client. */
export function makesLegacy(linker: Linker, { call }: CallSite, context: Context): boolean {
  const callee = linker.evaluate(call.callee, context);
  return callee.kind === 'external' && callee.module === LEGACY && callee.path.at(-1) === MAKE;
}

/** Whether an operation is such a query. */
export function isRetired({ method }: Operation): boolean {
  return QUERIES.some((name) => name === method);
}

/** Whether a value is, or is made by, something of the retired SDK. */
export function isLegacy(linker: Linker, value: Abstract): boolean {
  return alternativesOf(value).some(
    ({ value: one }) =>
      (one.kind === 'external' && one.module === LEGACY) ||
      (one.kind === 'typed' && moduleOfType(linker, one.type, one.file) === LEGACY),
  );
}

/** Why nothing else is said of what uses it. */
export function legacyReason(): string {
  return l10n.t('{0} is the retired SDK; only {1} is analyzed', LEGACY, '@azure/data-tables');
}

/** A query of the retired SDK, of which nothing is said but that it is one. */
export function readLegacy(
  linker: Linker,
  { method, call }: CallSite,
  context: Context,
): Pick<Query, 'method' | 'filter' | 'consumption' | 'evidence' | 'because'> | undefined {
  const name = QUERIES.find((query) => query === method);
  const { callee } = call;
  if (name === undefined || callee.kind !== 'member') return undefined;
  if (!isLegacy(linker, linker.evaluate(callee.object, context))) return undefined;
  return {
    method: name,
    filter: unreadableFilter(legacyReason()),
    consumption: { firstOnly: false },
    evidence: 'rejected',
    because: legacyReason(),
  };
}
