import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;
const silent = (body: string): void => {
  checkSilent(
    'unbounded-collect',
    `${HEAD}\nexport async function read(id: string, limit: number) {\n${body}\n}\n`,
  );
};

describe('unbounded-collect', () => {
  it('is silent where a line is written for each, and not only now and then', () => {
    silent(
      '  let n = 1;\n  for await (const row of client.listEntities()) {\n    console.log(`${n}: ${row.rowKey}`);\n    n++;\n  }',
    );
    check(`${HEAD}
export async function count() {
  let n = 0;
  for await (const row of client.listEntities({ queryOptions: { filter: "Age gt 9", select: ['RowKey'] } })) {
  //                             ^^^^^^^^^^^^ information unbounded-collect
  //                                                                     ^^^^^^^^ warning table-scan
    n++;
    if (n % 1000 === 0) console.log(n);
  }
  return n;
}
`);
  });

  it('tells arrays and counts apart', () => {
    check(`${HEAD}
export async function read() {
  const rows = [];
  for await (const row of client.listEntities()) rows.push(row);
  //                             ^^^^^^^^^^^^ warning table-scan
  //                             ^^^^^^^^^^^^ information unbounded-collect/array
  let count = 0;
  for await (const row of client.listEntities()) count++;
  //                             ^^^^^^^^^^^^ warning table-scan
  //                             ^^^^^^^^^^^^ information unbounded-collect/count
  return { rows, count };
}
`);
  });

  it('is silent for less than a scan, and for what may be less', () => {
    const collect = (filter: string): void => {
      silent(`return Array.fromAsync(client.listEntities({ queryOptions: { filter: ${filter} } }));`);
    };
    collect('odata`PartitionKey eq ${id}`');
    collect('id ? odata`PartitionKey eq ${id}` : undefined');
    collect('id');
    collect("odata`PartitionKey ge ${id} and PartitionKey lt ${id + '~'}`");
  });

  it('is silent where only what a filter leaves is kept, and where a key in the wrong case makes it a scan', () => {
    silent(
      'return Array.fromAsync(client.listEntities({ queryOptions: { filter: odata`mail eq ${id}` } }));',
    );
    silent(
      'let count = 0; for await (const row of client.listEntities({ queryOptions: { filter: odata`partitionKey eq ${id}` } })) count++; return count;',
    );
  });

  it('tells of a range of partitions without an end', () => {
    check(`${HEAD}
export async function read(id: string) {
  return Array.fromAsync(client.listEntities({ queryOptions: { filter: odata\`PartitionKey ge \${id}\` } }));
  //                            ^^^^^^^^^^^^ information unbounded-collect
  //                                                                               ^^^^^^^^^^^^^^^^^^^^^^^ partition-range
}
`);
  });

  it('tells of a partition of which nothing but the number is wanted, also through a function', () => {
    check(`${HEAD}
async function gather(rows) {
  const all = [];
  for await (const row of rows) all.push(row);
  return all;
}
export async function heads(department: string) {
  let n = 0;
  for await (const _ of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\`, select: ['RowKey'] } })) n += 1;
  //                           ^^^^^^^^^^^^ information unbounded-collect/count
  const ids: string[] = [];
  for await (const row of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\`, select: ['RowKey'] } })) ids.push(row.rowKey);
  //                             ^^^^^^^^^^^^ information unbounded-collect/count
  const all = await gather(client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\`, select: ['RowKey'] } }));
  //                              ^^^^^^^^^^^^ information unbounded-collect/count
  return n + ids.length + all.length;
}
`);
  });

  it('is silent where something is written for each', () => {
    for (const each of [
      "await Promise.all(due.map((one) => client.upsertEntity({ partitionKey: one, rowKey: 'pending' })));",
      "for (const one of due) await client.upsertEntity({ partitionKey: one, rowKey: 'pending' });",
    ])
      silent(
        `const due = []; for await (const row of client.listEntities({ queryOptions: { filter: odata\`day eq \${id}\`, select: ['rowKey'] } })) due.push(row.rowKey); ${each} log(due.length);`,
      );
  });

  it('is silent for a number of a part of a partition, for sums, and where the entities are wanted, too', () => {
    silent(
      'let n = 0; for await (const row of client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${id} and left eq true` } })) n++; return n;',
    );
    silent(
      "let n = 0; for await (const row of client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${id} and RowKey ge 'a' and RowKey lt 'b'` } })) n++; return n;",
    );
    silent(
      "let n = 0; for await (const row of client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${id}`, select: ['age'] } })) n += row.age; return n;",
    );
    silent(
      'const rows = []; for await (const row of client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${id}` } })) rows.push(row); return { n: rows.length, rows };',
    );
    silent(
      'const rows = []; for await (const row of client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${id}` } })) rows.push(row); log(rows.length); for (const row of rows) await send(row);',
    );
    silent(
      'const rows = []; for await (const row of client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${id}` } })) rows.push(row); return rows.length > 0;',
    );
    silent(
      'const rows = []; for await (const row of client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${id}` } })) rows.push(row); return rows.filter((row) => row.age > 9).length;',
    );
    silent(
      'let n = 0; for await (const row of client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${id}` } })) { await send(row); n++; } return n;',
    );
    silent(
      'let n = 0; for await (const row of client.listEntities({ queryOptions: { filter: odata`PartitionKey eq ${id}` } })) if (++n > limit) break; return n;',
    );
  });

  it('is silent where a text is made of what was read, with how many there are in it', () => {
    silent(`
  let text = 'All:\\n';
  let count = 0;
  for await (const row of client.listEntities()) {
    count++;
    text += \`\${count}. \${row.name}\\n\`;
    text += \`   \${row.rowKey}\\n\`;
  }
  return count === 0 ? 'None' : text;`);
  });

  it('is silent where only some are kept', () => {
    silent(
      'const rows = []; for await (const row of client.listEntities()) { log(row); if (pick(row)) rows.push(row); } return rows;',
    );
  });

  it('is silent where the loop can end, leaves entities out, or keeps none', () => {
    silent(
      'const rows = []; for await (const row of client.listEntities()) { rows.push(row); if (rows.length >= limit) break; } return rows;',
    );
    silent(
      'const rows = []; for await (const row of client.listEntities()) { if (row.id === id) rows.push(row); } return rows;',
    );
    silent('for await (const row of client.listEntities()) await send(row);');
    silent(
      'for await (const page of client.listEntities().byPage()) { const rows = []; for (const row of page) rows.push(row); await send(rows); }',
    );
    silent(
      'const page = (await client.listEntities().byPage({ continuationToken: id }).next()).value; const rows = []; for (const row of page) rows.push(row); return rows;',
    );
  });
});
