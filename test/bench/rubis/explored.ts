import { declaredOf, readConfig } from '../../../src/core/config/table-config.ts';
import { choiceOf } from '../../../src/lens/design/explorer/choose.ts';
import { type Design, explore } from '../../../src/lens/design/explorer/designs.ts';
import { plansOf } from '../../../src/lens/design/explorer/plans.ts';
import { DEFAULTS } from '../../../src/lens/design/explorer/assumptions.ts';
import { problemOf } from '../../../src/lens/design/explorer/problems.ts';
import { strangersIn } from '../../../src/lens/design/planned.ts';
import { tableUseOf, type TableUse } from '../../../src/lens/design/table-model.ts';
import { configOf, type Mix } from './workload.ts';

/** What reads and writes cost in requests per second. */
export interface Cost {
  readonly reads: number;
  readonly writes: number;
}

/** The workload of a mix, read from its `.partitionlens.json`. Throws where the file is not as its schema has it. */
function useOf(mix: Mix): TableUse {
  const { tables, problems } = readConfig(configOf(mix));
  const use = tableUseOf('Auction', [], true, declaredOf(tables, 'Auction')?.planned);
  const wrong = [...problems.map(({ message }) => message), ...strangersIn(use).map(({ name }) => name)];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return use;
}

/** The designs for a mix: the one to take first, and what all costs as it is declared. */
export function designsOf(mix: Mix): { readonly first: Design; readonly asItIs: Design } {
  const { designs } = explore(useOf(mix), DEFAULTS);
  const [first] = designs;
  const asItIs = designs.find((one) => one.isAsItIs);
  if (first === undefined || asItIs === undefined) throw new Error('there is always one design');
  return { first, asItIs };
}

/** What a design for one mix would cost in another. */
export function costIn(mix: Mix, { kinds }: Design): Cost {
  const use = useOf(mix);
  return use.kinds.reduce<Cost>(
    (sum, kind) => {
      const { problem, surroundings } = problemOf(kind, use, DEFAULTS);
      const [base, ...others] = kinds.find((one) => one.kind === kind.name)?.structures ?? problem.today;
      const plans = problem.questions.map((question) => plansOf(question, problem, surroundings));
      const choice = choiceOf(problem, plans, [base, ...others]);
      if (choice === undefined) throw new Error(`${kind.name} cannot be asked so`);
      return { reads: sum.reads + choice.reads, writes: sum.writes + choice.writes };
    },
    { reads: 0, writes: 0 },
  );
}
