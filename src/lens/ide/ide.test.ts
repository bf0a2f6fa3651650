import assert from 'node:assert/strict';
import { applyEdits } from '../../core/text/edit.ts';
import { code, link } from '../../core/text/markdown.ts';
import { createEngine } from '../engine/create.ts';
import type { Engine, FileAnalysis } from '../engine/engine.ts';
import { toldOnce } from '../engine/told-once.ts';
import { rules } from '../rules/registry.ts';
import { finish } from '../model/seen/stepwise.ts';
import { codeActions } from './code-actions.ts';
import { codeLenses } from './code-lenses.ts';
import { doubtOf } from './doubt.ts';
import { hoverAt, type HoverWorld } from './hover.ts';
import { countOperations } from './summary.ts';

const FILE = '/code/a.ts';
const HEAD = `import { TableClient, odata } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

function engineOver(text: string): Engine {
  const engine = createEngine({
    rules,
    onRuleError: (rule, _file, error) => {
      throw new Error(`${rule} threw`, { cause: error });
    },
  });
  engine.setFile(FILE, text);
  return engine;
}

function analyzed(text: string): FileAnalysis {
  return engineOver(text).analyze(FILE);
}

const query = (filter: string): string =>
  `${HEAD}client.listEntities({ queryOptions: { filter: ${filter} } });\n`;
const titles = (text: string, onTable = 1): string[] =>
  codeLenses(analyzed(text), text, { operationsOn: () => onTable, canRun: false, canDesign: false }).map(
    ({ title }) => title,
  );

function hovered(text: string, at: string): string | undefined {
  return hoverAt(analyzed(text), text.indexOf(at) + 1, worldOf(text))?.markdown;
}

function worldOf(text: string): HoverWorld {
  return {
    text,
    ruleAddress: (rule) => `editor://${rule}`,
    linkTo: ({ file, span }) => link(code(file), text.slice(span.start, span.end)),
    types: 'restricted',
    keys: {
      declared: () => undefined,
      table: (name) => engineOver(text).table(name),
      now: 639_030_000_000_000_000n,
      offsetAt: () => 0,
    },
  };
}

describe('code lenses', () => {
  const lines: readonly (readonly [filter: string, title: string])[] = [
    ['`Age gt 30`', 'Table scan · Employees · no key in the filter'],
    ['odata`PartitionKey eq ${department}`', 'Partition scan · Employees · PartitionKey is ${department}'],
    [
      "odata`PartitionKey eq 'Sales' and RowKey eq ${input.id}`",
      "Point query · Employees · PartitionKey is 'Sales', RowKey is ${input.id}",
    ],
    [
      "`PartitionKey eq 'Sales' and RowKey ge 'a' and RowKey lt 'b'`",
      "Row range query · Employees · PartitionKey is 'Sales', RowKey starts with 'a'",
    ],
    ["`PartitionKey eq 'emp_${id}'`", "Partition scan · Employees · PartitionKey is 'emp_${id}'"],
    [
      "all ? `Age gt 1` : `PartitionKey eq 'a'`",
      'Table scan when all is set · Employees · no key in the filter',
    ],
    ["all ? `Age gt 1` : 'Age gt 2'", 'Table scan · Employees · no key in the filter'],
    ['anything()', 'Unknown shape · Employees'],
  ];
  for (const [filter, title] of lines) {
    it(`of ${filter}`, () => {
      assert.deepEqual(titles(query(filter)), [title]);
    });
  }

  it('say who gives a table that is not known here', () => {
    const text = `${HEAD}
export const a = (client: TableClient, id: string) => client.getEntity('a', id);
export const b = (name: string, id: string) => new TableClient(url, name, credential).getEntity('a', id);
export const c = (id: string) => makeClient().getEntity('a', id);
function d(client: TableClient) { return client.getEntity('a', 'b'); }
d(client);
export class Orders {
  constructor(private readonly ordersClient: TableClient) {}
  e(id: string) { return this.ordersClient.getEntity('a', id); }
}
`;
    assert.deepEqual(
      titles(text).map((title) => title.split(' · ')[1]),
      [
        'the table of client',
        'a table given by the caller',
        'makeClient()',
        'Employees',
        'the table of ordersClient',
      ],
    );
    assert.match(hovered(text, "getEntity('a', id)") ?? '', /^\*\*Point query\*\* · the table of client/);
  });

  it('stand at the name of the method, without a filter too', () => {
    const text = `${HEAD}client.listEntities();\n`;
    const [line] = codeLenses(analyzed(text), text, {
      operationsOn: () => 1,
      canRun: false,
      canDesign: false,
    });
    assert.equal(line?.title, 'Table scan · Employees · no filter');
    assert.equal(text.slice(line.span.start, line.span.end), 'listEntities');
  });

  it('stand at reads by keys', () => {
    const text = `${HEAD}client.getEntity('Sales', id);\nclient.deleteEntity('Sales', id);\n`;
    assert.deepEqual(titles(text), ["Point query · Employees · PartitionKey is 'Sales', RowKey is ${id}"]);
    const keys = `${HEAD}const group = 'user';\nclient.getEntity(group, \`u_\${id}\`);\n`;
    assert.deepEqual(titles(keys), ["Point query · Employees · PartitionKey is 'user', RowKey is 'u_${id}'"]);
  });

  it('says of a call of a function with several operations once what they have in common', () => {
    const text = `${HEAD}async function remove(table: TableClient, part: string, id: string) {
  const found = id === '' ? await table.getEntity(part, id) : await table.getEntity(part, id);
  if (found.a) return;
  await table.deleteEntity(part, id);
}
export const removeOf = (part: string, id: string) => remove(client, part, id);
`;
    const lines = codeLenses(analyzed(text), text, {
      operationsOn: () => 9,
      canRun: true,
      canDesign: true,
    });
    const at = text.indexOf('remove(client');
    const here = lines.filter(({ span }) => span.start >= at).map(({ title }) => title);
    assert.deepEqual(here, [
      'Point query · Employees · PartitionKey is ${part}, RowKey is ${id}',
      ...['Run', 'Explain', 'Delete · Employees', 'Design'],
    ]);
  });

  it('lead to the other operations of a table and to its designs, from reads and writes alike', () => {
    const text = `${HEAD}client.listEntities();\nclient.deleteEntity('Sales', id);\n`;
    const operationsOn = (table: string): number => (table === 'Employees' ? 12 : 0);
    const lines = codeLenses(analyzed(text), text, { operationsOn, canRun: true, canDesign: true });
    const toTable = { kind: 'table', table: 'Employees' };
    assert.deepEqual(
      lines.map(({ title, action, span }) => [title, action, text.slice(span.start, span.end)]),
      [
        ['Table scan · Employees · no filter', toTable, 'listEntities'],
        ['Run', { kind: 'run' }, 'listEntities'],
        ['Explain', { kind: 'explain' }, 'listEntities'],
        ['Design', { kind: 'design' }, 'listEntities'],
        ['Delete · Employees', toTable, 'deleteEntity'],
        ['Design', { kind: 'design' }, 'deleteEntity'],
      ],
    );
  });

  it('have the cost of a read, and that a write is one, for the icon', () => {
    const text = `${HEAD}client.listEntities();
client.listEntities({ queryOptions: { filter } });
client.listEntities({ queryOptions: { filter: all ? "PartitionKey eq 'a'" : 'Age gt 1' } });
client.getEntity('Sales', id);
client.deleteEntity('Sales', id);
`;
    const lines = codeLenses(analyzed(text), text, { operationsOn: () => 5, canRun: true, canDesign: true });
    const costs = lines.flatMap(({ cost }) => cost ?? []);
    assert.deepEqual(costs, ['table-scan', 'unknown', 'table-scan', 'point', 'write']);
  });

  it('lead nowhere where the table is not known', () => {
    const text = HEAD.replace("'Employees'", 'name') + "client.deleteEntity('Sales', id);\n";
    assert.deepEqual(titles(text, 12), []);
  });

  it('do not stand where it may be no table', () => {
    assert.deepEqual(titles('export const list = (store) => store.listEntities();\n'), []);
  });
});

describe('hover', () => {
  it('says shape, table, cost, proof, cause, what is cheaper, and where the rule is explained', () => {
    const markdown = hovered(query('odata`RowKey eq ${id}`'), 'listEntities') ?? '';
    const [heading, advice, cost, why, cheaper] = markdown.split('\n\n');
    assert.equal(heading, '**Table scan** · `Employees`');
    assert.match(cost ?? '', /every entity of the table/);
    assert.match(why ?? '', /^- RowKey = .*\n- RowKey alone/);
    assert.match(cheaper ?? '', /^\*\*Cheaper:\*\* Add PartitionKey eq/);
    assert.match(advice ?? '', /getEntity.*\[About table\\-scan\]\(editor:\/\/table-scan\)$/);
  });

  const writes: readonly (readonly [code: string, words: readonly RegExp[]])[] = [
    [
      "client.createEntity({ partitionKey: 'a', rowKey: id })",
      [/^\*\*Insert\*\* · `Employees`/, /409/, /RowKey = `id`/],
    ],
    [
      "client.updateEntity({ partitionKey: 'a', rowKey: id })",
      [/404/, /keeps properties/, /Without an ETag/],
    ],
    [
      "client.updateEntity({ partitionKey: 'a', rowKey: id }, 'Replace', { etag: read.etag })",
      [/removes properties/, /With an ETag: .*412/],
    ],
    [
      "client.upsertEntity({ partitionKey: 'a', rowKey: id }, 'Replace')",
      [/whether or not the entity exists/, /removes properties/],
    ],
    ["client.deleteEntity('a', id)", [/^\*\*Delete\*\*/, /PartitionKey = `'a'`/, /Without an ETag/]],
    [
      'client.submitTransaction([["delete", one]])',
      [/all of its actions happen, or none/, /Actions: at most 1/],
    ],
  ];
  for (const [code, words] of writes) {
    it(`says what a write does: ${code}`, () => {
      const markdown = hovered(`${HEAD}${code};\n`, code.slice(7, 17))?.replaceAll('\\', '') ?? '';
      for (const word of words) assert.match(markdown, word);
    });
  }

  it('does not say how a write treats what is not given where the mode is not known', () => {
    const text = `${HEAD}client.updateEntity({ partitionKey: 'a', rowKey: id }, mode);\n`;
    assert.doesNotMatch(hovered(text, 'updateEntity') ?? '', /are gone|stay as/);
  });

  const parts: readonly (readonly [part: string, words: RegExp])[] = [
    ['PartitionKey', /PartitionKey/],
    ['eq ${d}', /equal/],
    ['d} and', /known only when the program runs/],
    ['and', /both/i],
    ['Age', /index/],
    ['30', /number|Int32/],
  ];
  for (const [part, words] of parts) {
    it(`explains the part of a filter under the pointer: ${part}`, () => {
      const text = query('odata`PartitionKey eq ${d} and Age gt 30`');
      const offset = text.lastIndexOf(part);
      const hover = hoverAt(analyzed(text), offset, worldOf(text));
      const [heading, explained] = hover?.markdown.split('\n\n') ?? [];
      assert.equal(heading, '**Partition scan** · `Employees`');
      assert.match(explained ?? '', words);
      assert.ok(hover && hover.span.start <= offset && offset < hover.span.end);
    });
  }

  it('explains the whole on the quotes of a filter, and there is none beside', () => {
    const text = query("`PartitionKey eq 'Sales'`");
    const whole = hoverAt(analyzed(text), text.indexOf('`'), worldOf(text))?.markdown;
    assert.equal(whole, hovered(text, 'listEntities'));
    assert.equal(hovered(text, 'queryOptions'), undefined);
  });

  it('tells of the branch under the pointer, and on the name of the worst', () => {
    const text = query("all ? `Age gt 1` : `PartitionKey eq 'a'`");
    assert.match(hovered(text, 'PartitionKey') ?? '', /^\*\*Partition scan\*\*/);
    assert.match(hovered(text, 'listEntities') ?? '', /^\*\*Table scan\*\*/);
    assert.match(hovered(text, 'listEntities') ?? '', /2 different filters\\. This one is sent when all/);
  });

  it('say of a property that it has no index once: of the part, or of the query', () => {
    const text = `${HEAD}client.listEntities({ queryOptions: { filter: "email eq 'a'" } });\n`;
    const counts = ['email', 'listEntities'].map((at) => (hovered(text, at) ?? '').split('index').length - 1);
    assert.deepEqual(counts, [1, 1]);
  });

  it('names the keys of a point read', () => {
    const markdown = hovered(`${HEAD}client.getEntity('Sales', id);\n`, 'getEntity') ?? '';
    assert.match(markdown, /^\*\*Point query\*\* · `Employees`/);
    assert.match(markdown, /PartitionKey = `'Sales'`\n- RowKey = `id`/);
  });

  it('shows characters of Markdown as they are', () => {
    const markdown = hovered(query("`PartitionKey eq '*a*[b](c)'`"), 'listEntities') ?? '';
    assert.match(markdown, /'\\\*a\\\*\\\[b\\\]\\\(c\\\)'/);
  });

  it('says through which wrapper a call goes', () => {
    const text = `${HEAD}const find = (filter: string) => client.listEntities({ queryOptions: { filter } });
find("Age gt 30");
`;
    assert.match(
      hovered(text, 'find("') ?? '',
      /Through `find`, which calls `listEntities` in \[`\/code\/a.ts`\]\(listEntities\)/,
    );
  });

  it('says so where it may be no table', () => {
    const markdown = hovered('export const list = (store) => store.listEntities();\n', 'listEntities') ?? '';
    assert.match(markdown, /^This might not be Azure Table storage/);
    assert.match(markdown, /In Restricted Mode, TypeScript can't decide its type/);
  });
});

describe('what is not classified', () => {
  const doubts: readonly (readonly [code: string, kind: string | undefined, why: RegExp])[] = [
    ["client.listEntities({ queryOptions: { filter: 'Age gt 30' } });", undefined, /^$/],
    ['client.createEntity(entity);', undefined, /^$/],
    ["client.getEntity('Sales', id);", undefined, /^$/],
    ['({ listEntities() {} }).listEntities();', undefined, /^$/],
    ['client.listEntities({ queryOptions: { filter: anything() } });', 'unknown', /filter/],
    [
      'client.listEntities({ queryOptions: { filter: `${anything()} and A eq 1` } });',
      'unknown',
      /isn't known/,
    ],
    ['const f = (thing) => thing.listEntities();', 'not-sure', /only the name of the method/],
  ];
  for (const [code, kind, why] of doubts) {
    it(`is ${kind ?? 'not'}: ${code}`, () => {
      const { operations } = analyzed(HEAD + code);
      const [doubt] = operations.map((operation) => doubtOf(operation, 'asked'));
      assert.equal(doubt?.kind, kind);
      assert.match(doubt?.why ?? '', why);
      const unknown = kind === undefined ? 0 : 1;
      const isOurs = operations[0]?.evidence === 'rejected' ? 0 : 1;
      assert.deepEqual(countOperations(operations), {
        operations: isOurs,
        classified: isOurs - unknown,
        unknown,
      });
    });
  }
});

describe('code actions', () => {
  const at = (text: string, part: string): { start: number; end: number } => {
    const start = text.indexOf(part);
    return { start, end: start };
  };

  it('fix what the cursor touches, and prefer the only fix that is complete', () => {
    const text = query("`PartitionKey == 'Sales'`");
    const offers = finish(codeActions(analyzed(text), text, at(text, '==')));
    const preferred = offers.filter((offer) => offer.preferred);
    assert.equal(preferred.length, 1);
    const edited = applyEdits(text, preferred[0]?.edits ?? []);
    assert.equal(edited, query("`PartitionKey eq 'Sales'`"));
    assert.deepEqual(analyzed(edited).findings, []);
  });

  it('never prefer a change that the person has to complete', () => {
    const text = query('`Age gt 30`');
    const offers = finish(codeActions(analyzed(text), text, at(text, 'Age')));
    assert.ok(offers.some(({ edits }) => edits.some((edit) => edit.text.includes('PartitionKey'))));
    assert.deepEqual(
      offers.filter((offer) => offer.preferred),
      [],
    );
  });

  it('offer comments that silence the rule, for the line with its indentation and for the file', () => {
    const text = `${HEAD}function f() {\n  client.listEntities();\n}\n`;
    const offers = finish(codeActions(analyzed(text), text, at(text, 'listEntities')));
    const silenced = offers
      .filter(({ title }) => title.startsWith('Disable'))
      .map(({ edits }) => applyEdits(text, edits));
    assert.equal(silenced.length, 2);
    assert.ok(silenced[0]?.includes('\n  // partition-lens-disable-next-line table-scan\n  client.'));
    for (const edited of silenced) assert.deepEqual(analyzed(edited).findings, []);
  });

  it('offer one comment for several findings of a rule in a line', () => {
    const text = `${HEAD}client.listEntities(); client.listEntities();\n`;
    const line = { start: HEAD.length, end: text.length - 1 };
    assert.equal(analyzed(text).findings.filter(({ rule }) => rule === 'table-scan').length, 2);
    const titles = finish(codeActions(analyzed(text), text, line)).map(({ title }) => title);
    assert.deepEqual(
      titles.filter((title) => title.startsWith('Disable table-scan')),
      ['Disable table-scan for this line', 'Disable table-scan for this file'],
    );
  });

  it('offer one comment against all rules that a finding is shown for, where it silences each', () => {
    const text = `${HEAD}async function f() {
  const all = client.listEntities({
    queryOptions: { filter: 'Age gt 30' },
  });
  for await (const one of all) if (one.partitionKey === 'Sales') console.log(one);
}
`;
    const once = { ...analyzed(text), findings: toldOnce(analyzed(text).findings) };
    const disable = finish(codeActions(once, text, at(text, 'Age'))).filter(({ title }) =>
      title.startsWith('Disable'),
    );
    assert.deepEqual(
      disable.map(({ title }) => title),
      [
        'Disable table-scan, client-side-filter for this line',
        'Disable table-scan, client-side-filter for this file',
      ],
    );
    const ids = new Set(['table-scan', 'client-side-filter']);
    for (const { edits } of disable) {
      const left = analyzed(applyEdits(text, edits)).findings;
      assert.deepEqual(
        left.filter(({ rule }) => ids.has(rule)),
        [],
      );
    }
  });

  it('offer no comment against a finding about a comment', () => {
    const text = `${HEAD}// partition-lens-disable table-scam\n`;
    assert.equal(analyzed(text).findings.length, 1);
    assert.deepEqual(finish(codeActions(analyzed(text), text, at(text, 'table-scam'))), []);
  });

  it('offer nothing beside the findings', () => {
    const text = query('`Age gt 30`');
    assert.deepEqual(finish(codeActions(analyzed(text), text, { start: 0, end: 0 })), []);
  });
});
