import { shapeName } from '../../core/shape/describe.ts';
import type { FileAnalysis } from '../engine/engine.ts';
import { isSure } from '../model/tables/tables.ts';
import { costOf, titleOf } from './code-lenses.ts';
import { sourceOf } from './expressions.ts';

/** What stands behind a call in its line. */
export interface ShapeHint {
  readonly offset: number;
  readonly label: string;
  /** What the line above the call would say. */
  readonly tooltip: string;
}

/** The shape of each read, at the end of its call. What may not be of Azure Tables gets none. `text` is the analyzed file's. */
export function shapeHints({ file, operations }: FileAnalysis, text: string): ShapeHint[] {
  const sourceAt = sourceOf(file, text);
  return operations.filter(isSure).flatMap((operation): ShapeHint[] => {
    if (operation.kind === 'write') return [];
    const tooltip = titleOf(operation, sourceAt);
    return [{ offset: operation.callSpan.end, label: shapeName(costOf(operation)), tooltip }];
  });
}
