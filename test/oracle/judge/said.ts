import { rules } from '../../../src/lens/rules/registry.ts';
import type { Shape } from '../../../src/core/shape/shape.ts';
import { createEngine } from '../../../src/lens/engine/create.ts';
import type { Finding } from '../../../src/lens/engine/finding.ts';
import type { Operation } from '../../../src/lens/model/operations/operation.ts';
import type { Program } from '../program.ts';

/** One place in a file. */
export interface At {
  readonly file: string;
  readonly offset: number;
}

/** What the lens says of one call: all that the oracle knows of an operation, whatever the engine calls it. */
export interface SaidCall {
  /** Where the method's name, or the wrapper's, begins. */
  readonly at: At;
  readonly call: { readonly start: number; readonly end: number };
  /** Of a call of a wrapper: where the SDK is called for it. */
  readonly via?: At;
  readonly kind: 'list' | 'read' | 'write';
  /** Every shape that it is said to have on some path; `unknown` among them where one is not told. */
  readonly shapes: ReadonlySet<Shape>;
  /** Why nothing is told. */
  readonly why?: string;
}

/** All that the lens says of a program. */
export interface Said {
  readonly calls: readonly SaidCall[];
  readonly findings: readonly Finding[];
}

/** Asks the lens. A rule that throws throws here. */
export function sayAll({ files }: Pick<Program, 'files'>): Said {
  const engine = createEngine({
    rules,
    onRuleError: (rule, file, error) => {
      throw new Error(`${rule} failed on ${file}`, { cause: error });
    },
  });
  for (const { file, text } of files) engine.setFile(file, text);
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles()) {
    for (const candidates of wanted) {
      const found = files.find(({ file }) => candidates.includes(file));
      if (found === undefined) candidates.forEach(engine.markMissing);
      else engine.setFile(found.file, found.text);
    }
  }
  const analyses = files.map(({ file }) => engine.analyze(file));
  return {
    calls: analyses.flatMap(({ operations }) => operations.flatMap(callOf)),
    findings: analyses.flatMap(({ findings }) => findings),
  };
}

function callOf(operation: Operation): SaidCall[] {
  const { file, nameSpan, callSpan, via, evidence } = operation;
  // what is only listed as "not sure" says nothing
  if (evidence !== 'proved' && evidence !== 'inferred') return [];
  const site = {
    at: { file, offset: nameSpan.start },
    call: callSpan,
    ...(via && { via: { file: via.place.file, offset: via.place.span.start } }),
  };
  switch (operation.kind) {
    case 'query':
      return [
        {
          ...site,
          kind: 'list',
          shapes: shapesOf(operation.filter),
          ...(operation.filter.kind === 'unknown' && { why: operation.filter.why }),
        },
      ];
    case 'point-read':
      return [{ ...site, kind: 'read', shapes: new Set<Shape>(['point']) }];
    case 'write':
      return [{ ...site, kind: 'write', shapes: new Set<Shape>() }];
  }
}

function shapesOf(filter: Extract<Operation, { kind: 'query' }>['filter']): ReadonlySet<Shape> {
  switch (filter.kind) {
    case 'none':
      return new Set([filter.classification.shape]);
    case 'known':
      return new Set(filter.alternatives.map(({ classification }) => classification.shape));
    case 'unknown':
      return new Set<Shape>(['unknown']);
  }
}
