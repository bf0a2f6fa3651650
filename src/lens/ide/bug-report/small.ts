import { leavingOut, shrink } from '../../../core/text/shrink.ts';
import type { Span } from '../../../core/text/span.ts';
import { removableParts } from '../../syntax/edits/removable.ts';
import { wordPlaces } from '../../syntax/edits/word-places.ts';
import type { Sources } from './program.ts';

/** Lists of parts that are compared at most; only those that make another program are analyzed. */
const MOST_LISTS = 20_000;

interface Part {
  readonly file: string;
  readonly span: Span;
}

/** Gives the smallest program found that is still wanted: parts of its syntax are left out, then files without any. */
export async function smallest(
  given: Sources,
  isWanted: (sources: Sources) => Promise<boolean>,
): Promise<Sources> {
  const uncommented = mapped(given, withoutComments);
  const start = (await isWanted(uncommented)) ? uncommented : given;
  const parts = [...start].flatMap(([file, text]): Part[] => [
    { file, span: { start: 0, end: text.length } },
    ...removableParts(file, text).map((span) => ({ file, span })),
  ]);
  const asked = new Map<string, boolean>();
  const all: readonly Part[] = parts;
  const withOnly = (kept: readonly Part[]): Sources => {
    const left = new Set(kept);
    const gone = all.filter((part) => !left.has(part));
    return mapped(start, (file, text) =>
      without(
        text,
        gone.flatMap((part) => (part.file === file ? [part.span] : [])),
      ),
    );
  };
  const kept = await shrink(
    all,
    async (list) => {
      const sources = withOnly(list);
      const key = JSON.stringify([...sources]);
      const known = asked.get(key) ?? (await isWanted(sources));
      asked.set(key, known);
      return known;
    },
    leavingOut(all.length, MOST_LISTS),
  );
  return mapped(withOnly(kept), (_, text) => withoutBlankLines(text));
}

/** Files without text are left out. */
function mapped(sources: Sources, change: (file: string, text: string) => string): Sources {
  const changed = [...sources].map(([file, text]) => [file, change(file, text)] as const);
  return new Map(changed.filter(([, text]) => text.trim() !== ''));
}

function withoutComments(file: string, text: string): string {
  const places = wordPlaces(file, text).filter(({ kind }) => kind === 'comment');
  return without(
    text,
    places.map(({ span }) => span),
  );
}

/** Leaves out spans, which may be in each other and overlap. */
function without(text: string, spans: readonly Span[]): string {
  let left = '';
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    if (start > at) left += text.slice(at, start);
    at = Math.max(at, end);
  }
  return left + text.slice(at);
}

function withoutBlankLines(text: string): string {
  const lines = text.split(/\r?\n/).map((line) => line.trimEnd());
  return `${lines.filter((line) => line !== '').join('\n')}\n`;
}
