import assert from 'node:assert/strict';
import { type Order, orderOf } from './comparator.ts';
import { lowerProgram } from './lower-program.ts';
import { parseSource } from '../parse.ts';

function read(compare: string): Order | undefined {
  const text = `const compare = ${compare};`;
  const [declared] = lowerProgram(parseSource('/a.ts', text), text).body;
  assert.ok(declared?.kind === 'declare' && declared.init?.kind === 'function');
  return orderOf(declared.init.fn);
}

/** How a function orders, as text. */
function order(compare: string): string | undefined {
  const found = read(compare);
  return found && `${found.property} ${found.direction ?? '?'}`;
}

function check(expected: string | undefined, ...compares: readonly string[]): void {
  for (const compare of compares) assert.equal(order(compare), expected, compare);
}

describe('the order of a comparison', () => {
  it('is that of the smaller one first', () => {
    check(
      'at up',
      '(a, b) => a.at - b.at',
      '(a, b) => a.at.localeCompare(b.at)',
      '(a, b) => (a.at < b.at ? -1 : 1)',
      '(a, b) => (b.at > a.at ? -1 : a.at > b.at ? 1 : 0)',
      '(a, b) => +new Date(a.at) - +new Date(b.at)',
      'function (x, y) { if (x.at > y.at) return 1; return -1; }',
      '(a, b) => -(b.at - a.at)',
    );
  });

  it('is turned round with the sides', () => {
    check(
      'at down',
      '(a, b) => b.at - a.at',
      "(a, b) => String(b.at ?? '').localeCompare(a['at'] ?? '')",
      "(a, b) => { const x = a.at || a.id || ''; const y = b.at || b.id || ''; if (x < y) return 1; return 0; }",
      '({ at: x }, { at: y }) => (x < y ? 1 : -1)',
      '(a, b) => { const x = Date.parse(a.at); const { at } = b; return Date.parse(at) - x; }',
      '(a, b) => (b as Row).at.getTime() - (a as Row).at.getTime() || a.id - b.id',
    );
  });

  it('is of times where the comparison that decides first is', () => {
    const isOfTime = (compare: string): boolean | undefined => read(compare)?.isTime;
    for (const compare of [
      '(a, b) => new Date(b.at) - new Date(a.at)',
      '(a, b) => new Date(b.at) - new Date(a.at) || b.uses - a.uses',
      '(a, b) => { const x = new Date(a.at); return new Date(b.at) - x; }',
    ])
      assert.equal(isOfTime(compare), true, compare);
    for (const compare of [
      '(a, b) => b.uses - a.uses || new Date(b.at) - new Date(a.at)',
      '(a, b) => { if (b.uses !== a.uses) { return b.uses - a.uses; } return new Date(b.at).getTime() - new Date(a.at).getTime(); }',
    ])
      assert.equal(isOfTime(compare), undefined, compare);
  });

  it('is open where the outcome is no constant', () => {
    check('at ?', '(a, b) => (a.at < b.at ? less : more)');
  });

  it('is open where something else decides before', () => {
    check(
      'at ?',
      "(a, b) => { if (a.kind === 'new' && b.kind !== 'new') return -1; return b.at - a.at; }",
      '(a, b) => (a.isOpen === b.isOpen ? b.at - a.at : 1)',
      '({ kind: k, at: x }, { kind: l, at: y }) => { if (k !== l) return k === "new" ? -1 : 1; return y - x; }',
    );
    check('at down', '(a, b) => { if (!a.at) return 1; return b.at - a.at; }');
  });

  it('is open where something else decides how they are compared', () => {
    check(
      'at ?',
      "(a, b) => (order === 'asc' ? a.at - b.at : b.at - a.at)",
      '(a, b) => { if (isTurned) return b.at - a.at; return a.at - b.at; }',
      '(a, b) => { const d = a.at.localeCompare(b.at); return isTurned ? -d : d; }',
      '(a, b) => sign * (a.at - b.at)',
      '(a, b) => (a.at - b.at) * (isTurned ? -1 : 1)',
    );
    check(
      undefined,
      "(a, b) => { if (by === 'rank') return a.rank - b.rank; return b.at - a.at; }",
      "(a, b) => { switch (by) { case 'rank': return a.rank - b.rank; default: return a.at - b.at; } }",
    );
    check(
      'at up',
      '(a, b) => { const d = a.at - b.at; if (d !== 0) return d; return a.id - b.id; }',
      '(a, b) => { const d = a.at.localeCompare(b.at); return d === 0 ? a.id - b.id : d; }',
      '(a, b) => -1 * (b.at - a.at)',
    );
  });

  it('is none of elements as a whole, of other properties, and of how long a text is', () => {
    check(
      undefined,
      '(a, b) => a - b',
      '(a, b) => rank(a) - rank(b)',
      '(a, b) => a.at - b.id',
      '(a, b) => b.name.length - a.name.length',
      '(a) => a.at - other.at',
      '() => Math.random() - 0.5',
    );
  });
});
