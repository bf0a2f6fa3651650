import assert from 'node:assert/strict';
import { Session } from 'node:inspector';
import { runInContext, createContext } from 'node:vm';
import { counted } from './support/counted-sources.ts';

const PROGRAM = `
const twice = (x) => 2 * x;
const pair = (x) => (y) => ({ x, y });
class Stack {
  #all = [];
  constructor(first) { this.push(first); }
  push(one) { this.#all.push(one); return this; }
  get size() { return this.#all.length; }
  *[Symbol.iterator]() {
    for (const one of this.#all)
      yield one;
  }
}
function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
const stack = new Stack(twice(1)).push(pair(1)(2)).push(fib(6));
var answer = [...stack].length + stack.size;
`;

describe('sources that count the calls of their functions', () => {
  it('do what they did, and count what V8 counts', () => {
    const calls = {
      n: 0,
      resumed: <T>(value: T): T => {
        calls.n++;
        return value;
      },
    };
    const inside = createContext({ __calls: calls });
    runInContext(counted(PROGRAM), inside);
    assert.equal(inside.answer, 6);
    // beside those of functions, V8 counts the run of the program, and that of what a class has in its instances
    assert.equal(calls.n, callsByV8() - 2);
  });

  it('keep each line where it was', () => {
    assert.equal(counted(PROGRAM).split('\n').length, PROGRAM.split('\n').length);
  });
});

function callsByV8(): number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  runInContext(PROGRAM, createContext(), { filename: 'counted-program.js' });
  let sum = 0;
  session.post('Profiler.takePreciseCoverage', (_, { result }) => {
    const functions = result.find(({ url }) => url.endsWith('counted-program.js'))?.functions ?? [];
    sum = functions.reduce((all, { ranges: [whole] }) => all + (whole?.count ?? 0), 0);
  });
  session.disconnect();
  return sum;
}
