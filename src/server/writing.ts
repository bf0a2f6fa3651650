import { editBetween, type TextEdit } from '../core/text/edit.ts';
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
  /** The query of an analysis of the document that is being written; `isBroken` where the document can't be parsed. */
  readonly unfinished: (
    uri: string,
    analysis: FileAnalysis,
    isBroken: boolean,
  ) => UnfinishedQuery | undefined;
  /** Lines above the calls of a document, that of the query which is being written as it was before. */
  readonly steady: (uri: string, lines: readonly LensLine[], unfinished?: UnfinishedQuery) => LensLine[];
}

export function createWriting(): Writing {
  const texts = new Map<string, string>();
  const heads = new Map<string, readonly Head[]>();
  let last: { readonly uri: string; readonly offsets: readonly number[] } | undefined;
  let held: UnfinishedQuery | undefined;
  // since the last edit
  let cursor: number | undefined;

  const release = (): boolean => {
    const wasHeld = held !== undefined;
    last = undefined;
    held = undefined;
    cursor = undefined;
    return wasHeld;
  };

  return {
    edited: (uri, text) => {
      const before = texts.get(uri);
      texts.set(uri, text);
      if (before === undefined) return;
      const edit = editBetween(before, text);
      last = { uri, offsets: endsOf(edit, text) };
      // its places are those of the text before
      held = undefined;
      cursor = undefined;
    },
    moved: (uri, offset) => {
      if (uri === last?.uri) cursor = offset;
      return held !== undefined && !(uri === last?.uri && isIn(held, offset)) && release();
    },
    saved: (uri) => {
      if (uri === last?.uri) release();
    },
    closed: (uri) => {
      texts.delete(uri);
      heads.delete(uri);
      if (uri === last?.uri) release();
    },
    unfinished: (uri, analysis, isBroken) => {
      if (uri !== last?.uri) return undefined;
      held = last.offsets.map((offset) => unfinishedAt(analysis, offset, isBroken)).find((one) => one);
      // it left before this was known
      if (held !== undefined && cursor !== undefined && !isIn(held, cursor)) release();
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

function isIn({ spans, isPart }: UnfinishedQuery, offset: number): boolean {
  // what is closed by a quote, with a blank behind it, goes on from there
  const behind = isPart === true ? 0 : 2;
  return spans.some(({ start, end }) => start <= offset && offset <= end + behind);
}

/** Places that one insertion can be at: a quote before a quote can be the second of the two, too. */
const MOST_PLACES = 8;

/** Where an edit can have ended, the last of these places first: two texts do not tell which of the same characters is new. */
function endsOf({ span, text: written }: TextEdit, text: string): readonly number[] {
  const ends = [span.start + written.length];
  if (span.end > span.start) return ends;
  for (let at = span.start - 1; at >= 0 && ends.length < MOST_PLACES; at--) {
    if (text[at] !== text[at + written.length]) break;
    ends.push(at + written.length);
  }
  return ends;
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
