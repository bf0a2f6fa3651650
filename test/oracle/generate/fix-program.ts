import type { Program } from '../program.ts';
import type { Choices } from './choices.ts';
import { generate } from './generate.ts';

/** The program of these choices whose fixes are tried. */
export function fixProgram(choices: Choices): Program {
  return generate(choices);
}
