import type { Finding } from '../../../src/lens/engine/finding.ts';
import type { Shape } from '../../../src/core/shape/shape.ts';
import type { Program } from '../program.ts';
import type { Run } from '../run/run.ts';
import type { Holds } from './claims/claim.ts';
import { CLAIMS } from './claims/claims.ts';
import { filterClaims } from './claims/filters.ts';
import type { Said, SaidCall } from './said.ts';
import { readSent } from '../sent.ts';
import { reach, type Reached, type Site, type Visits } from './sites.ts';

/** Something untrue that is said of a program, or something that is not told. */
export interface Untruth {
  readonly kind: 'false-error' | 'false-warning' | 'false-hint' | 'untrue-shape' | 'unknown';
  /** The rule of a finding; of a shape how it is untrue, or why it is not known. */
  readonly what: string;
  /** In words, for whoever mends it. */
  readonly detail: string;
}

/** What there is to count of one program. */
export interface Verdict {
  readonly untruths: readonly Untruth[];
  /** List queries that were reached, and those of them whose shape is told. */
  readonly sites: number;
  readonly known: number;
  /** Findings by rule, and those of them that no claim speaks of, or whose call no run reaches. */
  readonly findings: readonly { readonly rule: string; readonly judged: Holds | 'unjudged' | 'unreached' }[];
}

/** Holds what is said of a program against its runs. */
export function judge(program: Program, runs: readonly Run[], said: Said): Verdict {
  const reached = reach(program, runs, said);
  const lists = reached.sites.filter(({ kind }) => kind === 'list');
  const unknown = lists.filter((site) => !isKnown(site));
  const composed = composedOf(said);
  const found = said.findings.map((finding) => ({
    finding,
    judged: judgeFinding(finding, said, reached, composed),
  }));
  return {
    untruths: [
      ...said.calls.flatMap((call) => judgeShapes(call, reached, composed.has(call))),
      ...found.flatMap(({ finding, judged }) => untruthOf(finding, judged)),
      ...unknown.map(notTold),
    ],
    sites: lists.length,
    known: lists.length - unknown.length,
    findings: found.map(({ finding, judged }) => ({ rule: finding.rule, judged })),
  };
}

/** Calls of which it is said that the tag breaks their filter, and those of the SDK that wrappers make for them. */
function composedOf(said: Said): ReadonlySet<SaidCall> {
  const told = said.findings
    .filter(({ rule }) => rule === 'odata-composed-literal')
    .flatMap((finding) => callsOf(finding, said));
  const through = said.calls.filter(({ at }) =>
    told.some(({ via }) => via?.file === at.file && via.offset === at.offset),
  );
  return new Set([...told, ...through]);
}

/** From best to worst. */
const BADNESS: readonly Shape[] = [
  'empty',
  'point',
  'row-range',
  'partition-scan',
  'partition-range',
  'table-scan',
];

function judgeShapes(call: SaidCall, reached: Reached, isComposed: boolean): Untruth[] {
  if (call.kind !== 'list') return [];
  const { shapes } = call;
  const sent = reached.visitsOf(call).flatMap(({ calls }) => calls.flatMap(sentBy));
  // of what the service always rejects nobody can tell what it would read
  if (sent.every(({ isRejected }) => isRejected)) return [];
  const possible = new Set([...sent, ...reached.strayOf(call).flatMap(sentBy)].flatMap(({ fits }) => fits));
  const where = `${call.at.file}:${call.at.offset}`;
  const list = [...shapes].join(', ');
  // one of them is what the filter would be but for quotes that the tag adds, with which the service always rejects it
  const never = [...shapes]
    .filter((shape) => shape !== 'unknown' && !possible.has(shape))
    .slice(isComposed && sent.some(({ isRejected }) => isRejected) ? 1 : 0);
  const worst = Math.max(...[...shapes].map((shape) => BADNESS.indexOf(shape)));
  const worse = shapes.has('unknown')
    ? undefined
    : sent.find(({ shape }) => shape !== undefined && BADNESS.indexOf(shape) > worst);
  return [
    ...never.map((shape): Untruth => ({
      kind: 'untrue-shape',
      what: `never: ${shape}`,
      detail: `${where}: said to be ${list}; sent are ${[...possible].join(', ')}`,
    })),
    ...(worse === undefined
      ? []
      : [
          {
            kind: 'untrue-shape' as const,
            what: `worse: ${String(worse.shape)}`,
            detail: `${where}: said to be ${list}; sent is ${String(worse.shape)}`,
          },
        ]),
  ];
}

function sentBy(call: Site['calls'][number]): ReturnType<typeof readSent>[] {
  return call.kind === 'list' ? [readSent(call.filter)] : [];
}

const tells = ({ shapes }: SaidCall): boolean => shapes.size > 0 && !shapes.has('unknown');

/** Whether it is told what the site asks for: there, or at a call of a wrapper through which the program came to it, each time. */
function isKnown({ own, calls, wrappersOf }: Site): boolean {
  return (own !== undefined && tells(own)) || calls.every((call) => wrappersOf(call).some(tells));
}

function notTold({ at, own, calls, wrappersOf }: Site): Untruth {
  const untold = calls.map(wrappersOf).find((wrappers) => !wrappers.some(tells));
  const call = untold?.at(-1) ?? own;
  const what =
    call === undefined ? 'the call is not seen' : (call.why ?? 'a part of the filter is not known');
  // what differs from program to program is no reason
  const reason = what.replace(/, as .*|result of .*?,|is .*?, a/, (text) => text.slice(0, text.indexOf(' ')));
  return { kind: 'unknown', what: reason, detail: `${at.file}:${at.offset}: ${what}` };
}

const ORDER: readonly Holds[] = ['never', 'sometimes', 'always'];

function judgeFinding(
  finding: Finding,
  said: Said,
  reached: Reached,
  composed: ReadonlySet<SaidCall>,
): Holds | 'unjudged' | 'unreached' {
  const claim = CLAIMS.get(finding.rule);
  if (claim === undefined) return 'unjudged';
  const judged = callsOf(finding, said).flatMap((call) => {
    const all = reached.visitsOf(call);
    // what becomes of an answer that somebody else asked for is not seen
    const visits = FILTER_CLAIMS.has(finding.rule)
      ? all
      : all.filter(({ run }) => run.isFromOutside !== true);
    if (visits.length === 0) return [];
    const holds = claim(finding, visits);
    // it may speak of just the filter that the service rejects for quotes that the tag adds
    const isHidden = holds === 'never' && composed.has(call) && isAnyRejected(visits);
    return [isHidden ? undefined : holds];
  });
  if (judged.length === 0) return 'unreached';
  const known = judged.filter((each) => each !== undefined);
  const best = ORDER.findLast((each) => known.includes(each)) ?? 'unjudged';
  // it speaks of a call that none of these is, which may be one of which runs cannot tell
  const isOfAny = !isPlaced(finding, said) && known.length < judged.length;
  if (best === 'never' && isOfAny) return 'unjudged';
  return best === 'never' && OF_TURNS.has(finding.rule) && isAnyUnknown(said, reached) ? 'unjudged' : best;
}

function isAnyRejected(visits: readonly Visits[]): boolean {
  return visits.some(({ calls }) => calls.flatMap(sentBy).some(({ isRejected }) => isRejected));
}

/** Rules that speak of what is asked for, whoever asks. */
const FILTER_CLAIMS: ReadonlySet<string> = new Set(filterClaims.map(([rule]) => rule));

/** Rules that speak of the turns of a loop. */
const OF_TURNS = new Set([
  'n-plus-one',
  'sequential-point-reads',
  'query-in-loop',
  'writes-in-loop',
  'list-then-delete-each',
  'unbounded-parallel',
]);

/** Whether a list is gone through of which nobody knows that it asks for one entity at most. */
function isAnyUnknown({ calls }: Said, reached: Reached): boolean {
  return calls.some(
    (call) => call.kind === 'list' && call.shapes.has('unknown') && reached.visitsOf(call).length > 0,
  );
}

/** The calls that a finding may be about: the one that it names or stands in, else any. */
function callsOf(finding: Finding, said: Said): readonly SaidCall[] {
  const placed = placedCalls(finding, said);
  return placed.length > 0 ? placed : said.calls;
}

/** Whether a finding names a call, or stands in one. */
function isPlaced(finding: Finding, said: Said): boolean {
  return placedCalls(finding, said).length > 0;
}

function placedCalls({ file, span, about }: Finding, { calls }: Said): readonly SaidCall[] {
  const named = calls.filter(({ at }) => at.file === file && at.offset === about?.nameSpan.start);
  if (named.length > 0) return named;
  const around = calls.filter(
    ({ at, call }) => at.file === file && call.start <= span.start && span.end <= call.end,
  );
  const innermost = Math.max(...around.map(({ call }) => call.start));
  return around.filter(({ call }) => call.start === innermost);
}

function untruthOf(finding: Finding, judged: ReturnType<typeof judgeFinding>): Untruth[] {
  const { rule, severity, message, span, file } = finding;
  const kind = untruthKind(severity, judged);
  return kind === undefined
    ? []
    : [{ kind, what: rule, detail: `${file}:${span.start}: ${judged} true: ${message}` }];
}

function untruthKind(
  severity: Finding['severity'],
  judged: ReturnType<typeof judgeFinding>,
): Untruth['kind'] | undefined {
  switch (severity) {
    case 'error':
      return judged === 'never' || judged === 'sometimes' ? 'false-error' : undefined;
    case 'warning':
      return judged === 'never' ? 'false-warning' : undefined;
    case 'information':
    case 'hint':
      return judged === 'never' ? 'false-hint' : undefined;
  }
}
