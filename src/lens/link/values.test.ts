import assert from 'node:assert/strict';
import { operationsOf } from '../../../test/support/operations.ts';
import type { Value } from './values/value.ts';

/** What is known of the RowKey that `main.ts` writes. */
function rowKey(expression: string, before = '', others: Readonly<Record<string, string>> = {}): Value {
  const [operation] = operationsOf({
    ...others,
    'main.ts': `import { TableClient } from '@azure/data-tables';\nconst client = new TableClient('u', 'T', k);\n${before}
     export async function write(id: number, input: { no: number; at: Date; name: string }) {
       await client.createEntity({ partitionKey: 'p', rowKey: ${expression} });
     }`,
  });
  assert(operation?.kind === 'write' && operation.rowKey);
  return operation.rowKey.value;
}

/** A value as one line: constants as they are, holes in braces. */
function show(value: Value): string {
  switch (value.kind) {
    case 'text':
      return value.segments
        .map((segment) => (segment.kind === 'literal' ? segment.text : `{${show(segment.hole)}}`))
        .join('');
    case 'number':
    case 'number-text': {
      const { origin, representation, inverted } = value.number;
      const unit = origin.kind === 'time' ? ` ${origin.unit}` : '';
      const width = value.kind === 'number-text' && value.width !== undefined ? ` width ${value.width}` : '';
      return `${inverted ? 'inverted ' : ''}${origin.kind}${unit} ${representation}${width}`;
    }
    case 'time-text':
      return `time ${value.format}`;
    case 'random-text':
      return `random ${value.by}`;
    case 'oneOf':
      return value.values.map((one) => show(one.value)).join(' | ');
    case 'boolean':
    case 'nothing':
      return value.kind;
    case 'unknown':
      return ['?', value.through, value.name].filter((part) => part !== undefined).join(' ');
  }
}

describe('what is known of a value that only has a type', () => {
  const known = (expression: string, before = ''): unknown => {
    const { is, texts } = { is: undefined, texts: undefined, ...rowKey(expression, before) };
    return texts ?? is;
  };

  it('is what kind of thing it is', () => {
    assert.equal(known('input.name'), 'string');
    assert.equal(known('given', 'declare const given: string[];'), 'array');
    assert.equal(known('given', 'declare const given: Buffer;'), 'bytes');
    assert.equal(known('given', 'declare const given: { a: string };'), 'object');
    assert.equal(known('given', 'declare const given: Other;'), undefined);
    assert.equal(known('given', 'declare const given: string | string[];'), undefined);
  });

  it('is the texts that the type allows', () => {
    assert.deepEqual(known('given', "declare const given: 'a' | 'b' | undefined;"), ['a', 'b']);
    assert.deepEqual(known('given', "type T = 'a' | 'b'; declare const given: T;"), ['a', 'b']);
    assert.deepEqual(known('given', "enum E { A = 'a', B = 'b' } declare const given: E;"), ['a', 'b']);
  });
});

describe('values that reach a key', () => {
  const cases: readonly (readonly [string, string, string?])[] = [
    ["'a'", 'a'],
    ['`emp_${id}`', 'emp_{other double}'],
    ['String(id)', 'other double'],
    ['id.toString()', 'other double'],
    ["String(id).padStart(6, '0')", 'other double width 6'],
    ["`e${String(input.no).padStart(WIDTH, '0')}`", 'e{other double width 8}', 'const WIDTH = 8;'],
    ['input.name', '? input.name'],
    ['String(Date.now())', 'time milliseconds double'],
    ['input.at.toISOString()', 'time iso'],
    ['new Date().toISOString().slice(0, 10)', 'time yyyy-MM-dd'],
    ["new Date().toISOString().split('T')[0]", 'time yyyy-MM-dd'],
    ["new Date().toISOString().split('T').join('_')", 'time iso'],
    ["`${new Date().toISOString().split('T').at(-1)}`", '{?}'],
    ['new Date().toISOString().substring(0, 9)', 'time iso'],
    ['`${new Date().getFullYear()}`', '{time other double}'],
    ['(8640000000000000 - Date.now()).toString()', 'inverted time milliseconds double'],
    [
      'String(3155378975999999999n - ticks())',
      'inverted time ticks bigint',
      'const ticks = () => BigInt(Date.now()) * 10_000n + 621355968000000000n;',
    ],
    [
      "(MAX - (input.at.getTime() * 10000 + 621355968000000000)).toString().padStart(19, '0')",
      'inverted time ticks double width 19',
      'const MAX = 3155378975999999999;',
    ],
    ["`${BigInt('9'.repeat(20))}`", '9'.repeat(20)],
    ["`${Number('42') + 1}`", '43'],
    ['`${Number(`${id}`)}`', '{other double}'],
    ["`${BigInt('n' + '1')}`", '{other bigint}'],
    ['String(BigInt(String(Date.now())))', 'time milliseconds bigint'],
    ['String(Date.now() * 1000)', 'time microseconds double'],
    ['String(Math.floor(Date.now() / 1000) * 1000)', 'time milliseconds double'],
    ['String(Date.now() * 1.5)', 'time other double'],
    ['String(Date.now() / 7)', 'time other double'],
    [
      'String(next())',
      'time milliseconds double',
      'let last = 0; function next() { let id = Date.now(); if (id <= last) id = last + 1; last = id; return id; }',
    ],
    [
      'String(next())',
      'time milliseconds double',
      'let last = 0; const next = () => (last = Math.max(Date.now(), last + 1));',
    ],
    ['String((input.at ? Date.now() : id) + 1)', 'time milliseconds double | other double'],
    [
      'String((input.at ? Date.now() : Number(input.at)) + 1)',
      'time milliseconds double | time milliseconds double',
    ],
    ['`${last + 1}`', '{counter double} | 1', 'let last = 0; const count = () => { last = last + 1; };'],
    ['String(Math.max(id, 5))', 'other double'],
    [
      "(BigInt('9'.repeat(30)) - BigInt(now())).toString()",
      'inverted time nanoseconds bigint',
      `const loaded = process.hrtime(); const began = Date.now();
       const now = () => {
         const [seconds, rest] = process.hrtime(loaded);
         return (BigInt(began) * 10n ** 6n + (BigInt(seconds) * 10n ** 9n + BigInt(rest))).toString();
       };`,
    ],
    ['`${randomInt(10)}`', '{random double}', "import { randomInt } from 'crypto';"],
    ['`${randomBytes(2).readUInt16BE(0) % 10}`', '{random double}', "import { randomBytes } from 'crypto';"],
    ['crypto.randomUUID()', 'random randomUUID'],
    ['randomUUID()', 'random randomUUID', "import { randomUUID } from 'node:crypto';"],
    ['ulid()', 'time ulid', "import { ulid } from 'ulid';"],
    ['new ObjectId().toHexString()', 'time objectid', "import { ObjectId } from 'mongodb';"],
    ['`${counter++}`', '{counter double}', 'let counter = 0;'],
    [
      'String(ids.next())',
      'counter double',
      'class Ids { private last = 0; next() { return ++this.last; } }\nconst ids = new Ids();',
    ],
    [
      'String(sums.add(input.no))',
      'other double | other double',
      'class Sums { total = 0; add(n: number) { this.total += n; return this.total; } }\nconst sums = new Sums();',
    ],
    ['id > 5 ? `a${id}` : "b"', 'a{other double} | b'],
    ['Date.now().toString(36)', 'time base36-ms'],
    ['Math.random().toString(36).slice(2)', 'random Math.random'],
    ['`b${Math.floor(Math.random() * 16)}`', 'b{random double}'],
    ["randomBytes(8).toString('hex')", 'random randomBytes', "import { randomBytes } from 'node:crypto';"],
    [
      "createHash('sha256').update(input.name).digest('hex')",
      'random hex',
      "import { createHash } from 'crypto';",
    ],
    ["Buffer.from(input.name).toString('base64')", 'random base64'],
    ["Buffer.from(input.name).toString('base64').replace(/\\//g, '_')", 'random base64url'],
    ['encodeURIComponent(input.name)', '? uri input.name'],
    ['input.name.toLowerCase()', '? lower input.name'],
    ["encodeURIComponent('a b')", 'a%20b'],
    ["format(input.at, 'yyyyMMdd')", 'time yyyyMMdd', "import { format } from 'date-fns';"],
    ['`${getTime(input.at)}`', '{time milliseconds double}', "import { getTime } from 'date-fns';"],
    ["dayjs().subtract(1, 'day').format('YYYYMMDD')", 'time YYYYMMDD', "import dayjs from 'dayjs';"],
    ['`${dayjs(input.at).valueOf()}`', '{time milliseconds double}', "import dayjs from 'dayjs';"],
    ['DateTime.utc().toISODate()', 'time iso', "import { DateTime } from 'luxon';"],
    ['Temporal.Now.instant().toString()', 'time iso'],
    ['`${Temporal.Now.instant().epochMilliseconds}`', '{time milliseconds double}'],
    ['next()', 'time ulid', "import { monotonicFactory } from 'ulid';\nconst next = monotonicFactory();"],
    [
      'make()',
      'random nanoid',
      "import { customAlphabet } from 'nanoid';\nconst make = customAlphabet('abc', 10);",
    ],
    ['KSUID.randomSync().string', 'random ksuid', "import KSUID from 'ksuid';"],
  ];
  for (const [expression, expected, before] of cases) {
    it(`${expression} is ${expected}`, () => {
      assert.equal(show(rowKey(expression, before)), expected);
    });
  }

  it('follows a helper of another file', () => {
    const helper = `export function employeeKey(id: number): string { return 'empid_' + id.toString().padStart(6, '0'); }`;
    const value = rowKey('employeeKey(id)', "import { employeeKey } from './keys.js';", {
      'keys.ts': helper,
    });
    assert.equal(show(value), 'empid_{other double width 6}');
  });

  it('tells doubles beyond 2^53 from exact bigints', () => {
    const magnitude = (expression: string): bigint => {
      const value = rowKey(expression);
      assert(value.kind === 'number-text');
      return value.number.representation === 'double' ? (value.number.magnitude ?? 0n) : 0n;
    };
    const limit = BigInt(Number.MAX_SAFE_INTEGER);
    assert(magnitude('String(Date.now() * 10000)') > limit);
    assert(magnitude('String(BigInt(Date.now() * 10000))') > limit);
    assert.equal(magnitude('String(BigInt(Date.now()) * 10000n)'), 0n);
    assert(magnitude('String(Date.now())') <= limit);
  });

  it('cuts cycles and bounds the work', () => {
    assert.equal(
      show(rowKey('loop(1)', 'function loop(n) { return n > 3 ? loop(n - 1) : loop(n + 1); }')),
      '? loop',
    );
    const chain = Array.from({ length: 200 }, (_, i) => `const k${i + 1} = k${i} + k${i};`).join('\n');
    assert.equal(typeof show(rowKey('k200', `const k0 = 'a' + process.env.X;\n${chain}`)), 'string');
  });
});

describe('the parts of a text that is split', () => {
  const split = (statement: string, expression: string): string =>
    show(rowKey(expression, `const parts = new Date().toISOString().split('T'); ${statement}`));

  it('begin with its beginning, and are it again when they are joined', () => {
    assert.equal(split('', 'parts[0]'), 'time yyyy-MM-dd');
    assert.equal(split('', "parts.join('_')"), 'time iso');
  });

  it('are not known any more once they are changed', () => {
    for (const statement of [
      'parts.unshift(name);',
      'parts.reverse();',
      'parts[0] = name;',
      'change(parts);',
      'const others = parts; others.shift();',
    ]) {
      assert.match(split(statement, "parts.join('_')"), /^\?/, statement);
      assert.match(split(statement, 'parts[0]'), /^\?/, statement);
    }
    assert.match(split('parts.push(name);', "parts.join('_')"), /^\?/);
    assert.equal(split('parts.push(name);', 'parts[0]'), 'time yyyy-MM-dd');
  });
});
