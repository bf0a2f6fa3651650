import { type Design, type Exploration, explore } from '../../src/lens/design/explorer/designs.ts';
import { DEFAULTS } from '../../src/lens/design/explorer/assumptions.ts';
import { isUnchanged } from '../../src/lens/design/explorer/structure.ts';
import { keyText } from '../../src/lens/design/layout.ts';
import { type Rehearsable, rehearsalOf } from '../../src/lens/design/rehearsal/plan-of.ts';
import { titlesOf } from '../../src/lens/design/report/words.ts';
import { joinsOf } from '../../src/lens/design/joins.ts';
import { ownOperations, tableUseOf, type TableUse } from '../../src/lens/design/table-model.ts';
import { CLIENT, filesOf, operationsOf } from './operations.ts';

/** What a program, all of it in one file, says of its table `Employees`. */
export function useOf(source: string): TableUse {
  return tableUseOf('Employees', ownOperations(operationsOf(filesOf(source))));
}

/** The access patterns of a program that has a client, each with its shape. */
export function sentencesIn(source: string): readonly string[] {
  return useOf(CLIENT + source).patterns.map(({ sentence, shape }) => `${sentence}: ${shape}`);
}

/** A program that creates people of a department. */
export const PERSON = `interface Person { dep: string; id: number; mail: string; hired: Date }
  export const add = ({ dep, id, mail, hired }: Person) => client.createEntity({
    partitionKey: dep, rowKey: 'no_' + String(id).padStart(6, '0'), id, mail, hired, active: true,
  });\n`;

/** A function that reads all that a filter gives. */
export function readAll(name: string, parameters: string, filter: string): string {
  return `export async function ${name}(${parameters}) {
    for await (const e of client.listEntities({ queryOptions: { filter: odata\`${filter}\` } })) show(e.a);
  }\n`;
}

/** The designs for it: what each is called, what lies anew where, and what becomes of each question that it changes. */
export function designsFor(source: string): readonly string[][] {
  const use = useOf(source);
  const { designs } = exploredIn(source);
  const titles = titlesOf(designs);
  return designs.map((design, index) => linesOf(design, use, titles[index] ?? ''));
}

/** The same as data. */
export function exploredIn(source: string): Exploration {
  const use = useOf(source);
  return explore(use, DEFAULTS, { uses: [use], joins: joinsOf([use]) });
}

function linesOf(design: Design, use: TableUse, title: string): string[] {
  const entities = design.kinds.flatMap(({ structures }) =>
    structures
      .filter((one) => !isUnchanged(one))
      .map(({ role, layout, isAtomic, carries = [], tableBy, columns }) =>
        [
          role,
          keyText(layout.partitionKey),
          keyText(layout.rowKey),
          isAtomic ? 'at once' : 'later',
          ...carries,
          ...(tableBy === undefined ? [] : [`a table per day of ${tableBy}`]),
          ...(columns === undefined ? [] : [`up to ${columns.most} by ${columns.attribute}`]),
        ].join(' | '),
      ),
  );
  const patterns = design.patterns
    .filter(({ filter, gone }) => filter !== undefined || gone !== undefined)
    .map(
      ({ pattern, before, after, gone }) =>
        `${use.patterns[pattern]?.sentence ?? '?'}: ${before} → ${gone ?? after}`,
    );
  return [title, ...entities, ...patterns];
}

/** The plans of the designs for it, by their titles. */
export function rehearsalsFor(source: string): ReadonlyMap<string, Rehearsable> {
  const use = useOf(source);
  const program = { uses: [use], joins: joinsOf([use]) };
  const { designs } = explore(use, DEFAULTS, program);
  const titles = titlesOf(designs);
  return new Map(
    designs.map((design, index) => [titles[index] ?? '', rehearsalOf(use, design, DEFAULTS, program)]),
  );
}
