import { linesOf } from '../../../core/text/lines.ts';
import type { Operation } from '../../model/operations/operation.ts';
import type { World } from '../pattern.ts';

/** The path from the folder of a file to another file: `../data/orders.ts`, `./orders.ts`. */
export function pathBetween(from: string, to: string): string {
  const [folder, target] = [from.split('/').slice(0, -1), to.split('/')];
  let shared = 0;
  while (shared < folder.length && shared < target.length - 1 && folder[shared] === target[shared])
    shared += 1;
  const up = folder.slice(shared).map(() => '..');
  return [...(up.length === 0 ? ['.'] : up), ...target.slice(shared)].join('/');
}

/** Where an operation is, for people: `orders.ts:12`, as seen from the folder of a file. */
export function siteName(world: World, from: string, { file, nameSpan }: Operation): string {
  const { line } = linesOf(world.text(file) ?? '').positionOf(nameSpan.start);
  return `${pathBetween(from, file).replace(/^\.\//, '')}:${line}`;
}
