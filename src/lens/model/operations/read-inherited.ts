import { newLinker } from '../../link/evaluate.ts';
import { spend } from '../../link/linker.ts';
import type { FileFacts } from '../../syntax/facts/facts.ts';
import { inSteps } from '../../flow/in-steps.ts';
import { NOT_LOOKED_AT } from '../seen/seen-call.ts';
import { OPERATION } from './collect.ts';
import { type Ground, shallow } from './ground.ts';
import { inheritedBy } from './inherited.ts';
import type { Write } from './operation.ts';
import { readOperation } from './sdk-call.ts';

/** Classes of one file whose inherited writes are read. */
const MOST_HEIRS = 20;

/** What the classes of a file write through methods of those that they extend, where they make the keys themselves. */
export function* readInherited(ground: Ground, facts: FileFacts): Generator<void, readonly Write[]> {
  const { files, memory, flow } = ground;
  const all: Write[] = [];
  for (const { extends: base, id } of facts.classes.slice(0, MOST_HEIRS)) {
    if (base === undefined || memory.work.left <= 0) continue;
    const found = yield* inSteps(ground.stepping, () =>
      shallow(() => {
        const linker = newLinker(files, memory);
        return inheritedBy(linker, facts, id, flow, (of, site) =>
          readOperation(linker, of, site, { file: of.file }, { ...NOT_LOOKED_AT, filter: () => undefined }),
        );
      }),
    );
    all.push(...(found ?? []));
    spend(newLinker(files, memory), OPERATION * (found?.length ?? 0));
    yield;
  }
  return all;
}
