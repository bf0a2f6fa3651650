import type { Program } from '../program.ts';
import type { Choices } from './choices.ts';
import { filter } from './filters/filters.ts';
import { handOver } from './hand-over.ts';
import { Scope } from './scope.ts';
import { patternSite, site } from './sites.ts';
import { indented, Writer } from './writer.ts';

/** The program that these choices make: one query, seldom two. */
export function generate(choices: Choices): Program {
  return programOf(choices, (scope) => {
    const depth = choices.below(3) + 1;
    return Array.from({ length: choices.oneIn(5) ? 2 : 1 }, () =>
      handOver(scope, (inner) => filter(inner, depth)),
    );
  });
}

/** The program of these choices whose fixes are tried: some as above, some of sites that ask for one, some for a pattern. */
export function generateToFix(choices: Choices): Program {
  if (choices.below(3) === 2) return generate(choices);
  if (choices.oneIn(4)) return programOf(choices, (scope) => [patternSite(scope)]);
  return programOf(choices, (scope) => Array.from({ length: 1 + choices.below(2) }, () => site(scope)));
}

function programOf(choices: Choices, fill: (main: Scope) => readonly string[]): Program {
  const writer = new Writer(choices);
  const scope = new Scope(writer.main, true, (kind) => writer.parameter(kind));
  const results = fill(scope);
  const [first = ''] = results;
  scope.add(`return ${results.length === 1 ? first : `[${results.join(', ')}]`};`);
  const head = `async function main(${writer.parameterList()})${writer.type('Promise<unknown>')} {`;
  writer.main.export('main', [head, ...indented(scope.lines), '}']);
  return writer.program();
}
