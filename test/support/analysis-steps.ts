import { createEngine } from '../../src/lens/engine/create.ts';
import { rules } from '../../src/lens/rules/registry.ts';
import type { StepCounter } from '../fuzz/steps.ts';

/** Calls of functions that it takes to read, link and judge a text, and to make and check fixes for it until a finding has one. */
export function analysisSteps(counter: StepCounter, text: string): number {
  const engine = createEngine({
    rules,
    onRuleError: (rule, file, cause) => {
      throw new Error(`${rule} failed on ${file}`, { cause });
    },
  });
  counter.skip();
  engine.setFile('/hostile.ts', text);
  engine.analyze('/hostile.ts').findings.find(({ fixes }) => fixes().length > 0);
  return counter.take();
}
