import type { TextEdit } from '../../core/text/edit.ts';
import { countUpTo } from '../../core/text/sorted.ts';

/** The same edit of several fixes, such as an import that all of them need, is made once. */
export function distinctEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  return [...new Map(edits.map((edit) => [keyOf(edit), edit])).values()];
}

function keyOf({ span: { start, end }, text }: TextEdit): string {
  return `${start} ${end} ${text}`;
}

/** Edits by where they begin, none of which touches another. */
export class TakenEdits {
  readonly #edits: TextEdit[] = [];
  readonly #keys = new Set<string>();

  /** Takes all of them, or none and says so. */
  take(edits: readonly TextEdit[]): boolean {
    const added = edits.filter((edit) => !this.#keys.has(keyOf(edit)));
    if (!added.every((edit) => this.#isFree(edit))) return false;
    for (const edit of added) {
      this.#keys.add(keyOf(edit));
      this.#edits.splice(this.#placeOf(edit), 0, edit);
    }
    return true;
  }

  #isFree(edit: TextEdit): boolean {
    const at = this.#placeOf(edit);
    const [before, after] = [this.#edits[at - 1], this.#edits[at]];
    const isAfter = before === undefined || before.span.end < edit.span.start;
    return isAfter && (after === undefined || edit.span.end < after.span.start);
  }

  #placeOf({ span }: TextEdit): number {
    return countUpTo(this.#edits, span.start, ({ span: { start } }) => start);
  }
}
