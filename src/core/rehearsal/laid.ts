import type { Entity } from '../edm/json.ts';
import type { PlanKind } from './plan.ts';
import { entityIn, isKeyed, keysIn, type Unkeyed } from './rekey.ts';
import { type Subject, subjectOf, type Unread } from './subject.ts';

/** A table of a design: that of the entities, or one that a copy or an index has for itself. */
export interface DesignTable {
  readonly kind?: number;
  readonly structure?: number;
}

/** The tables of a design; the first has the entities and what lies beside them. */
export function tablesOf(kinds: readonly PlanKind[]): readonly DesignTable[] {
  const apart = kinds.flatMap(({ structures }, kind) =>
    structures.flatMap(({ isApart }, structure) => (isApart ? [{ kind, structure }] : [])),
  );
  return [{}, ...apart];
}

/** The table that a structure of a kind lies in. */
export function tableAt(tables: readonly DesignTable[], kind: number, structure: number): number {
  const at = tables.findIndex((one) => one.kind === kind && one.structure === structure);
  return Math.max(0, at);
}

/** One entity of today, as it lies in a design. */
export interface Laid {
  readonly subject: Subject | Unread;
  readonly entities: readonly LaidEntity[];
  /** Where it can't lie, and why. */
  readonly unkeyed: readonly { readonly structure: number; readonly reason: Unkeyed }[];
}

export interface LaidEntity {
  readonly table: number;
  /** Which of its kind's structures it is; absent of an entity that stays as it is. */
  readonly structure?: number;
  readonly entity: Entity;
}

/** Lays an entity as a design has it; one of no kind that is known stays as it is. */
export function laid(entity: Entity, kinds: readonly PlanKind[], tables: readonly DesignTable[]): Laid {
  const subject = subjectOf(entity, kinds);
  const kind = typeof subject === 'string' ? undefined : kinds[subject.kind];
  const { partitionKey, rowKey, properties } = entity;
  const asItIs: LaidEntity = { table: 0, entity: { partitionKey, rowKey, properties } };
  if (typeof subject === 'string' || kind === undefined) {
    return { subject, entities: subject === 'flawed' ? [] : [asItIs], unkeyed: [] };
  }
  const base = keysIn(subject, kind.structures[0]);
  const entities: LaidEntity[] = [];
  const unkeyed: { structure: number; reason: Unkeyed }[] = [];
  kind.structures.forEach((structure, index) => {
    const keys = keysIn(subject, structure);
    if (!isKeyed(keys)) unkeyed.push({ structure: index, reason: keys });
    else if (isKeyed(base)) {
      entities.push({
        table: tableAt(tables, subject.kind, index),
        structure: index,
        entity: entityIn(subject, kind, structure, keys, base),
      });
    }
  });
  return { subject, entities, unkeyed };
}
