import type { Program } from '../program.ts';
import type { Choices } from './choices.ts';
import { filter } from './filters/filters.ts';
import { handOver } from './hand-over.ts';
import { Scope } from './scope.ts';
import { indented, Writer } from './writer.ts';

/** The program that these choices make: one query, seldom two. */
export function generate(choices: Choices): Program {
  const writer = new Writer(choices);
  const scope = new Scope(writer.main, true, (kind) => writer.parameter(kind));
  const depth = choices.below(3) + 1;
  const results = Array.from({ length: choices.oneIn(5) ? 2 : 1 }, () =>
    handOver(scope, (inner) => filter(inner, depth)),
  );
  const [first = ''] = results;
  scope.add(`return ${results.length === 1 ? first : `[${results.join(', ')}]`};`);
  const head = `async function main(${writer.parameterList()})${writer.type('Promise<unknown>')} {`;
  writer.main.export('main', [head, ...indented(scope.lines), '}']);
  return writer.program();
}
