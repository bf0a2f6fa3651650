import * as l10n from '@vscode/l10n';
import { groupsOf } from '../../core/text/groups.ts';
import type { DesignData, PositionOf, TableReport } from '../design/report/data.ts';
import { structureText } from '../design/report/text.ts';
import type { TableUse } from '../design/table-model.ts';
import { type DesignedProgram, type DesignWork, workOfDesign } from './for-design.ts';

/** Reports with what of each design patterns write, and what they leave to people. */
export function withWork(
  reports: readonly TableReport[],
  program: DesignedProgram,
  positionOf: PositionOf,
): readonly TableReport[] {
  const uses = new Map(program.uses.map((use) => [use.table, use]));
  return reports.map((report) => {
    const use = uses.get(report.table);
    if (use === undefined) return report;
    const designs = report.designs.map((design) => withOwn(design, use, program, positionOf));
    return { ...report, designs };
  });
}

function withOwn(
  design: DesignData,
  use: TableUse,
  program: DesignedProgram,
  positionOf: PositionOf,
): DesignData {
  if (design.asItIs || design.sites.length === 0) return design;
  const work = workOfDesign(design, use, program);
  const assists = work.assists.map(({ pattern, place, id }) => ({
    pattern: pattern.id,
    title: pattern.title(),
    id,
    ...positionOf(place),
  }));
  return { ...design, assists, byHand: leftText(design, work) };
}

/** What is left to people of a design: what differs in its keys alone is one line, and what is listed above as a whole isn't listed again. */
export function leftText(design: DesignData, { left }: DesignWork): readonly string[] {
  if (design.asItIs) return [];
  const added = design.entities.filter((one) => one.isNew).length;
  if (added === 0) return [l10n.t('The filters and sizes of pages, at the places that change.')];
  if (added > 1 && left.length === added) return [l10n.t('All that this design adds, as listed above.')];
  const groups = groupsOf(left, (one) => structureText({ ...one, partitionKey: '', rowKey: '' }));
  return groups.flatMap(([, [first, ...alike]]) => (first ? [structureText(first, alike)] : []));
}
