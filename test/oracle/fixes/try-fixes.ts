import { differences } from './differences.ts';
import { type Offer, offersFor } from './offers.ts';
import { type Outcome, outcomesOf } from './outcome.ts';
import type { Program } from '../program.ts';

/** What a fix does wrong. */
export interface Fault {
  readonly rule: string;
  readonly title: string;
  /** `load`: it does not load; `differs`: it changes what the program does; `rivals`: several fixes are preferred at one place. */
  readonly kind: 'load' | 'differs' | 'rivals';
  readonly detail: string;
  /** The program as the fix leaves it. */
  readonly fixed?: Program;
}

/** What came of all fixes of a program. */
export interface FixTrial {
  /** Fixes by rule; those that a person must complete are only loaded. */
  readonly tried: readonly Offer[];
  readonly faults: readonly Fault[];
}

/** Applies every fix that is offered for a program, and runs it before and after. */
export async function tryFixes(program: Program, offered = offersFor): Promise<FixTrial> {
  const { offers, rivals } = offered(program);
  const faults: Fault[] = rivals.map((detail) => ({
    rule: 'any',
    title: 'preferred',
    kind: 'rivals',
    detail,
  }));
  let before: readonly Outcome[] | undefined;
  for (const offer of offers) {
    before ??= await outcomesOf(program);
    faults.push(...(await faultsOf(offer, program, before)));
  }
  return { tried: offers, faults };
}

async function faultsOf(offer: Offer, program: Program, before: readonly Outcome[]): Promise<Fault[]> {
  const { rule, title, fixed } = offer;
  try {
    const after = await outcomesOf(fixed);
    const [detail] = offer.isPlaceholder ? [] : differences(offer, before, after);
    // what a program does that is a race says nothing of a fix
    if (detail === undefined || isRace(before, await outcomesOf(program, 'uneven'))) return [];
    return [{ rule, title, kind: 'differs', detail, fixed }];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [{ rule, title, kind: 'load', detail: error.message, fixed }];
  }
}

/** Whether the program does something else when its answers come in another order. */
function isRace(before: readonly Outcome[], uneven: readonly Outcome[]): boolean {
  const seen = (outcomes: readonly Outcome[]): string =>
    JSON.stringify(outcomes.map(({ result, output, content }) => [result, output, content]));
  return seen(before) !== seen(uneven);
}
