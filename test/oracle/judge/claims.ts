import type { Finding } from '../../../src/lens/engine/finding.ts';
import { exclusion } from '../../../src/core/shape/exclusion.ts';
import type { ListCall } from '../run/calls.ts';
import { readSent, type Sent } from './sent.ts';
import type { Visits } from './sites.ts';

/** How often what a finding says is so when its call is reached. */
export type Holds = 'always' | 'sometimes' | 'never';

/** What a rule claims, asked of all runs that reached the call; undefined where runs cannot tell. */
type Claim = (finding: Finding, visits: readonly Visits[]) => Holds | undefined;

/** A claim about every filter that is sent. */
function ofFilter(isSo: (sent: Sent, call: ListCall, finding: Finding) => boolean): Claim {
  return (finding, visits) => {
    const answers = visits
      .flatMap(({ calls }) => calls)
      .flatMap((call) => (call.kind === 'list' ? [isSo(readSent(call.filter), call, finding)] : []));
    return holds(answers);
  };
}

/** Without types nobody knows that an input is a number: it could as well be a text with a quote in it. */
function whereTyped(claim: Claim): Claim {
  return (finding, visits) => {
    const answer = claim(finding, visits);
    return answer === 'never' && finding.file.endsWith('.js') ? undefined : answer;
  };
}

function holds(answers: readonly boolean[]): Holds {
  if (!answers.includes(true)) return 'never';
  return answers.includes(false) ? 'sometimes' : 'always';
}

/** What the rules claim, by their ids. */
export const CLAIMS: ReadonlyMap<string, Claim> = new Map<string, Claim>([
  [
    'invalid-filter',
    ofFilter(({ parsed }, _, { severity }) =>
      parsed.errors.some(({ certainty }) => severity !== 'error' || certainty === 'documented'),
    ),
  ],
  ['table-scan', ofFilter(({ fits }) => fits.includes('table-scan'))],
  [
    'partition-key-or',
    ofFilter(
      ({ classification: { cause } }) => cause?.kind === 'or-over-key' && cause.key === 'PartitionKey',
    ),
  ],
  [
    'row-key-or',
    ofFilter(({ classification: { cause } }) => cause?.kind === 'or-over-key' && cause.key === 'RowKey'),
  ],
  ['partition-scan', ofFilter(({ fits }) => fits.includes('partition-scan'))],
  ['partition-range-scan', ofFilter(({ fits }) => fits.includes('partition-range'))],
  ['open-row-range', ofFilter(({ fits }) => fits.includes('row-range'))],
  ['point-query-as-list', ofFilter(({ fits }) => fits.includes('point'))],
  [
    'contradictory-filter',
    ofFilter(
      ({ parsed, shape }) =>
        shape === 'empty' || (parsed.filter !== undefined && exclusion(parsed.filter) !== undefined),
    ),
  ],
  ['unescaped-interpolation', whereTyped(ofFilter(({ parsed }) => parsed.errors.length > 0))],
  ['odata-composed-literal', ofFilter(({ parsed }) => parsed.errors.length > 0)],
]);
