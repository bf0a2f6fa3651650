import { shortened } from '../../../core/text/shortened.ts';
import type { KindData, RelationshipData, TableReport } from './data.ts';

/** The kinds of a table and how they belong together, as a diagram in Mermaid; undefined where there is nothing to draw. */
export function mermaidOf({ table, kinds, relationships }: TableReport): string | undefined {
  const names = new Map(kinds.map(({ name }, index) => [nodeKey(table, name), `k${index}`]));
  const nodes = kinds.map((kind, index) => `  k${index}["${nodeLabel(kind)}"]`);
  const others: string[] = [];
  const nodeOf = (name: string, of: string): string => {
    const key = nodeKey(of, name);
    const known = names.get(key);
    if (known !== undefined) return known;
    const made = `o${others.length}`;
    others.push(`  ${made}["${escaped(`${name} (${of})`)}"]`);
    names.set(key, made);
    return made;
  };
  const copies = kinds.flatMap(({ name, copyOf }) =>
    copyOf === undefined ? [] : [`  ${nodeOf(copyOf, table)} -.-|copy| ${nodeOf(name, table)}`],
  );
  const edges = relationships.map((one) => edge(one, nodeOf));
  const all = [...copies, ...edges];
  if (kinds.length === 0) return undefined;
  return ['flowchart LR', ...nodes, ...others, ...all].join('\n');
}

function nodeKey(table: string, kind: string): string {
  return `${table}\n${kind}`;
}

function nodeLabel({ name, partitionKey, rowKey }: KindData): string {
  return `${escaped(name)}<br/>PartitionKey ${escaped(partitionKey)}<br/>RowKey ${escaped(rowKey)}`;
}

function edge(
  { kind, from, to, fromTable, toTable, by }: RelationshipData,
  nodeOf: (name: string, table: string) => string,
): string {
  const ends = { 'one-to-many': '1 to n', 'one-to-one': '1 to 1', reference: 'refers to' }[kind];
  const label = `"${ends}: ${escaped(by.join(', '))}"`;
  return `  ${nodeOf(from, fromTable)} ${kind === 'reference' ? '-.->' : '-->'}|${label}| ${nodeOf(to, toTable)}`;
}

/** Characters of a text in a label. */
const MAX_LABEL = 60;

/** A text in a label: what means anything to Mermaid or HTML is written by its number. */
function escaped(text: string): string {
  return Array.from(shortened(text, MAX_LABEL))
    .map((character) =>
      /[\p{L}\p{N} _,.]/u.test(character) ? character : `#${character.codePointAt(0) ?? 0};`,
    )
    .join('');
}
