import { editBetween } from '../../core/text/edit.ts';
import type { TypeAnswer, TypeAnswers } from '../model/operations/oracle.ts';

/** What the oracle of types said about each file, and about which text of it. */
export interface Answers {
  /** The answers about a text of the file: those about an earlier one hold on beside what was edited. */
  readonly of: (file: string, text: string) => TypeAnswers;
  /**
   * Takes new answers over, undefined for none; what is said about other names of the text stays. False when
   * nothing is new.
   */
  readonly set: (file: string, text: string, news: ReadonlyMap<number, TypeAnswer | undefined>) => boolean;
}

export function createAnswers(): Answers {
  const byFile = new Map<string, { readonly text: string; readonly answers: TypeAnswers }>();
  const of = (file: string, text: string): TypeAnswers => {
    const known = byFile.get(file);
    return known === undefined ? new Map() : moved(known.answers, known.text, text);
  };
  return {
    of,
    set(file, text, news) {
      const before = of(file, text);
      const answers = new Map(
        [...before, ...news].filter((entry): entry is [number, TypeAnswer] => entry[1] !== undefined),
      );
      for (const [offset, answer] of news) if (answer === undefined) answers.delete(offset);
      if (answers.size === 0) byFile.delete(file);
      else byFile.set(file, { text, answers });
      return !isSame(before, answers);
    },
  };
}

/** Answers by their offsets in another text: those before and after the part that differs. */
function moved(answers: TypeAnswers, before: string, after: string): TypeAnswers {
  if (before === after || answers.size === 0) return answers;
  const { span } = editBetween(before, after);
  const shift = after.length - before.length;
  return new Map(
    [...answers].flatMap(([offset, answer]) => {
      if (offset < span.start) return [[offset, answer] as const];
      return offset >= span.end ? [[offset + shift, answer] as const] : [];
    }),
  );
}

function isSame(a: TypeAnswers, b: TypeAnswers): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(answers: TypeAnswers): readonly unknown[] {
  return [...answers].sort(([a], [b]) => a - b);
}
