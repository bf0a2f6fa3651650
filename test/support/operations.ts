import { describeCondition } from '../../src/core/shape/describe-condition.ts';
import assert from 'node:assert/strict';
import { createEngine } from '../../src/lens/engine/create.ts';
import type { Operation } from '../../src/lens/model/operations/operation.ts';

/** Operations of the last of some files, given by name and text. Other files are found by their names. */
export function operationsOf(files: Readonly<Record<string, string>>): readonly Operation[] {
  const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
  for (const [name, text] of Object.entries(files)) engine.setFile(`/${name}`, text);
  // a file that does not name tables is known by its name alone until somebody asks for its text
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles()) {
    for (const candidates of wanted) {
      const found = candidates.find((file) => file.slice(1) in files);
      if (found !== undefined) engine.setFile(found, files[found.slice(1)] ?? '');
      else for (const file of candidates) engine.markMissing(file);
    }
  }
  const last = Object.keys(files).at(-1);
  assert(last !== undefined);
  return engine.analyze(`/${last}`).operations;
}

/** The import that most sources begin with. */
export const PACKAGE = `import { TableClient, odata } from '@azure/data-tables';\n`;

/** A client for sources to use. */
export const CLIENT = `const client = TableClient.fromConnectionString(process.env.X!, 'Employees');\n`;

/** One source is the file `main.ts`, after {@link PACKAGE}. */
export function filesOf(
  sources: Readonly<Record<string, string>> | string,
): Readonly<Record<string, string>> {
  return typeof sources === 'string' ? { 'main.ts': PACKAGE + sources } : sources;
}

/** Each operation of the last file as one line: method, table, evidence, shape. */
export function summary(sources: Readonly<Record<string, string>> | string): readonly string[] {
  return operationsOf(filesOf(sources)).map((operation) =>
    [operation.method, operation.table ?? '?', operation.evidence, shapeOf(operation)]
      .filter((word) => word !== '')
      .join(' '),
  );
}

function shapeOf(operation: Operation): string {
  if (operation.kind !== 'query') return '';
  const { filter } = operation;
  switch (filter.kind) {
    case 'none':
      return filter.classification.shape;
    case 'known':
      return (
        filter.worst.classification.shape +
        (filter.worst.when ? ` when ${describeCondition(filter.worst.when)}` : '')
      );
    case 'unknown':
      return `unknown: ${filter.why}`;
  }
}

/** The shape of every query of a source. */
export function shapesOf(source: string): string {
  return summary(source)
    .map((line) => line.split(' ').slice(3).join(' '))
    .join();
}

/** A function that makes a query with this filter, an expression. */
export function queryWith(filter: string, before = ''): string {
  return `${CLIENT}async function f(pk: string, rk: string, flag: boolean) {\n${before}\nfor await (const e of client.listEntities({ queryOptions: { filter: ${filter} } })) use(e);\n}`;
}

/** The shapes that the query of a function by a variable `filter` may have, from what is said of all its ways. */
export function shapesOfFilter(
  parameters: string,
  code: string,
  { name = 'main.ts', before = '' }: { readonly name?: string; readonly before?: string } = {},
): string {
  const query = operationsOf({
    [name]: `${PACKAGE}${CLIENT}${before}
export async function f(${parameters}) {
${code}
return client.listEntities({ queryOptions: { filter } });
}`,
  }).at(-1);
  assert.equal(query?.kind, 'query');
  const { filter } = query;
  if (filter.kind === 'none') return filter.classification.shape;
  if (filter.kind === 'unknown') return 'unknown';
  return [...new Set(filter.alternatives.map(({ classification }) => classification.shape))].sort().join();
}
