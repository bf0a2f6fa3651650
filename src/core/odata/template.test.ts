import assert from 'node:assert/strict';
import fc from 'fast-check';
import { flatten, plainText, type Segment } from '../text/segments.ts';
import { evaluate } from './evaluate.ts';
import { parseFilter } from './parse.ts';
import { type Answer, type FilterTemplate, fillTemplate, templateOf } from './template.ts';

/** `${name}` in a text stands for a hole. */
function template(source: string): FilterTemplate {
  const segments = source.split(/(\$\{\w+\})/).map((piece, index): Segment<string> => {
    const place = { file: 'a.ts', span: { start: index, end: index + 1 } };
    const [, name] = /^\$\{(\w+)\}$/.exec(piece) ?? [];
    return name === undefined ? { kind: 'literal', text: piece, place } : { kind: 'hole', hole: name, place };
  });
  const flat = flatten(segments);
  const parsed = parseFilter(flat);
  const found = templateOf(flat, parsed, (offset) => flat.holes.get(offset) ?? '');
  return found;
}

const typed = (text: string): Answer => ({ kind: 'typed', text });

describe('filters with holes to fill', () => {
  it('knows what each hole is compared with', () => {
    const { holes } = template(
      "PartitionKey eq 'dept_${d}' and RowKey ge ${r} and at gt datetime'${t}' and n eq ${n}L",
    );
    assert.deepEqual(holes, [
      { expression: 'd', property: 'PartitionKey', prefix: 'dept_' },
      { expression: 'r', property: 'RowKey' },
      { expression: 't', property: 'at', type: 'DateTime' },
      { expression: 'n', property: 'n', type: 'Int64' },
    ]);
  });

  it('asks once for what stands twice', () => {
    const twice = template("RowKey ge '${day}_' and RowKey lt '${day}~'");
    assert.equal(twice.holes.length, 1);
    assert.equal(fillTemplate(twice, [typed('2026')]), "RowKey ge '2026_' and RowKey lt '2026~'");
  });

  it('quotes and escapes where the place asks for it', () => {
    assert.equal(fillTemplate(template("name eq '${n}'"), [typed("O'Brien")]), "name eq 'O''Brien'");
    assert.equal(fillTemplate(template('name eq ${n}'), [typed("O'Brien")]), "name eq 'O''Brien'");
    assert.equal(fillTemplate(template('amount gt ${n}'), [typed('12.5')]), 'amount gt 12.5');
    assert.equal(fillTemplate(template('RowKey eq ${n}'), [typed('12')]), "RowKey eq '12'");
    assert.equal(fillTemplate(template('RowKey eq ${n}'), [typed("'12'")]), "RowKey eq '12'");
    assert.equal(fillTemplate(template('n eq ${n}L'), [typed('7')]), 'n eq 7L');
  });

  it('writes a value of an entity as the literal of its type', () => {
    const at: Answer = { kind: 'value', value: { type: 'DateTime', value: '2026-01-02T03:04:05.1234567Z' } };
    assert.equal(fillTemplate(template('at gt ${t}'), [at]), "at gt datetime'2026-01-02T03:04:05.1234567Z'");
    const inQuotes = template("at gt datetime'${t}'");
    assert.equal(fillTemplate(inQuotes, [at]), "at gt datetime'2026-01-02T03:04:05.1234567Z'");
    const big: Answer = { kind: 'value', value: { type: 'Int64', value: 9223372036854775807n } };
    assert.equal(fillTemplate(template('n eq ${n}'), [big]), 'n eq 9223372036854775807L');
  });

  it('asks once for an operand that several holes make', () => {
    const cases: readonly (readonly [filter: string, expression: string, typed: string, filled: string])[] = [
      ['PartitionKey eq ${a}${b}', '${a}${b}', "O'Brien", "PartitionKey eq 'O''Brien'"],
      ['PartitionKey eq emp_${id} and n gt 3', 'emp_${id}', 'emp_7', "PartitionKey eq 'emp_7' and n gt 3"],
      ['amount gt ${n}.5', '${n}.5', '3.5', 'amount gt 3.5'],
      ['amount gt ${sign}${n}', '${sign}${n}', '-3', 'amount gt -3'],
      ["at gt ${type}'${t}'", "${type}'${t}'", "datetime'2026-01-02'", "at gt datetime'2026-01-02'"],
      ["at gt datetime'${y}-${m}-01'", '${y}-${m}-01', '2026-01-01', "at gt datetime'2026-01-01'"],
    ];
    for (const [filter, expression, answer, filled] of cases) {
      const found = template(filter);
      assert.deepEqual(
        found.holes.map((hole) => [hole.expression, hole.isComposed]),
        [[expression, true]],
        filter,
      );
      assert.equal(fillTemplate(found, [typed(answer)]), filled);
    }
  });

  it('knows holes that are not all of a value', () => {
    const parts = (source: string): (string | undefined)[] =>
      template(source).holes.map(({ expression, isPart }) => (isPart ? expression : undefined));
    assert.deepEqual(parts("PartitionKey eq '${a}_${b}'"), ['a', 'b']);
    assert.deepEqual(parts("PartitionKey eq 'dept_${a}'"), [undefined]);
    assert.deepEqual(parts("PartitionKey eq '${a}~'"), ['a']);
    assert.deepEqual(parts("PartitionKey eq '${a}'"), [undefined]);
  });

  it('takes a clause as it is written', () => {
    const clause = template("PartitionKey eq 'a' and ${more}");
    assert.equal(fillTemplate(clause, [typed('n gt 3')]), "PartitionKey eq 'a' and n gt 3");
  });

  it('finds again what a key was filled with, whatever the key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom("'${k}'", '${k}'), (key, written) => {
        const value: Answer = { kind: 'value', value: { type: 'String', value: key } };
        const filter = fillTemplate(template(`PartitionKey eq ${written}`), [value]);
        const { filter: parsed, errors } = parseFilter(plainText(filter));
        assert.deepEqual(errors, []);
        assert.ok(parsed);
        assert.equal(evaluate(parsed, { partitionKey: key, rowKey: '' }), true);
      }),
    );
  });
});
