import { editBetween } from '../core/text/edit.ts';
import { contains } from '../core/text/span.ts';
import type { FileAnalysis } from '../lens/engine/engine.ts';
import type { LensCost, LensLine } from '../lens/ide/ide.ts';
import { unfinishedAt, type UnfinishedQuery } from '../lens/ide/unfinished.ts';

/**
 * Where somebody writes: what is wrong with a condition that is not finished is not told before it could be complete, something else
 * is edited, the cursor leaves its filter or the document is saved.
 */
export interface Writing {
  /** A document has this text now. */
  readonly edited: (uri: string, text: string) => void;
  /** The cursor was put somewhere; whether more may be told now. */
  readonly moved: (uri: string, offset: number) => boolean;
  /** What there is is meant. */
  readonly saved: (uri: string) => void;
  readonly closed: (uri: string) => void;
  /** The query of an analysis of the document that is being written. */
  readonly unfinished: (uri: string, analysis: FileAnalysis) => UnfinishedQuery | undefined;
  /** Lines above the calls of a document, that of the query which is being written as it was before. */
  readonly steady: (uri: string, lines: readonly LensLine[], unfinished?: UnfinishedQuery) => LensLine[];
}

export function createWriting(): Writing {
  const texts = new Map<string, string>();
  const heads = new Map<string, readonly Head[]>();
  let last: { readonly uri: string; readonly offset: number } | undefined;
  let held: UnfinishedQuery | undefined;

  const release = (): boolean => {
    const wasHeld = held !== undefined;
    last = undefined;
    held = undefined;
    return wasHeld;
  };

  return {
    edited: (uri, text) => {
      const before = texts.get(uri);
      texts.set(uri, text);
      if (before === undefined) return;
      const edit = editBetween(before, text);
      last = { uri, offset: edit.span.start + edit.text.length };
    },
    moved: (uri, offset) => {
      const at = { start: offset, end: offset };
      const stays = uri === last?.uri && held?.spans.some((span) => contains(span, at));
      return held !== undefined && stays !== true && release();
    },
    saved: (uri) => {
      if (uri === last?.uri) release();
    },
    closed: (uri) => {
      texts.delete(uri);
      heads.delete(uri);
      if (uri === last?.uri) release();
    },
    unfinished: (uri, analysis) => {
      if (uri !== last?.uri) return undefined;
      held = unfinishedAt(analysis, last.offset);
      return held;
    },
    steady: (uri, lines, unfinished) => {
      const before = heads.get(uri) ?? [];
      let index = 0;
      const steady = lines.map((line) => {
        const known = isReadHead(line) ? before[index++] : undefined;
        const isHeld = line.span.start === unfinished?.query.nameSpan.start;
        return isHeld && known !== undefined ? { ...line, ...known } : line;
      });
      heads.set(
        uri,
        steady.filter(isReadHead).map(({ title, cost }) => ({ title, cost })),
      );
      return steady;
    },
  };
}

/** What the first line of a read says. */
interface Head {
  readonly title: string;
  readonly cost: LensCost;
}

/** Writes have one only where it leads somewhere: they don't count. */
function isReadHead(line: LensLine): line is LensLine & Head {
  return line.cost !== undefined && line.cost !== 'write';
}
