/** A generated file: its absolute name and its text. */
export interface GeneratedFile {
  readonly file: string;
  readonly text: string;
}

/**
 * A workspace in which every file uses tables: `count` files of about 75 lines and 9 operations, whose
 * clients come from one factory file and whose keys come from one helper file.
 */
export function generateWorkspace(count: number): readonly GeneratedFile[] {
  const clients = `import { TableClient } from '@azure/data-tables';
const connection = process.env.TABLES ?? '';
export function tableFor(name: string): TableClient {
  return TableClient.fromConnectionString(connection, name);
}
`;
  const keys = `export const departmentKey = (id: number) => \`dept_\${String(id).padStart(6, '0')}\`;
export const pad = (id: number, width: number) => id.toString().padStart(width, '0');
`;
  const features = Array.from({ length: count - 2 }, (_, index) => ({
    file: `/bench/src/feature${index}.ts`,
    text: feature(index),
  }));
  return [
    { file: '/bench/src/clients.ts', text: clients },
    { file: '/bench/src/keys.ts', text: keys },
    ...features,
  ];
}

/** One file of about `lines` lines. */
export function generateLargeFile(lines: number): GeneratedFile {
  const functions = Array.from({ length: Math.ceil(lines / 8) }, (_, index) => reader(index)).join('');
  return { file: '/bench/src/large.ts', text: header(0) + functions };
}

function header(index: number): string {
  return `import { odata } from '@azure/data-tables';
import { tableFor } from './clients.js';
import { departmentKey, pad } from './keys.js';

const table = tableFor('Table${index % 50}');
interface Item { department: number; id: number; name: string; amount: number }
`;
}

function feature(index: number): string {
  return header(index) + Array.from({ length: 7 }, (_, nth) => reader(nth)).join('') + writer(index);
}

function reader(nth: number): string {
  const filters = [
    'odata`PartitionKey eq ${departmentKey(department)} and Amount gt ${limit}`',
    '"Amount gt " + limit',
    "`PartitionKey eq '${department}' and RowKey ge '${pad(limit, 6)}'`",
    'odata`PartitionKey eq ${departmentKey(department)} and RowKey eq ${pad(limit, 6)}`',
  ];
  return `
export async function read${nth}(department: number, limit: number): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const entity of table.listEntities({ queryOptions: { filter: ${filters[nth % 4] ?? ''} } })) {
    found.push(entity);
  }
  return found;
}
`;
}

function writer(index: number): string {
  return `
export async function save(item: Item): Promise<void> {
  await table.upsertEntity({ partitionKey: departmentKey(item.department), rowKey: pad(item.id, 6), name: item.name });
}
export async function drop(item: Item): Promise<void> {
  await table.deleteEntity(departmentKey(item.department), \`${index}_\${item.id}\`);
}
`;
}
