import { applyEdits } from '../../../src/core/text/edit.ts';
import { createEngine } from '../../../src/lens/engine/create.ts';
import type { Engine } from '../../../src/lens/engine/engine.ts';
import { toldOnce } from '../../../src/lens/engine/told-once.ts';
import { codeActions } from '../../../src/lens/ide/code-actions.ts';
import { finish } from '../../../src/lens/model/seen/stepwise.ts';
import { assistsAt, textsAfter, usual } from '../../../src/lens/patterns/assists.ts';
import type { World } from '../../../src/lens/patterns/pattern.ts';
import { rules } from '../../../src/lens/rules/registry.ts';
import type { Program } from '../program.ts';

/** A fix that is offered, and the program that it makes. */
export interface Offer {
  readonly rule: string;
  readonly title: string;
  readonly isPlaceholder: boolean;
  /** What a pattern says of what it does. */
  readonly notes?: readonly string[];
  readonly fixed: Program;
}

/** What is offered for a program. */
export interface Offers {
  readonly offers: readonly Offer[];
  /** Places at which several fixes are said to be the one to take: their titles. */
  readonly rivals: readonly string[];
}

export function offersFor(program: Program): Offers {
  const engine = createEngine({
    rules,
    onRuleError: (rule, file, error) => {
      throw new Error(`${rule} failed on ${file}`, { cause: error });
    },
  });
  const { files } = program;
  for (const { file, text } of files) engine.setFile(file, text);
  for (let wanted = engine.wantedFiles(); wanted.length > 0; wanted = engine.wantedFiles()) {
    for (const candidates of wanted) candidates.forEach(engine.markMissing);
  }
  const offers: Offer[] = [];
  const rivals: string[] = [];
  for (const { file, text } of files) {
    const analysis = engine.analyze(file);
    for (const { rule, fixes } of analysis.findings) {
      for (const { title, edits, placeholder } of fixes()) {
        const edited = applyEdits(text, edits);
        const fixed = files.map((each) => (each.file === file ? { file, text: edited } : each));
        offers.push({
          rule,
          title,
          isPlaceholder: placeholder !== undefined,
          fixed: { ...program, files: fixed },
        });
      }
    }
    // as the server shows them
    const shown = { ...analysis, findings: toldOnce(analysis.findings) };
    for (const { span } of shown.findings) {
      const actions = finish(codeActions(shown, text, { start: span.start, end: span.start }));
      const preferred = actions.filter((each) => each.preferred);
      const titles = new Set(preferred.map(({ title, edits }) => JSON.stringify([title, edits])));
      if (titles.size > 1) rivals.push(preferred.map(({ title }) => title).join(' / '));
    }
  }
  return { offers: [...offers, ...writtenBy(engine, program)], rivals: [...new Set(rivals)] };
}

/** The programs that patterns make of one, each at one call. */
function writtenBy(engine: Engine, program: Program): readonly Offer[] {
  const texts = new Map(program.files.map(({ file, text }) => [file, text]));
  const world: World = { ...engine, files: engine.filesToCheck, beside: (file) => texts.get(file) };
  return program.files.flatMap(({ file }) => {
    const starts = new Set(
      engine.operations(file).flatMap(({ via, nameSpan }) => (via === undefined ? [nameSpan.start] : [])),
    );
    return [...starts].flatMap((start) =>
      assistsAt(world, file, { start, end: start }, usual).flatMap(({ pattern, outcome }): Offer[] =>
        outcome.kind === 'refused'
          ? []
          : [
              {
                rule: pattern.id,
                title: pattern.title(),
                isPlaceholder: false,
                notes: outcome.notes,
                fixed: {
                  ...program,
                  files: [...new Map([...texts, ...textsAfter(world, outcome.changes)])].map(
                    ([name, text]) => ({ file: name, text }),
                  ),
                },
              },
            ],
      ),
    );
  });
}
