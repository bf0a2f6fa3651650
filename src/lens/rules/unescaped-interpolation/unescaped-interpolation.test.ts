import assert from 'node:assert/strict';
import {
  check,
  checkFix,
  checkNoFix,
  checkSilent,
  findingsOf,
} from '../../../../test/support/rule-fixtures.ts';

const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Employees', credential);
`;

const list = (filter: string): string => `client.listEntities({ queryOptions: { filter: ${filter} } });`;

describe('unescaped-interpolation', () => {
  it('is silent about bindings, whose host escapes', () => {
    checkSilent(
      'unescaped-interpolation',
      `import { input } from '@azure/functions';
input.table({ tableName: 'Employees', connection: 'X', filter: "PartitionKey eq 'Sales' and Name eq '{name}'" });`,
    );
  });

  it('underlines the first value that enters unescaped', () => {
    check(`${HEAD}
client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${department}' and Name eq '\${name}'\` } });
//                                                                ^^^^^^^^^^ warning unescaped-interpolation/unescaped: department
client.listEntities({ queryOptions: { filter: "PartitionKey eq '" + input.department + "'" } });
//                                                                  ^^^^^^^^^^^^^^^^ warning unescaped-interpolation
client.listEntities({ queryOptions: { filter: \`PartitionKey eq \${department}\` } });
//                                                               ^^^^^^^^^^ warning unescaped-interpolation
client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${department}\` + \` and Name eq '\${name}'\` } });
//                                                                                                    ^^^^ warning unescaped-interpolation/unescaped: name
`);
  });

  it('underlines what format of Node.js puts into a text, where that is a text', () => {
    check(`${HEAD}
import { format } from 'node:util';
import util from 'util';
export function lists(department: string, name: string, age: number, pattern: string) {
  client.listEntities({ queryOptions: { filter: format("PartitionKey eq '%s' and Name eq '%s' and Rate eq '10%%'", department, name) } });
//                                                                                                                 ^^^^^^^^^^ warning unescaped-interpolation/unescaped
  ${list(`util.format("PartitionKey eq '%s' and Age gt %d", department.replaceAll("'", "''"), age)`)}
  ${list(`util.format("PartitionKey eq '%s' and Age gt %d", age, department)`)}
  ${list(`format(pattern, department)`)}
  ${list(`format("PartitionKey eq '%s' and Name eq '%j'", 'a', name)`)}
  ${list(`format("PartitionKey eq '%s'", 'a', department)`)}
}
`);
  });

  it('is silent for a text in base64, whatever a helper takes', () => {
    checkSilent(
      'unescaped-interpolation',
      `${HEAD}
function encoded(input) {
  const bytes = Buffer.isBuffer(input) ? input : Buffer.from(String(input));
  return bytes.toString('base64').replace(/=/g, '').replace(/\\//g, '_');
}
export const read = (user) => ${list("`PartitionKey eq 'u_${encoded(String(user || 'guest').toLowerCase())}'`")}`,
    );
  });

  it('is silent for values that cannot hold a quote, and for what is escaped', () => {
    check(`${HEAD}
const SALES = 'Sales';
export function lists(age: number, done: boolean, department: string, since: Date) {
  ${list('odata`PartitionKey eq ${department} and Age gt ${age}`')}
  ${list("`PartitionKey eq '${SALES}' and Age gt ${age} and Done eq ${done}`")}
  ${list("`PartitionKey eq '${SALES}' and Born lt datetime'${since.toISOString()}'`")}
  ${list("`PartitionKey eq '${department.replace(/'/g, \"''\")}'`")}
  ${list("`PartitionKey eq '${department.replaceAll(\"'\", \"''\")}'`")}
  ${list("`PartitionKey eq '${`${department}_`.replaceAll(\"'\", \"''\")}'`")}
}
`);
  });

  it('is silent for what is escaped where it is there', () => {
    const find = (value: string): string => `${HEAD}
export function find(shelf?: string) {
  const safe = ${value};
  ${list("`PartitionKey eq '${safe}'`")}
}
`;
    checkSilent('unescaped-interpolation', find('shelf ? escapeOData(shelf) : undefined'));
    checkSilent('unescaped-interpolation', find("shelf === undefined ? '' : shelf.replace(/'/g, \"''\")"));
    assert.ok(findingsOf('/main.ts', find('shelf ? escapeOData(shelf) : other')).length > 0);
  });

  it('is silent for a value that is empty on the way there, however the text is put together', () => {
    const list = (rest: string): string => `${HEAD}
export function list(shelf: string) {
  ${rest}
  return client.listEntities({ queryOptions: { filter: "PartitionKey eq '".concat(shelf, "'") } });
}`;
    checkSilent('unescaped-interpolation', list('if (shelf) return;'));
    assert.ok(findingsOf('/main.ts', list('if (!shelf) return;')).length > 0);
  });

  it('is silent for the end of a range that is made of an empty value', () => {
    const list = (rest: string): string => `${HEAD}
export function list(shelf: string) {
  const end = shelf.slice(0, -1) + String.fromCharCode(shelf.charCodeAt(shelf.length - 1) + 1);
  const filter = \`PartitionKey eq '\${end}'\`;
  ${rest}
  return client.listEntities({ queryOptions: { filter } });
}`;
    checkSilent('unescaped-interpolation', list('if (shelf) return;'));
    assert.ok(findingsOf('/main.ts', list('if (!shelf) return;')).length > 0);
  });

  it('asks each part of a text that a list or a method puts together', () => {
    const list = (filter: string): string => `${HEAD}
export function list(shelf: string) {
  const parts = ["PartitionKey eq '"];
  return client.listEntities({ queryOptions: { filter: ${filter} } });
}`;
    const escaped = `shelf.replace(/'/g, "''")`;
    for (const filter of [
      (part: string): string => `["PartitionKey eq '", ${part}, "'"].join('')`,
      (part: string): string => `"PartitionKey eq '".concat(${part}, "'")`,
      (part: string): string => `(parts.push(${part}, "'"), parts.join(''))`,
    ]) {
      checkSilent('unescaped-interpolation', list(filter(escaped)));
      const found = findingsOf('/main.ts', list(filter('shelf')));
      assert.ok(
        found.some(({ rule, message }) => rule === 'unescaped-interpolation' && message.startsWith('shelf ')),
      );
    }
  });

  it('is silent for values whose type leaves nothing to choose', () => {
    check(`${HEAD}
import type { Color } from './types';
enum Kind { Old = 'old', New = 'new' }
enum Level { Low, High }
type Status = 'active' | 'left';
export function lists(kind: Kind, level: Level, status: Status, color: Color, side: 'l' | 'r' | undefined, own: { status?: Status }) {
  ${list("`PartitionKey eq '${status}' and Kind eq '${kind}' and Level eq '${level}' and Side eq '${side}'`")}
  ${list("`PartitionKey eq '${own.status}' and Color eq '${color}' and Kind eq '${Kind.Old}' and Level eq ${Level.High}`")}
}
export function quotes(quote: '"' | "'", status: Status | string) {
  ${list("`PartitionKey eq '${quote}'`")}
//                                                                    ^^^^^ warning unescaped-interpolation
  ${list("`PartitionKey eq '${status}'`")}
//                                                                    ^^^^^^ warning unescaped-interpolation
}
// file: types.ts
export type Color = 'red' | 'green';
`);
  });

  it('is silent for numbers and flags by their default, which TypeScript takes for their type', () => {
    const lists = `${HEAD}
export async function below(limit = 5, least = -1, isOpen = true, big = 1n, most = Number(process.env.MOST)) {
  ${list('`n lt ${limit} and n gt ${least} and open eq ${isOpen} and b eq ${big}L and n lt ${most}`')}
}
export const above = (count = -2) => { ${list('`n gt ${count}`')} };
export class Rows {
  first({ count = 3 } = {}) {
    ${list('`n lt ${count}`')}
  }
}
`;
    const open = `${HEAD}
export async function named(name = 'a', size = readSize()) {
  ${list("`Name eq '${name}'`")}
  ${list('`n eq ${size}`')}
}
each((count = 5) => { ${list('`n eq ${count}`')} });
type Find = (value?: string | number) => void;
export const find: Find = (value = 0) => { ${list("`n eq '${value}'`")} };
`;
    const told = (file: string, source: string): number =>
      findingsOf(file, source).filter(({ rule }) => rule === 'unescaped-interpolation').length;
    assert.equal(told('/main.ts', lists), 0);
    // anybody may pass anything there
    assert.ok(told('/main.js', lists) > 0);
    assert.equal(told('/main.ts', open), 4);
  });

  const inVariable = (code: string): string =>
    `${HEAD}export function f(raw: string) {\n  const x = ${code};\n  ${list("`PartitionKey eq '${x}'`")}\n}\n`;
  const escaping: readonly string[] = [
    `raw.replace(/'/g, "''")`,
    "raw.replace(/'/g, '\\'\\'')",
    `raw.replace(/[']/g, "''")`,
    `raw.replace(new RegExp("'", 'g'), "''")`,
    `raw.split("'").join("''")`,
    `raw.replace(/'/g, '')`,
    `raw.replace(/['"]/g, '_')`,
    `raw.replace(/[^\\w-]+/g, '')`,
    `raw\n    .trim()\n    .replace(/[^a-z0-9]/gi, '-')`,
    'safeKey(raw)',
    'odataString(raw)',
    `raw.replace(/'/g, () => "''")`,
    `raw.replace(/['"]/g, (mark) => mark + mark)`,
    `raw.replaceAll("'", () => "''")`,
    `raw.replace(/'/g, '$&$&')`,
    `raw.replace(/(')/g, '$1$1')`,
    `[...raw].map((one) => (one === "'" ? "''" : one)).join('')`,
  ];
  for (const code of escaping) {
    it(`is silent for ${code}`, () => {
      checkSilent('unescaped-interpolation', inVariable(code));
    });
  }

  const leaving: readonly string[] = [
    `raw.replace(/'/, "''")`,
    `raw.replace(/"/g, '')`,
    `raw.replace(/[^a-z']/g, '')`,
    `raw.replace(/ /g, "'")`,
    `raw.replace(/"/g, () => "''")`,
    `raw.replace(/'/, () => "''")`,
    `raw.replace(/(')/g, '\\$1')`,
    `[...raw].map((one) => (one === '"' ? "''" : one)).join('')`,
    'encodeURIComponent(raw)',
    'raw.trim()',
    'unsafe(raw)',
    'unescape(raw)',
  ];
  for (const code of leaving) {
    it(`is not silent for ${code}, which leaves a quote`, () => {
      const found = findingsOf('/main.ts', inVariable(code));
      assert.equal(found.filter(({ rule }) => rule === 'unescaped-interpolation').length, 1);
    });
  }

  it('is silent behind a search for a quote, and not behind one for something else', () => {
    const told = (pattern: string): number =>
      findingsOf(
        '/main.ts',
        `${HEAD}export function f(raw: string) {
  if (${pattern}.test(raw)) throw new Error('not a key');
  ${list("`PartitionKey eq '${raw}'`")}
}\n`,
      ).filter(({ rule }) => rule === 'unescaped-interpolation').length;
    for (const pattern of ["/'/", '/[\'"]/', "/[#?']/u"]) assert.equal(told(pattern), 0, pattern);
    for (const pattern of ['/"/', "/a'/", '/[^a-z]b/']) assert.equal(told(pattern), 1, pattern);
  });

  it('takes names for what they are bound to, and no text for code', () => {
    const of = (code: string, filter = "`PartitionKey eq '${raw}'`"): string =>
      `${HEAD}${code}\nexport function f(raw: string) {\n  ${list(filter)}\n}\n`;
    const silent = (source: string): boolean =>
      !findingsOf('/main.ts', source).some(({ rule }) => rule === 'unescaped-interpolation');
    assert.ok(!silent(of('')));
    assert.ok(!silent(of(`const hint = "raw = raw.replace(/'/g, \\"''\\")";`)));
    assert.ok(!silent(of(`const show = (raw: string) => { raw = raw.replace(/'/g, "''"); return raw; };`)));
    const quoted = "`PartitionKey eq '${raw\n.replace(QUOTE, \"''\")}'`";
    assert.ok(silent(of("const QUOTE = /'/g;", quoted)));
    assert.ok(!silent(of("const QUOTE = /'/;", quoted)));
    const helped = "`PartitionKey eq '${twice(raw)}'`";
    assert.ok(
      silent(
        of(
          `function twice(text: string) {\n  const all = text.split("'");\n  return all.length > 1 ? text.split("'").join("''") : text.replaceAll("'", "''");\n}`,
          helped,
        ),
      ),
    );
    assert.ok(!silent(of('function twice(text: string) { return text + text; }', helped)));
  });

  it('is silent for what zod has checked to be an id or a date, and not for other texts', () => {
    const file = (how: string): string => `
import { TableClient } from '@azure/data-tables';
import { z } from 'zod';
const table = new TableClient(url, 'Parcels', credential);
const Asked = z.object({ of: ${how} });
export const find = (query: unknown) => {
  const { of } = Asked.parse(query);
  return table.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${of}'\` } });
};
export const found = procedure.input(Asked).query(({ input }) => table.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${input.of}'\` } }));
`;
    const told = (how: string): number =>
      findingsOf('/a.ts', file(how)).filter(({ rule }) => rule === 'unescaped-interpolation').length;
    for (const how of [
      'z.string().uuid()',
      'z.uuid()',
      'z.cuid2()',
      'z.string().min(4).ulid()',
      'z.string().datetime()',
    ])
      assert.equal(told(how), 0, how);
    for (const how of ['z.string()', 'z.string().email()', 'z.url()', 'z.string().max(36)'])
      assert.equal(told(how), 2, how);
  });

  it('is silent for digits of any alphabet, also those of another file', () => {
    check(`${HEAD}
import { createHash } from 'node:crypto';
import { keyOf } from './hash';
export function lists(email: string, bytes: Buffer, n: number) {
  const hash = createHash('sha256').update(email).digest('hex').substring(0, 16);
  ${list("`PartitionKey eq '${hash}' and Name eq '${keyOf(email)}' and Code eq '${bytes.toString('hex')}' and No eq '${n.toString(36)}'`")}
}
// file: hash.ts
import { createHash } from 'node:crypto';
export const keyOf = (email: string) => createHash('md5').update(email.toLowerCase()).digest('base64');
`);
  });

  it('is silent for values that a helper or an earlier line escapes', () => {
    check(`${HEAD}
import { escapeOData } from './text';
const quote = (text: string) => text.replace(/'/g, "''");
export function lists(department: string, raw: string) {
  const safe = department.replaceAll("'", "''");
  ${list("`PartitionKey eq '${safe}' and Name eq '${quote(raw)}' and Note eq '${escapeOData(raw)}'`")}
  ${list("`PartitionKey eq 'S' and Name eq '${raw.toLowerCase()}'`")}
//                                                                                  ^^^^^^^^^^^^^^^^^ warning unescaped-interpolation
}
`);
  });

  describe('of a value that the code looks at first', () => {
    const source = (before: string, value = 'id'): string => `
import { TableClient } from '@azure/data-tables';
import { NAMES } from './names.ts';
const client = new TableClient(url, 'Books', credential);
const SLUG = /^[a-z0-9-]+$/i;
const KINDS = new Set(['a', 'b']);
const isSlug = (text: string): boolean => SLUG.test(text);
function assertSlug(text: string): asserts text { if (!isSlug(text)) throw new RangeError(text); }
const isLong = (text: string): boolean => text.length > 5;
export function read(id: string, ids: string[]) {
  ${before}
  return client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${${value}}'\` } });
}
`;
    for (const before of [
      'if (!/^[a-z]+$/.test(id)) throw new RangeError(id);',
      'if (!/^(open|closed)$/.test(id)) return undefined;',
      'if (!isSlug(id)) return undefined;',
      'assertSlug(id);',
      'if (id.includes("\'")) throw new RangeError(id);',
      'if (!KINDS.has(id)) return undefined;',
      "if (!['a', 'b'].includes(id)) return undefined;",
      'if (!NAMES.includes(id)) return undefined;',
      'validateId(id);',
      'if (id.match(/^\\d{4}-\\d\\d$/) === null) return undefined;',
    ])
      it(`is silent behind ${before}`, () => {
        checkSilent('unescaped-interpolation', source(before));
      });
    for (const value of [
      'id.split("\'")[0]',
      "id.replace(/\\W+/g, '-')",
      "id.replace(/\\D/g, '')",
      "id.match(/\\d+/)?.[0] ?? 'x'",
    ])
      it(`is silent for ${value}`, () => {
        checkSilent('unescaped-interpolation', source('', value));
      });
    for (const before of [
      "if (id === '') return undefined;",
      'if (!isLong(id)) return undefined;',
      'if (!ids.includes(id)) return undefined;',
      'if (!/^[ab]/.test(id)) return undefined;',
      'if (!/^[^x]+$/.test(id)) return undefined;',
      'if (!/^.{3}$/.test(id)) return undefined;',
      'if (!/^a|b$/.test(id)) return undefined;',
      "if (!/^[\\w']+$/.test(id)) return undefined;",
    ])
      it(`is not silent behind ${before}`, () => {
        const found = findingsOf('/app/main.ts', source(before)).map(({ rule }) => rule);
        assert.ok(found.includes('unescaped-interpolation'));
      });
  });

  it('is silent for what is a constant wherever the function is called, which only this file can do', () => {
    check(`${HEAD}
const LENT = 'lent';
export const free = () => byState('free');
export async function lent(late: boolean) {
  return late ? byState(late ? 'late' : LENT) : byState(LENT);
}
function byState(state: string) {
  return inPart(state);
}
const inPart = (part: string) => {
  ${list("`PartitionKey eq '${part}'`")}
};
export function both(kind: string) {
  return [byKind('a'), byKind(kind)];
}
function byKind(kind: string) {
  ${list("`PartitionKey eq '${kind}'`")}
  //                                                                ^^^^ warning unescaped-interpolation/unescaped
}
export function bySize(size: string) {
  ${list("`PartitionKey eq '${size}'`")}
  //                                                                ^^^^ warning unescaped-interpolation/unescaped
}
export const big = () => bySize('big');
function byName(name: string) {
  ${list("`PartitionKey eq '${name}'`")}
  //                                                                ^^^^ warning unescaped-interpolation/unescaped
}
export const irish = () => byName("O'Neill");
function byRest(parts: string[], note = parts[0]) {
  ${list("`PartitionKey eq '${note}'`")}
  //                                                                ^^^^ warning unescaped-interpolation/unescaped
}
export const rest = (parts: string[]) => byRest(parts, 'a');
`);
  });

  it('sees the default of a filter that the caller may give', () => {
    check(`${HEAD}
export function lists(department: string, given?: string) {
  const filter = given || \`PartitionKey eq '\${department}'\`;
//                                            ^^^^^^^^^^ warning unescaped-interpolation/unescaped: department
  return client.listEntities({ queryOptions: { filter } });
}
`);
  });

  it('says it once of a query, where the first value enters the filter, and points to the others and the call', () => {
    const source = `${HEAD}
export function lists(department: string, name?: string) {
  let filter = \`PartitionKey eq '\${department}'\`;
//                                 ^^^^^^^^^^ warning unescaped-interpolation/unescaped: department
  if (name) filter += \` and Name eq '\${name}'\`;
  return client.listEntities({ queryOptions: { filter } });
}
`;
    check(source);
    const [finding] = findingsOf('/main.ts', source).filter(({ rule }) => rule === 'unescaped-interpolation');
    assert.deepEqual(
      finding?.related.map(({ place: { span } }) => source.slice(span.start, span.end)),
      ['name', 'listEntities'],
    );
  });

  it('is silenced by a comment above the value or above the call', () => {
    const comment = '  // partition-lens-disable-next-line unescaped-interpolation\n';
    const value = "  const filter = `PartitionKey eq '${department}'`;\n";
    const call = '  return client.listEntities({ queryOptions: { filter } });\n';
    for (const body of [comment + value + call, value + comment + call]) {
      checkSilent(
        'unescaped-interpolation',
        `${HEAD}export function lists(department: string) {\n${body}}\n`,
      );
    }
  });

  it('stands at the query where the filter is written in another file', () => {
    check(`${HEAD}
import { ofDepartment } from './filters';
export const lists = (department: string) => client.listEntities({ queryOptions: { filter: ofDepartment(department) } });
//                                                  ^^^^^^^^^^^^ warning unescaped-interpolation: enters
// file: filters.ts
export const ofDepartment = (name: string) => \`PartitionKey eq '\${name}'\`;
`);
  });

  it('takes a helper called odata for one that escapes, and the tag of the SDK, called, for none', () => {
    const reads = (filter: string): string =>
      `client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${${filter}}'\` } })`;
    for (const [imports, name] of [
      ["const { client, odata } = require('./tables');", 'odata'],
      ["const tables = require('./tables'); const { client } = tables;", 'tables.odata'],
      ["import { client, odata } from './tables';", 'odata'],
    ] as const)
      checkSilent(
        'unescaped-interpolation',
        `${imports}
export const lists = (department: string) => ${reads(`${name}(department)`)};
// file: tables.ts
import { TableClient } from '@azure/data-tables';
export const client = new TableClient(url, 'Employees', credential);
export function odata(value) { return String(value).replace(/'/g, "''"); }
`,
      );
    check(`
const { TableClient, odata } = require('@azure/data-tables');
const client = new TableClient(url, 'Employees', credential);
exports.lists = (department) => ${reads('odata(department)')};
//                                                                                                ^^^^^^^^^^^^^^^^^ warning unescaped-interpolation
`);
  });

  it('is silent for what is no value, or not known to be one', () => {
    check(`${HEAD}
export function lists(clause: string, field: string) {
  ${list("`PartitionKey eq 'Sales' and ${clause}`")}
  ${list("`PartitionKey eq 'Sales' and ${field} eq 5`")}
}
`);
  });

  describe('fix', () => {
    const fixes = (before: string, after: string): void => {
      checkFix('unescaped-interpolation', `${HEAD}${list(before)}\n`, `${HEAD}${list(after)}\n`);
    };

    it('adds the tag and drops the quotes round the holes', () => {
      fixes(
        "`PartitionKey eq '${department}' and Name eq '${name}'`",
        'odata`PartitionKey eq ${department} and Name eq ${name}`',
      );
    });

    it('is not offered where the expression also makes a filter that has more', () => {
      const filter =
        "[`PartitionKey eq '${pk}'`, ...(pk === 'Sales' ? [`status eq '${pk}'`] : [])].join(' and ')";
      checkNoFix(
        'unescaped-interpolation',
        `${HEAD}export function find(pk: string) { return ${list(filter)} }\n`,
      );
    });

    it('keeps the text of what may be undefined, whether the code makes sure of it or not', () => {
      const ofBody = (guard: string, filter: string): string => `${HEAD}
export function find(request: { body?: any }) {
  const { department } = request.body || {};
  ${guard}
  ${list(filter)}
}
`;
      const [before, after] = [
        "`PartitionKey eq '${department}'`",
        'odata`PartitionKey eq ${String(department)}`',
      ];
      const guard = 'if (!department || !Array.isArray(department.parts)) return;';
      checkFix('unescaped-interpolation', ofBody(guard, before), ofBody(guard, after));
      checkFix('unescaped-interpolation', ofBody('', before), ofBody('', after));
    });

    it('takes away the escaping that the tag does', () => {
      fixes(
        "`PartitionKey eq '${department}' and Name eq '${name.replace(/'/g, \"''\")}'`",
        'odata`PartitionKey eq ${department} and Name eq ${name}`',
      );
    });

    it('is not offered where the escaping is done elsewhere, or where a part of the filter may be left out', () => {
      const query = list("`PartitionKey eq '${b}' and Name eq '${safe}'`");
      checkNoFix(
        'unescaped-interpolation',
        `${HEAD}export function find(a: string, b: string) {\n  const safe = a.replace(/'/g, "''");\n  ${query}\n}\n`,
      );
      checkNoFix(
        'unescaped-interpolation',
        `${HEAD}
function anyOf(ids: string[], index = 0): string {
  if (index >= ids.length) return '';
  const rest = anyOf(ids, index + 1);
  return \`RowKey eq '\${ids[index]}'\` + (rest ? ' or ' + rest : '');
}
export function find(ids: string[]) { ${list('anyOf(ids)')} }
`,
      );
    });

    it('turns + into a template', () => {
      fixes(
        `"PartitionKey eq '" + department + "' and Note eq 'a\`b'"`,
        "odata`PartitionKey eq ${department} and Note eq 'a\\`b'`",
      );
      fixes(
        `'PartitionKey eq \\'' + department + '\\' and Age gt 5'`,
        'odata`PartitionKey eq ${department} and Age gt 5`',
      );
    });

    it('composes in one hole what is only a part of a text', () => {
      fixes("`PartitionKey eq 'dept_${department}'`", 'odata`PartitionKey eq ${`dept_${department}`}`');
      fixes("`PartitionKey eq '${a}_${b}'''`", "odata`PartitionKey eq ${`${a}_${b}'`}`");
    });

    it('keeps a number that is compared as text one, and a type before the quotes', () => {
      checkFix(
        'unescaped-interpolation',
        `${HEAD}
export function find(department: string, id: number) {
  ${list("`PartitionKey eq '${department}' and RowKey gt '1' and Code eq '${id}' and Ref eq guid'${ref}'`")}
}
`,
        `${HEAD}
export function find(department: string, id: number) {
  ${list("odata`PartitionKey eq ${department} and RowKey gt '1' and Code eq ${String(id)} and Ref eq guid'${ref}'`")}
}
`,
      );
    });

    it('keeps what is tagged, and constants by their names', () => {
      fixes(
        "odata`PartitionKey eq ${department}` + ` and Name eq '${name}'`",
        'odata`PartitionKey eq ${department} and Name eq ${name}`',
      );
      checkFix(
        'unescaped-interpolation',
        `${HEAD}
const SALES = 'Sales';
${list("`PartitionKey eq '${SALES}' and Name eq '${name}'`")}
`,
        `${HEAD}
const SALES = 'Sales';
${list('odata`PartitionKey eq ${SALES} and Name eq ${name}`')}
`,
      );
    });

    it('adds the import to the list, or uses the namespace, or writes a new one', () => {
      const filter = "`PartitionKey eq '${department}'`";
      const fixed = '`PartitionKey eq ${department}`';
      checkFix(
        'unescaped-interpolation',
        `import {\n  TableClient,\n} from "@azure/data-tables";\nconst client = new TableClient(url, 'E', c);\n${list(filter)}\n`,
        `import {\n  TableClient,\n  odata,\n} from "@azure/data-tables";\nconst client = new TableClient(url, 'E', c);\n${list(`odata${fixed}`)}\n`,
      );
      checkFix(
        'unescaped-interpolation',
        `import * as tables from '@azure/data-tables';\nconst client = new tables.TableClient(url, 'E', c);\n${list(filter)}\n`,
        `import * as tables from '@azure/data-tables';\nconst client = new tables.TableClient(url, 'E', c);\n${list(`tables.odata${fixed}`)}\n`,
      );
      checkFix(
        'unescaped-interpolation',
        `import type { TableClient } from '@azure/data-tables';\nexport const f = (client: TableClient) => ${list(filter)}\n`,
        `import type { TableClient } from '@azure/data-tables';\nimport { odata } from '@azure/data-tables';\nexport const f = (client: TableClient) => ${list(`odata${fixed}`)}\n`,
      );
    });

    it('widens a require, and in plain JavaScript makes a text of what may be a number, a list or nothing', () => {
      checkFix(
        'unescaped-interpolation',
        `
// file: main.cjs
const { TableClient } = require('@azure/data-tables');
const client = new TableClient(url, 'E', c);
exports.list = (department) => ${list("`PartitionKey eq '${department}'`")}
`,
        `
const { TableClient, odata } = require('@azure/data-tables');
const client = new TableClient(url, 'E', c);
exports.list = (department) => ${list('odata`PartitionKey eq ${String(department)}`')}
`,
      );
    });

    it('makes a text of what is none for sure, and leaves alone what is one', () => {
      const of = (parameters: string, code: string): string =>
        `${HEAD}const N = 5;\nconst S = 's';\nexport const find = (${parameters}) => ${list(code)};\n`;
      const found = (parameters: string, value: string, fixed: string): void => {
        checkFix(
          'unescaped-interpolation',
          of(parameters, `\`PartitionKey eq '\${${value}}' and Name eq '\${last}'\``),
          of(parameters, `odata\`PartitionKey eq \${${fixed}} and Name eq \${last}\``),
        );
      };
      found('shelf: string, last: string', 'shelf', 'shelf');
      found('shelf: string, last: string', 'shelf.trim()', 'shelf.trim()');
      found('shelf: any, last: string', 'String(shelf)', 'String(shelf)');
      found('shelf: any, last: string', `shelf.replace(/'/g, "''")`, 'shelf');
      found('last: string', 'S', 'S');
      for (const type of [
        '?: string',
        ': string | null',
        ': string | number',
        '?: number',
        ': any',
        ': string[]',
      ])
        found(`last: string, shelf${type}`, 'shelf', 'String(shelf)');
      found('last: string, shelf?: string', 'shelf?.trim()', 'String(shelf?.trim())');
      found('last: string, shelf: string[]', 'shelf[0]', 'String(shelf[0])');
      found('last: string, request: Request', 'request.query.id', 'String(request.query.id)');
      found('last: string', 'process.env.SHELF', 'String(process.env.SHELF)');
      found('last: string', 'N', 'String(N)');
    });

    it('keeps the quotes where a name has one value on one path and none on the other, and makes it a text', () => {
      const find = (filter: string): string => `${HEAD}
function key(p: { user?: string }) { if (!p.user) return null; return p.user.trim(); }
export function find(p: { user?: string }, week: string) { const k = key(p); return ${list(filter)} }
`;
      checkFix(
        'unescaped-interpolation',
        find("`PartitionKey eq '${k}' and week eq '${week}'`"),
        find("odata`PartitionKey eq '${String(k)}' and week eq '${week}'`"),
      );
    });

    it('rewrites each filter that the query may have', () => {
      checkFix(
        'unescaped-interpolation',
        `${HEAD}
export function lists(d: string, name: string, all: boolean) {
  return client.listEntities({ queryOptions: { filter: all ? \`PartitionKey eq '\${d}'\` : \`PartitionKey eq '\${d}' and Name eq '\${name}'\` } });
}
`,
        `${HEAD}
export function lists(d: string, name: string, all: boolean) {
  return client.listEntities({ queryOptions: { filter: all ? odata\`PartitionKey eq \${d}\` : odata\`PartitionKey eq \${d} and Name eq \${name}\` } });
}
`,
      );
    });

    it('is not offered where the value may be a literal, quotes and all', () => {
      checkNoFix('unescaped-interpolation', `${HEAD}${list("`PartitionKey eq 'S' and Name eq ${name}`")}\n`);
      checkNoFix('unescaped-interpolation', `${HEAD}${list("`PartitionKey eq '${d}' and ${clause}`")}\n`);
    });

    it('makes a text of a name that may also be nothing', () => {
      const inside = (filter: string): string => `${HEAD}
function key(p) { if (!p || !p.user) return null; return p.user.trim(); }
export function f(p, week) { const k = key(p); return ${list(filter)} }
`;
      checkFix(
        'unescaped-interpolation',
        `// file: main.js${inside("`PartitionKey eq '${k}' and week eq '${week}'`")}`,
        inside('odata`PartitionKey eq ${String(k)} and week eq ${String(week)}`'),
      );
      checkNoFix(
        'unescaped-interpolation',
        `// file: main.js${inside("`PartitionKey eq '${k}' and age gt ${week}`")}`,
      );
    });

    it('is not offered where a function makes a clause for each element', () => {
      checkNoFix(
        'unescaped-interpolation',
        `${HEAD}export const f = (ids: string[]) => ${list("ids.map((id) => `PartitionKey eq '${id}'`).join(' or ')")}\n`,
      );
    });

    it('is not offered where the name of the property stands in a hole too, which the tag would quote', () => {
      const filter = list(
        "Object.entries(all).map(([name, value]) => `${name} eq '${value}'`).join(' and ')",
      );
      const code = `${HEAD}export const f = (all: Record<string, string>) => ${filter}\n`;
      assert.deepEqual(
        findingsOf('/main.ts', code).map(({ rule }) => rule),
        ['unescaped-interpolation'],
      );
      checkNoFix('unescaped-interpolation', code);
      checkSilent('unescaped-interpolation', code.replaceAll("'${value}'", '${Number(value)}'));
    });

    it('escapes by hand as the same filter does, where without types that method may not be there', () => {
      const inJavaScript = (before: string, after: string): void => {
        const of = (filter: string): string => `${HEAD}export const f = (shelf, book) => ${list(filter)}\n`;
        checkFix('unescaped-interpolation', `// file: main.js${of(before)}`, of(after));
      };
      const quoted = (code: string): string => `\${${code}.replace(/'/g, "''")}`;
      inJavaScript(
        `\`PartitionKey eq 'S-\${shelf}' and RowKey eq '${quoted('shelf')}'\``,
        `\`PartitionKey eq 'S-${quoted('String(shelf)')}' and RowKey eq '${quoted('shelf')}'\``,
      );
      inJavaScript(
        `"PartitionKey eq '" + book.replaceAll("'", "''") + "' and RowKey eq '" + shelf.trim() + "'"`,
        `"PartitionKey eq '" + book.replaceAll("'", "''") + "' and RowKey eq '" + String(shelf.trim()).replace(/'/g, "''") + "'"`,
      );
      // what a text is made of can be called on
      inJavaScript(
        `\`PartitionKey eq '\${shelf}' and RowKey eq '${quoted('String(book)')}'\``,
        'odata`PartitionKey eq ${String(shelf)} and RowKey eq ${String(book)}`',
      );
      checkNoFix(
        'unescaped-interpolation',
        `// file: main.js${HEAD}export const f = (shelf, book) => ${list(`\`PartitionKey eq \${shelf} and RowKey eq '${quoted('book')}'\``)}\n`,
      );
    });

    it('is not offered where odata is something else', () => {
      checkNoFix(
        'unescaped-interpolation',
        `
import { TableClient } from '@azure/data-tables';
import { odata } from './odata';
const client = new TableClient(url, 'E', c);
${list("`PartitionKey eq '${d}'`")}
`,
      );
    });
  });

  it('underlines a parameter that gets another value in its function', () => {
    const source = (before: string): string => `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Kinds', credential);
function ofKind(kind: string) {
  ${before}
  return client.listEntities({ queryOptions: { filter: \`PartitionKey eq '\${kind}'\` } });
}
export const both = [ofKind('a'), ofKind('b')];
`;
    const isTold = (before: string): boolean =>
      findingsOf('/main.ts', source(before)).some(({ rule }) => rule === 'unescaped-interpolation');
    for (const before of [
      '({ kind } = JSON.parse(process.argv[3]));',
      'for (kind of process.argv) log(kind);',
      'arguments[0] = process.argv[4];',
    ])
      assert.ok(isTold(before), before);
    assert.ok(!isTold(''));
  });
});
