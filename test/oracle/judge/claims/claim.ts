import type { Finding } from '../../../../src/lens/engine/finding.ts';
import type { Call } from '../../run/calls.ts';
import type { Visits } from '../sites.ts';

/** How often what a finding says is so when its call is reached. */
export type Holds = 'always' | 'sometimes' | 'never';

/** What a rule claims, asked of all runs that reached the call; undefined where runs cannot tell. */
export type Claim = (finding: Finding, visits: readonly Visits[]) => Holds | undefined;

/** Claims of rules, by their ids. */
export type Claims = readonly (readonly [rule: string, claim: Claim])[];

/** From single answers; undefined where there are none. */
function holds(answers: readonly boolean[]): Holds | undefined {
  if (answers.length === 0) return undefined;
  if (!answers.includes(true)) return 'never';
  return answers.includes(false) ? 'sometimes' : 'always';
}

/** A claim about every single call of a kind that can show it. */
export function ofEach<K extends Call['kind']>(
  kind: K,
  isSo: (call: Extract<Call, { kind: K }>, finding: Finding, run: Visits['run']) => boolean | undefined,
): Claim {
  return (finding, visits) =>
    holds(
      visits.flatMap(({ run, calls }) =>
        calls.flatMap((call) => (isOfKind(call, kind) ? (isSo(call, finding, run) ?? []) : [])),
      ),
    );
}

function isOfKind<K extends Call['kind']>(call: Call, kind: K): call is Extract<Call, { kind: K }> {
  return call.kind === kind;
}

/** A claim about the calls of a run, of those runs that can show it. */
export function ofRun(
  isSo: (calls: readonly Call[], finding: Finding, run: Visits['run']) => boolean | undefined,
): Claim {
  return (finding, visits) => holds(visits.flatMap(({ run, calls }) => isSo(calls, finding, run) ?? []));
}

/** A claim that one call contradicts: it holds always or it is false. */
export function universal(claim: Claim): Claim {
  return (finding, visits) => {
    const answer = claim(finding, visits);
    return answer === 'sometimes' ? 'never' : answer;
  };
}

/** A claim that only runs can show that came to their end: where one breaks off, what would come next is not seen. */
export function ofWholeRuns(claim: Claim): Claim {
  return (finding, visits) =>
    claim(
      finding,
      visits.filter(({ run }) => !('error' in run)),
    );
}
