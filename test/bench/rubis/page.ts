import { grouped } from '../../../src/core/text/numbers.ts';
import type { Design } from '../../../src/lens/design/explorer/designs.ts';
import { isUnchanged } from '../../../src/lens/design/explorer/structure.ts';
import { keyText } from '../../../src/lens/design/layout.ts';
import { carriedText } from '../../../src/lens/design/report/words.ts';
import { costByHand } from './by-hand.ts';
import { type Cost, costIn, designsOf } from './explored.ts';
import { type Mix, MIXES } from './workload.ts';

/** What each design costs in each mix. */
export interface Compared {
  readonly mix: Mix;
  readonly first: Design;
  readonly asDeclared: number;
  readonly baseline: number;
  readonly expert: number;
  readonly explored: number;
  /** What the design for bidding would cost in this mix. */
  readonly forBidding: Cost;
}

const NAMES: Readonly<Record<Mix, string>> = {
  browsing: 'Browsing',
  bidding: 'Bidding',
  write_medium: 'Bidding, writes × 10',
  write_heavy: 'Bidding, writes × 100',
};

/** Explores every mix, and counts the schemas that were made by hand. */
export function compared(): readonly Compared[] {
  const forBidding = designsOf('bidding').first;
  return MIXES.map((mix) => {
    const { first, asItIs } = designsOf(mix);
    return {
      mix,
      first,
      asDeclared: total(costOf(asItIs)),
      baseline: total(costByHand('baseline', mix)),
      expert: total(costByHand('expert', mix)),
      explored: total(costOf(first)),
      forBidding: costIn(mix, forBidding),
    };
  });
}

function costOf({ reads, costOfWrites }: Design): Cost {
  return { reads, writes: costOfWrites };
}

function total({ reads, writes }: Cost): number {
  return reads + writes;
}

/** The tables of docs/RUBIS.md. */
export function pageOf(all: readonly Compared[]): readonly string[] {
  return [
    '| Mix | As declared | Baseline | Expert | Partition Lens | Baseline ÷ ours | Expert ÷ ours |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...all.map(({ mix, asDeclared, baseline, expert, explored }) =>
      row([
        NAMES[mix],
        ...[asDeclared, baseline, expert, explored].map((cost) => grouped(Math.round(cost))),
        ...[baseline / explored, expert / explored].map((factor) => factor.toFixed(1)),
      ]),
    ),
    '',
    ...all.flatMap(designLines),
  ];
}

function designLines({ mix, first, forBidding }: Compared): readonly string[] {
  const own = costOf(first);
  const why =
    mix === 'browsing' || mix === 'bidding'
      ? []
      : [
          `The design for bidding would cost ${costText(forBidding)} here; this one costs ${costText(own)}.`,
          '',
        ];
  return [
    `### ${NAMES[mix]}`,
    '',
    ...why,
    '| Kind | Kept as | PartitionKey | RowKey | Also has |',
    '| --- | --- | --- | --- | --- |',
    ...first.kinds.flatMap(({ kind, structures }) =>
      structures.map((one) =>
        row([
          kind,
          isUnchanged(one) ? 'declared' : one.role,
          ...[one.layout.partitionKey, one.layout.rowKey].map((key) => `\`${keyText(key)}\``),
          (one.carries ?? []).map(carriedText).join(', '),
        ]),
      ),
    ),
    '',
  ];
}

function costText({ reads, writes }: Cost): string {
  return `${grouped(Math.round(reads))} for reads and ${grouped(Math.round(writes))} for writes`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
