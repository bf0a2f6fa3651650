import type { Files, Memory } from '../../link/linker.ts';
import type { FileFacts } from '../../syntax/facts/facts.ts';
import { namesOf, type Wrappers } from '../wrappers/wrappers.ts';
import {
  type Gifts,
  readGiving,
  readSubclass,
  type TableGift,
  type Taker,
  type Takers,
} from '../tables/table-takers.ts';
import { mayBeOf } from './may-reach.ts';
import { shallow } from './ground.ts';
import { newLinker } from '../../link/evaluate.ts';

/** What the calls of a file give to takers. */
export function* readGifts(
  files: Files,
  memory: Memory,
  facts: FileFacts,
  wrappers: Wrappers,
  takers: Takers,
): Generator<void, Gifts> {
  const all: { gifts: TableGift[]; takers: Taker[] } = { gifts: [], takers: [] };
  const isLeft = (): boolean => memory.work.left > 0;
  const names = namesOf(facts);
  for (const { id, extends: base } of facts.classes) {
    const isTaker = base?.kind === 'name' && mayBeOf(facts, base.name, base, takers) && isLeft();
    if (isTaker)
      all.takers.push(
        ...(shallow(() => readSubclass(newLinker(files, memory), facts, takers, id, names)) ?? []),
      );
  }
  if (isStandIn(facts.file)) return all;
  const calls = [
    ...facts.instances,
    ...[...facts.otherCalls, ...facts.calls].map((site) => ({ ...site, name: site.method })),
  ].filter(({ name, call }) => mayBeOf(facts, name, call.callee, takers));
  for (const { call, fn } of calls) {
    if (!isLeft()) break;
    const read = shallow(() =>
      readGiving(newLinker(files, memory), facts, wrappers, takers, { call, fn }, names),
    );
    all.gifts.push(...(read?.gifts ?? []));
    all.takers.push(...(read?.takers ?? []));
    yield;
  }
  return all;
}

/** What tests make is given a table of theirs. */
function isStandIn(file: string): boolean {
  return /\.(?:test|spec)\.\w+$|\/__(?:tests|mocks)__\//.test(file);
}
