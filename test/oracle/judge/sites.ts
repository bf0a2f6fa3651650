import type { Program, SourceFile } from '../program.ts';
import type { Call, Frame } from '../run/calls.ts';
import type { Run } from '../run/run.ts';
import type { At, Said, SaidCall } from './said.ts';

/** Calls that one run made for one call that the lens speaks of. */
export interface Visits {
  readonly run: Run;
  readonly calls: readonly Call[];
}

/** A place where the program calls the SDK, and who is said to be responsible for it. */
export interface Site {
  readonly at: At;
  readonly kind: Call['kind'];
  /** Those that `main` leads to. */
  readonly calls: readonly Call[];
  /** The call itself, if the lens knows it. */
  readonly own: SaidCall | undefined;
  /** Calls of wrappers that led to one of the calls. */
  readonly wrappersOf: (call: Call) => readonly SaidCall[];
}

/** The sites that the runs reached, and which runs' calls belong to which call that is spoken of. */
export interface Reached {
  readonly sites: readonly Site[];
  readonly visitsOf: (said: SaidCall) => readonly Visits[];
  /** Calls of the SDK for a wrapper's site of which it is not seen which call of the wrapper made them. */
  readonly strayOf: (said: SaidCall) => readonly Call[];
}

/** Joins what ran with what is said. */
export function reach({ files }: Pick<Program, 'files'>, runs: readonly Run[], said: Said): Reached {
  const offsetOf = offsets(files);
  const textOf = new Map(files.map(({ file, text }) => [file, text]));
  // a name in brackets is found with its quote by one and without by the other
  const keyOf = ({ file, offset }: At): string =>
    `${file}:${/['"`]/.test(textOf.get(file)?.[offset] ?? '') ? offset + 1 : offset}`;
  const placeOf = (top: Frame): At => {
    const offset = offsetOf(top);
    // a call of what stands in brackets is found behind them
    const before = textOf.get(top.file)?.slice(0, offset) ?? '';
    const name = /\[(?<name>(['"`])\w+\2)\]$/.exec(before)?.groups?.name;
    return { file: top.file, offset: name === undefined ? offset : offset - name.length - 1 };
  };
  const places = new Map<Frame, At & { readonly key: string }>();
  const atOf = ({ frames: [top] }: Call): At & { readonly key: string } => {
    if (top === undefined) return { file: '', offset: 0, key: keyOf({ file: '', offset: 0 }) };
    const before = places.get(top);
    if (before !== undefined) return before;
    const at = placeOf(top);
    const made = { ...at, key: keyOf(at) };
    places.set(top, made);
    return made;
  };
  const bySite = new Map<string, Call[]>();
  const visits = new Map<SaidCall, Visits[]>();
  const strays = new Map<string, Call[]>();
  const ofSite = new Map<string, SaidCall[]>();
  const through = new Map<Call, readonly SaidCall[]>();
  // a method that is bound to its client is called where the call of the bound one stands
  for (const one of said.calls)
    for (const at of new Set([keyOf(one.at), keyOf(one.via ?? one.at)])) add(ofSite, at, one);
  const isHere = (one: SaidCall, key: string): boolean => one.via === undefined || keyOf(one.at) === key;
  const isAt = ({ file, line, column }: Frame, at: At): boolean => {
    if (file !== at.file) return false;
    // a frame that waits stands at the `await`, or at the head of the loop: its line tells, where that has one call
    const [start, end] = [offsetOf({ file, line, column: 1 }), offsetOf({ file, line: line + 1, column: 1 })];
    return offsetOf({ file, line, column }) === at.offset || (at.offset >= start && at.offset < end);
  };
  for (const run of runs) {
    const inRun = new Map<SaidCall, Call[]>();
    for (const call of run.calls) {
      const { key } = atOf(call);
      if (run.isFromOutside !== true) add(bySite, key, call);
      const candidates = ofSite.get(key) ?? [];
      const wrappers = candidates.filter((one) => !isHere(one, key));
      const found = wrappers.filter(({ at }) => call.frames.slice(1).some((frame) => isAt(frame, at)));
      through.set(call, found);
      if (wrappers.length > 0 && found.length === 0 && run.isFromOutside !== true) add(strays, key, call);
      for (const one of [...candidates.filter((each) => isHere(each, key)), ...found]) add(inRun, one, call);
    }
    for (const [one, calls] of inRun) add(visits, one, { run, calls });
  }
  return {
    sites: [...bySite].map(([key, calls]): Site => {
      const [first] = calls;
      const here = ofSite.get(key) ?? [];
      return {
        at: first ? atOf(first) : { file: '', offset: 0 },
        kind: first?.kind ?? 'list',
        calls,
        own: here.find((one) => isHere(one, key)),
        wrappersOf: (call) => through.get(call) ?? [],
      };
    }),
    visitsOf: (one) => visits.get(one) ?? [],
    strayOf: ({ via }) => (via === undefined ? [] : (strays.get(keyOf(via)) ?? [])),
  };
}

function add<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function offsets(files: readonly SourceFile[]): (frame: Frame) => number {
  const starts = new Map(
    files.map(({ file, text }) => {
      const lines = text.split('\n');
      let offset = 0;
      return [file, lines.map((line) => (offset += line.length + 1) - line.length - 1)] as const;
    }),
  );
  return ({ file, line, column }) => (starts.get(file)?.[line - 1] ?? Number.POSITIVE_INFINITY) + column - 1;
}
