import type { Program } from '../program.ts';
import type { Choices } from './choices.ts';
import { filter } from './filters.ts';
import { handOver } from './hand-over.ts';
import { Scope } from './scope.ts';
import { indented, Writer } from './writer.ts';

/** The program that these choices make. */
export function generate(choices: Choices): Program {
  const writer = new Writer(choices);
  const scope = new Scope(writer.main, true, (kind) => writer.parameter(kind));
  handOver(scope, filter(scope, choices.below(3) + 1));
  const head = `async function main(${writer.parameterList()})${writer.type('Promise<unknown>')} {`;
  writer.main.export('main', [head, ...indented(scope.lines), '}']);
  return writer.program();
}
