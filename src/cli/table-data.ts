import { shapeData } from '../api/operation-data.ts';
import type { TableConfig } from '../core/config/table-config.ts';
import { declarationText } from '../core/keys/declare.ts';
import { groupsOf } from '../core/text/groups.ts';
import type { Place } from '../core/text/segments.ts';
import {
  type GivenKey,
  givenKeys,
  keySchemaOf,
  type KeyUse,
  type KeyVariant,
} from '../lens/model/keys/key-schema.ts';
import { exampleOf, patternText } from '../lens/model/keys/key-text.ts';
import type { Operation, Write } from '../lens/model/operations/operation.ts';
import { ANY_NAME } from '../lens/syntax/facts/facts.ts';

/** Where something stands: file, line and column from 1. */
export interface Site {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly method: string;
}

export interface KeySite extends Site {
  readonly how: KeyUse['how'];
}

/** One way in which the keys of a table are put together. */
export interface KeyData {
  /** Constant text, and values in braces: `empid_{id:6}`. */
  readonly pattern: string;
  readonly example?: string;
  readonly sites: readonly KeySite[];
}

/** Entities whose rows have keys alike. */
export interface EntityData {
  readonly rowKey: string;
  readonly properties: readonly string[];
  readonly sites: readonly Site[];
}

export interface TableData {
  readonly table: string;
  readonly partitionKey: readonly KeyData[];
  readonly rowKey: readonly KeyData[];
  /** How `.partitionlens.json` declares the keys; absent where it does not. */
  readonly declared?: DeclaredData;
  /** Some write makes entities whose keys are not seen. */
  readonly partial: boolean;
  readonly entityTypes: readonly EntityData[];
  /** Reads by shape, writes by method. */
  readonly operations: Readonly<Record<string, readonly Site[]>>;
}

/** Declared keys: constant text, and in braces names and codecs, `log_{customer}_{written:inverted-ticks}`. */
export interface DeclaredData {
  readonly partitionKey: readonly string[];
  readonly rowKey: readonly string[];
}

function declaredData({ partitionKey, rowKey }: TableConfig): DeclaredData {
  return { partitionKey: partitionKey.map(declarationText), rowKey: rowKey.map(declarationText) };
}

/** What the operations of one table, and its declaration, say of it; `positionOf` names a place for people. */
export function tableData(
  table: string,
  operations: readonly Operation[],
  declared: TableConfig | undefined,
  positionOf: (place: Place) => Omit<Site, 'method'>,
): TableData {
  const { partitionKey, rowKey, isPartial } = keySchemaOf(operations);
  const siteOf = ({ file, nameSpan, method }: Operation): Site => ({
    ...positionOf({ file, span: nameSpan }),
    method,
  });
  const keyData = ({ pattern, uses }: KeyVariant): KeyData => {
    const example = exampleOf(pattern);
    return {
      pattern: patternText(pattern),
      ...(example !== undefined && { example }),
      sites: uses.map(({ operation, how }) => ({ ...siteOf(operation), how })),
    };
  };
  return {
    table,
    partitionKey: partitionKey.map(keyData),
    rowKey: rowKey.map(keyData),
    ...(declared && { declared: declaredData(declared) }),
    partial: isPartial,
    entityTypes: entityTypes(operations, siteOf),
    operations: Object.fromEntries(
      groupsOf(operations, kindOf).map(([kind, all]) => [kind, all.map(siteOf)]),
    ),
  };
}

/** Writes by the patterns of their RowKeys: a table with several kinds of entities tells them apart by those. */
function entityTypes(
  operations: readonly Operation[],
  siteOf: (operation: Operation) => Site,
): readonly EntityData[] {
  const types = new Map<string, { readonly properties: Set<string>; readonly sites: Site[] }>();
  for (const operation of operations) {
    if (operation.kind !== 'write' || operation.method === 'deleteEntity') continue;
    for (const { rowKey, properties } of entitiesOf(operation)) {
      const type = types.get(rowKey) ?? { properties: new Set<string>(), sites: [] };
      for (const property of properties.filter((name) => !HIDDEN.has(name))) type.properties.add(property);
      type.sites.push(siteOf(operation));
      types.set(rowKey, type);
    }
  }
  return [...types].map(([rowKey, { properties, sites }]) => ({
    rowKey,
    properties: [...properties],
    sites,
  }));
}

interface Entity {
  readonly rowKey: string;
  readonly properties: readonly string[];
}

function entitiesOf(write: Write): readonly Entity[] {
  const keys = givenKeys(write).filter(({ key }) => key === 'RowKey');
  if (write.method !== 'submitTransaction') {
    return [{ rowKey: rowKeyOf(keys), properties: write.properties }];
  }
  const actions = (write.actions ?? []).filter(({ kind }) => kind !== 'delete');
  return actions.map((action) => {
    const own = keys.filter(({ value }) => value === action.rowKey?.value);
    const properties = action.values.map(({ name }) => name);
    return { rowKey: rowKeyOf(own), properties };
  });
}

/** The keys, and names that only the running program knows. */
const HIDDEN: ReadonlySet<string> = new Set(['partitionKey', 'rowKey', ANY_NAME]);

function rowKeyOf(keys: readonly GivenKey[]): string {
  const patterns = keys.flatMap((key) => key.patterns.map(patternText));
  return patterns.length === 0 ? '{…}' : [...new Set(patterns)].join(' | ');
}

function kindOf(operation: Operation): string {
  return operation.kind === 'write'
    ? operation.method
    : (shapeData(operation, () => undefined).shape ?? 'unknown');
}
