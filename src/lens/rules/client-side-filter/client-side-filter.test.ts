import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Friends', credential);
`;
const OPTIONS = '{ queryOptions: { filter: odata`PartitionKey eq ${user}` } }';
const inside = (body: string): string => `${HEAD}
export async function read(user: string, status: string, since: number) {
  ${body}
}
`;
const silent = (body: string): void => {
  checkSilent('client-side-filter', inside(body));
};

describe('client-side-filter', () => {
  it('names the condition that belongs into the filter', () => {
    check(`${HEAD}
export async function read(user: string, status: string, since: number) {
  for await (const one of client.listEntities(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information client-side-filter: put "status eq 'active' and age ge \${since}" into the filter. The service still reads the partition
    if (one.status !== 'active' || one.age < since) continue;
    use(one);
  }
  const rows = await Array.fromAsync(client.listEntities(${OPTIONS}));
  //                                        ^^^^^^^^^^^^ information client-side-filter: "RowKey …"
  return rows.filter((row) => row.rowKey.startsWith('a_'));
}
`);
  });

  it('compares Timestamp with a point in time', () => {
    check(`${HEAD}
export async function read(user: string, until: Date) {
  for await (const one of client.listEntities(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information client-side-filter: put "Timestamp le \${until}" into
    if (one.timestamp! <= until.toISOString()) use(one);
  }
}
`);
  });

  it('says "like" of what is not all that decides', () => {
    check(`${HEAD}
export async function read(user: string, status: string, since: number) {
  for await (const one of client.listEntities(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information client-side-filter: a condition like "status eq \${status}", "age gt \${since}"
    if (one.status === status || one.age > since) use(one);
  }
}
`);
  });

  it('says that "ne" on a key narrows nothing', () => {
    check(`${HEAD}
export async function read(user: string, status: string, since: number) {
  for await (const one of client.listEntities()) {
    //                           ^^^^^^^^^^^^ information client-side-filter: PartitionKey ne 'rate'" into the filter. The service still reads the whole table
    //                           ^^^^^^^^^^^^ warning table-scan
    if (one.partitionKey === 'rate') continue;
    use(one);
  }
}
`);
  });

  it('says how a property must be stored to be compared', () => {
    check(`${HEAD}
export async function read(user: string, status: string, since: number) {
  for await (const one of client.listEntities(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information client-side-filter: a value that it makes of createdAt
    if (Date.parse(one.createdAt) > since) use(one);
  }
  for await (const one of client.listEntities(${OPTIONS})) {
    //                           ^^^^^^^^^^^^ information client-side-filter: looks for a text in name
    if (one.name.toLowerCase().includes(status)) use(one);
  }
}
`);
  });

  it('is silent where nothing is left out, or not by a value', () => {
    const loop = (body: string): void => {
      silent(`for await (const one of client.listEntities(${OPTIONS})) { ${body} }`);
    };
    loop('use(one);');
    loop('if (!one.name) continue; use(one);');
    loop("if (one.status === 'active') first(one); else second(one);");
    loop('if (seen.has(one.rowKey)) continue; use(one);');
    loop('const other = await load(one.rowKey); if (other.age < since) continue; use(one);');
    loop('if (one.etag === status) use(one);');
    loop('use(one); if (one.age > since) again(one);');
  });

  it('is silent where the others are used as well, and where the filter has it already', () => {
    const rows = `const rows = await Array.fromAsync(client.listEntities(${OPTIONS}));`;
    silent(
      `let rank = 0; for await (const one of client.listEntities(${OPTIONS})) { rank++; if (one.status === status) return rank; }`,
    );
    silent(
      `let at = 0; for await (const one of client.listEntities(${OPTIONS})) { if (one.status === status) break; at += 1; } use(at);`,
    );
    silent(`${rows} return [rows.filter((row) => row.age > since), rows];`);
    silent(`${rows} return [rows.filter((row) => row.age > since), rows.filter((row) => row.age <= since)];`);
    silent(
      `for await (const one of client.listEntities(${OPTIONS})) { if (one.partitionKey !== user) continue; use(one); }`,
    );
  });

  it('follows what a wrapper gives on as it is', () => {
    check(`${HEAD}
async function all(filter: string) {
  const rows = [];
  for await (const row of client.listEntities({ queryOptions: { filter } })) rows.push(row);
  return rows;
}
async function names(filter: string) {
  const rows = [];
  for await (const row of client.listEntities({ queryOptions: { filter } })) rows.push({ status: row.name });
  return rows;
}
export const active = async () => (await all("PartitionKey eq 'a'")).filter((row) => row.status === 'active');
//                                       ^^^ information client-side-filter: status eq 'active'
export const called = async () => (await names("PartitionKey eq 'a'")).filter((row) => row.status === 'active');
`);
  });

  it('is silent for what is no TableClient', () => {
    checkSilent(
      'client-side-filter',
      `
import { Graph } from 'graph';
const graph = new Graph();
export async function read() {
  for await (const one of graph.listEntities()) { if (one.age > 5) use(one); }
}
`,
    );
  });

  describe('fix', () => {
    const fixed = (before: string, after: string): void => {
      checkFix('client-side-filter', inside(before), inside(after));
    };
    const list = (filter: string): string => `client.listEntities({ queryOptions: { filter: ${filter} } })`;

    it('moves what passes entities over', () => {
      fixed(
        `for await (const one of ${list('odata`PartitionKey eq ${user}`')}) {
    if (one.status !== status) continue;
    use(one);
  }`,
        `for await (const one of ${list('odata`PartitionKey eq ${user} and status eq ${status}`')}) {
    use(one);
  }`,
      );
      fixed(
        `for await (const one of client.listEntities()) {
    if (one.partitionKey === 'meta' || one.partitionKey === "it's") continue;
    use(one);
  }`,
        `for await (const one of client.listEntities({ queryOptions: { filter: "PartitionKey ne 'meta' and PartitionKey ne 'it''s'" } })) {
    use(one);
  }`,
      );
    });

    it('moves what is round the whole body', () => {
      fixed(
        `for await (const one of ${list("\"PartitionKey eq 'a' or PartitionKey eq 'b'\"")}) {
    if (one.age >= 18) {
      use(one);
      log(one);
    }
  }`,
        `for await (const one of ${list("odata`(PartitionKey eq 'a' or PartitionKey eq 'b') and age ge 18`")}) {
    use(one);
    log(one);
  }`,
      );
    });

    it('leaves what stands in a template as it is', () => {
      fixed(
        `for await (const one of ${list("`PartitionKey eq '${user.replace(/'/g, \"''\")}'`")}) {
    if (one.status !== 'new') continue;
    use(one);
  }`,
        `for await (const one of ${list("`PartitionKey eq '${user.replace(/'/g, \"''\")}' and status eq 'new'`")}) {
    use(one);
  }`,
      );
      checkNoFix(
        'client-side-filter',
        inside(
          `for await (const one of ${list("`PartitionKey eq '${user.replace(/'/g, \"''\")}'`")}) { if (one.status !== status) continue; use(one); }`,
        ),
      );
    });

    it('moves a filter of an array', () => {
      fixed(
        `const rows = await Array.fromAsync(${list('odata`PartitionKey eq ${user}`')});
  return rows
    .filter((row) => row.isActive)
    .map((row) => row.name);`,
        `const rows = await Array.fromAsync(${list('odata`PartitionKey eq ${user} and isActive eq true`')});
  return rows
    .map((row) => row.name);`,
      );
    });

    it('is not offered where the service would decide otherwise, or the value is not at hand', () => {
      const no = (body: string): void => {
        checkNoFix(
          'client-side-filter',
          inside(`for await (const one of client.listEntities(${OPTIONS})) { ${body} }`),
        );
      };
      // entities without the property pass in code
      no("if (one.status === 'done') continue; use(one);");
      no('if (!one.isDeleted) use(one);');
      no('if (one.age < since) continue; use(one);');
      no('if (Date.parse(one.at) < since) use(one);');
      no('const wanted = pick(); if (one.status === wanted) use(one);');
      no('if (one.status === pick(user)) use(one);');
      no('if (one.status === status || one.name === user) use(one);');
    });
  });
});
