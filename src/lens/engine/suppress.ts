import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../core/text/edit.ts';
import { lineStart } from '../../core/text/line.ts';
import { onOneLine } from '../../core/text/one-line.ts';
import { shortened } from '../../core/text/shortened.ts';
import type { Span } from '../../core/text/span.ts';
import { lazy } from '../model/lazy.ts';
import type { Report } from '../rules/rule.ts';
import { type LexicalLayers, readLexicalLayers } from '../syntax/lower/lexical.ts';
import { codeStart, lineBefore } from '../syntax/script-blocks.ts';
import { around } from './around.ts';
import { messagesOf } from '../rules/message.ts';

/** The id under which a comment is reported that silences nothing. */
export const UNKNOWN_RULE = 'unknown-rule';

const MARK = 'partition-lens-disable';
const DIRECTIVE = /^[\s*]*partition-lens-disable(-next-line)?(?![\w-])([^]*)$/;

/** What the suppression comments of one file say. */
export interface Suppressions {
  /** Whether a finding of `rule` that begins at `offset` is silenced. */
  readonly silences: (rule: string, offset: number) => boolean;
  /** Comments that name no rule, or one that does not exist. */
  readonly problems: readonly Report[];
}

interface Directive {
  readonly scope: 'file' | 'next-line';
  readonly rules: readonly RuleName[];
  /** Of the whole comment. */
  readonly span: Span;
  /** Where a further id belongs. */
  readonly insertAt: number;
  /** Where its last word ends. */
  readonly wordsEnd: number;
  readonly hasReason: boolean;
}

interface RuleName {
  readonly id: string;
  readonly span: Span;
}

/**
 * Reads `partition-lens-disable-next-line <id>[, <id>] -- reason` and `partition-lens-disable <id>` from a
 * file's comments. A finding in a text of several lines belongs to the line on which that text begins,
 * because no comment can stand inside it.
 */
export function readSuppressions(file: string, text: string, known: ReadonlySet<string>): Suppressions {
  if (!text.includes(MARK)) return { silences: () => false, problems: [] };
  const layers = readLexicalLayers(file, text);
  const anchorLine = anchorLinesOf(text, layers);
  const directives = readDirectives(layers);
  const wholeFile = new Set(
    directives.filter((d) => d.scope === 'file').flatMap((d) => d.rules.map((r) => r.id)),
  );
  const byLine = new Map<number, Set<string>>();
  for (const directive of directives) {
    if (directive.scope === 'file') continue;
    const line = lineStartAfter(text, directive.span.end);
    const rules = byLine.get(line) ?? new Set();
    byLine.set(line, rules);
    for (const { id } of directive.rules) rules.add(id);
  }
  return {
    silences: (rule, offset) => wholeFile.has(rule) || byLine.get(anchorLine(offset))?.has(rule) === true,
    problems: directives.flatMap((directive) => problemsOf(file, directive, known)),
  };
}

/** Writes suppression comments into one text. */
export interface Silencer {
  /**
   * The edit that writes a comment for `rule`: above the line of the finding at `offset`, or at the top of the file. An
   * existing comment of that line gets the id added. A reason stands at the end of the comment, on one line, and cannot end it.
   */
  readonly edit: (rule: string, offset: number, scope: SilenceScope, reason?: string) => TextEdit;
}

/** What one comment silences. */
export type SilenceScope = 'file' | 'next-line';

/** Characters of a reason that are kept. */
const MOST_REASON = 300;

/** A reason as a comment can have it: in none of the languages that hold scripts does it end anything. */
function reasonIn(reason: string): string {
  return shortened(onOneLine(reason.trim()), MOST_REASON)
    .replaceAll('*/', '* /')
    .replaceAll('</', '< /')
    .replaceAll('-->', '-- >');
}

export function createSilencer(file: string, text: string): Silencer {
  const read = lazy(() => {
    const layers = readLexicalLayers(file, text);
    const byLine = new Map<number, Directive>();
    for (const directive of readDirectives(layers).toReversed()) {
      if (directive.scope === 'next-line') byLine.set(lineStartAfter(text, directive.span.end), directive);
    }
    return {
      byLine,
      anchorLine: anchorLinesOf(text, layers),
      jsxAround: around(layers.jsxTexts, (span) => [span]),
    };
  });
  return {
    edit(rule, offset, scope, reason = '') {
      const why = reasonIn(reason);
      const because = why === '' ? '' : ` -- ${why}`;
      if (scope === 'file') return lineBefore(text, codeStart(file, text), `// ${MARK} ${rule}${because}`);
      const { byLine, anchorLine, jsxAround } = read();
      const line = anchorLine(offset);
      const existing = byLine.get(line);
      if (existing !== undefined) {
        const { insertAt: start, wordsEnd } = existing;
        const separator = existing.rules.length > 0 ? ', ' : ' ';
        if (why === '') return { span: { start, end: start }, text: `${separator}${rule}` };
        const said = text.slice(start, wordsEnd);
        const reasons = existing.hasReason ? `${said}; ${why}` : `${said}${because}`;
        return { span: { start, end: wordsEnd }, text: `${separator}${rule}${reasons}` };
      }
      // in markup, code may begin in the line of its tag
      const at = Math.max(line, codeStart(file, text, offset));
      const indent = /^[ \t]*/.exec(text.slice(at))?.[0] ?? '';
      const words = `${MARK}-next-line ${rule}${because}`;
      const [jsx] = jsxAround({ start: line - 1, end: line });
      const comment = jsx === undefined ? `// ${words}` : inJsx(words, text, jsx, line);
      return lineBefore(text, at, indent + comment);
    },
  };
}

/** A comment among JSX tags. It parts words that stood on two lines, which JSX joins by a space. */
function inJsx(words: string, text: string, { start, end }: Span, line: number): string {
  const joins = text.slice(start, line).trim() !== '' && text.slice(line, end).trim() !== '';
  return `{/* ${words} */}${joins ? "{' '}" : ''}`;
}

/** Names in one comment that are read: more than there are rules. */
const MOST_NAMES = 200;

function* firstOf<T>(all: Iterable<T>, most: number): Generator<T> {
  let left = most;
  for (const one of all) {
    if (left === 0) return;
    left -= 1;
    yield one;
  }
}

function readDirectives(layers: LexicalLayers): Directive[] {
  const directives: Directive[] = [];
  for (const comment of layers.comments) {
    const match = DIRECTIVE.exec(comment.text);
    if (match === null) continue;
    const rest = match[2] ?? '';
    const list = /^[^]*?(?=\s--|$)/.exec(rest)?.[0] ?? '';
    const from = comment.span.start + 2 + comment.text.length - rest.length;
    const rules = [...firstOf(list.matchAll(/[^\s,*]+/g), MOST_NAMES)].map((word) => ({
      id: word[0],
      span: { start: from + word.index, end: from + word.index + word[0].length },
    }));
    directives.push({
      scope: match[1] === undefined ? 'file' : 'next-line',
      rules,
      span: comment.span,
      insertAt: rules.at(-1)?.span.end ?? from,
      wordsEnd: Math.max(rules.at(-1)?.span.end ?? from, from + rest.trimEnd().length),
      hasReason: /\s--\s*\S/.test(rest),
    });
  }
  return directives;
}

const say = messagesOf({
  'no-rule': () => ({
    message: l10n.t("This comment doesn't name a rule, so it silences nothing."),
    help: l10n.t('Add the id of the rule, as the finding shows it.'),
  }),
  'not-a-rule': (id: string) => ({
    message: l10n.t('There is no rule "{0}", so nothing is silenced.', id),
    help: l10n.t('Use the id that the finding shows, or remove this one.'),
  }),
});

function problemsOf(file: string, directive: Directive, known: ReadonlySet<string>): Report[] {
  if (directive.rules.length === 0) {
    return [{ place: { file, span: directive.span }, ...say('no-rule') }];
  }
  return directive.rules
    .filter(({ id }) => !known.has(id))
    .map(({ id, span }) => ({
      place: { file, span },
      ...say('not-a-rule', id),
    }));
}

/** Tells where the line begins above which a comment for an offset can stand. */
function anchorLinesOf(text: string, layers: LexicalLayers): (offset: number) => number {
  const opaque = around([...layers.literals, ...layers.comments.map(({ span }) => span)], (span) => [span]);
  return (offset) => {
    let line = lineStart(text, offset);
    for (;;) {
      const [inside] = opaque({ start: line - 1, end: line + 1 });
      if (inside === undefined) return line;
      line = lineStart(text, inside.start);
    }
  };
}

/** The start of the line after the one that holds `offset`; the end of the text if there is none. */
function lineStartAfter(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}
