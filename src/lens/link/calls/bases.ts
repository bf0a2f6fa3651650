import type { ClassFacts } from '../../syntax/facts/facts.ts';
import { type Linker, once } from '../linker.ts';
import { wholeOf } from '../modules/modules.ts';
import type { Abstract, Env } from '../values/abstract.ts';

/** What says which class something is, or is an instance of. */
export interface OfClass {
  readonly file: string;
  readonly cls: number;
  readonly env?: Env | undefined;
}

/** What a class's file says of it. */
export function classOf(linker: Linker, { file, cls }: OfClass): ClassFacts | undefined {
  return linker.files.facts(file)?.classes[cls];
}

/** The class that a class extends, as far as it is known. */
export function baseOf(linker: Linker, of: OfClass): Abstract | undefined {
  const base = classOf(linker, of)?.extends;
  const { file, env } = of;
  return base && once(linker, base, '<', () => wholeOf(linker, linker.evaluate(base, { file, env })));
}
