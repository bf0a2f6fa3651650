import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  type Completion as Option,
  type CompletionContext,
  type CompletionResult,
  completionStatus,
  moveCompletionSelection,
  pickedCompletion,
  selectedCompletionIndex,
  startCompletion,
} from '@codemirror/autocomplete';
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { EditorState, type Extension, Prec, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, EditorView, highlightSpecialChars, keymap, placeholder } from '@codemirror/view';
import { lex, type Token } from '../../core/odata/lexer.ts';
import { writingPointAt } from '../../core/odata/expected.ts';
import { isKeyName } from '../../core/shape/shape.ts';
import { type Completion, completionsAt, type KnownProperty } from '../../core/shape/completion.ts';
import { visible } from '../../core/text/one-line.ts';
import { plainText } from '../../core/text/segments.ts';
import type { Span } from '../../core/text/span.ts';
import type { Mistake } from './mistake.ts';

/** What the editor needs from around it. */
export interface FilterEditorHost {
  readonly properties: () => readonly KnownProperty[];
  /** The text is another one. */
  readonly changed: () => void;
  readonly run: () => void;
  readonly entered: () => void;
  /** Where on the page what is said of the filter ends, in CSS pixels: completions come below it. */
  readonly saidUntil: () => number;
}

/** Attributes of the text field that change. */
export interface FieldState {
  readonly mistakes: readonly Mistake[];
  /** The id of what describes it. */
  readonly describedBy: string;
}

/** A field of one line for a filter: colored, completed, with mistakes underlined. */
export interface FilterEditor {
  readonly root: HTMLElement;
  readonly text: () => string;
  readonly set: (text: string) => void;
  /** Puts a text in place of a part, and the cursor behind it. */
  readonly replace: (span: Span, text: string) => void;
  readonly select: (span: Span) => void;
  readonly show: (state: FieldState) => void;
  readonly focus: () => void;
  /** There is more to offer than there was: offers it to who is writing. */
  readonly offerMore: () => void;
}

const MAX_OFFERS = 50;

const shown = StateEffect.define<FieldState>();

const fieldState = StateField.define<FieldState>({
  create: () => ({ mistakes: [], describedBy: '' }),
  update: (state, { effects }) => effects.find((effect) => effect.is(shown))?.value ?? state,
});

/** Makes the field; styles carry the page's nonce. `attributes` are those that stay. */
export function createFilterEditor(
  host: FilterEditorHost,
  nonce: string,
  hint: string,
  attributes: Readonly<Record<string, string>>,
): FilterEditor {
  /** Whether somebody is writing, and has not closed the offers. */
  let isWriting = false;
  /** Whether somebody asked for offers, who gets them everywhere. */
  let isAsked = false;

  const ask = (view: EditorView): boolean => {
    isAsked = true;
    return startCompletion(view);
  };
  const source = ({ state, pos }: CompletionContext): CompletionResult | null => {
    const all = offersAt(state.sliceDoc(), pos, host.properties(), isAsked);
    const [first] = all;
    if (first === undefined) return null;
    return { from: first.start, to: pos, filter: false, options: all.map(optionOf) };
  };
  const optionOf = (completion: Completion, index: number): Option => {
    const { label, detail, insert, start, end, cursor = insert.length } = completion;
    return {
      label: visible(label),
      detail: ` ${visible(detail)}`,
      boost: -index,
      apply: (view, picked) => {
        view.dispatch({
          changes: { from: start, to: end, insert },
          selection: { anchor: start + cursor },
          annotations: pickedCompletion.of(picked),
          userEvent: 'input.complete',
        });
        isAsked = false;
        startCompletion(view);
      },
    };
  };
  const keys = keymap.of([
    { key: 'Enter', run: (view) => acceptCompletion(view) || run(view) },
    { key: 'Tab', run: acceptCompletion },
    { key: 'Ctrl-Space', run: ask },
    { key: 'ArrowDown', run: (view) => moveCompletionSelection(true)(view) || ask(view) },
    { key: 'ArrowUp', run: moveCompletionSelection(false) },
    {
      key: 'Escape',
      run: (view) => {
        isWriting = false;
        return closeCompletion(view);
      },
    },
  ]);
  function run(view: EditorView): boolean {
    isWriting = false;
    closeCompletion(view);
    host.run();
    return true;
  }

  const view = new EditorView({
    state: EditorState.create({
      extensions: [
        EditorView.cspNonce.of(nonce),
        oneLine(),
        history(),
        Prec.highest(keys),
        keymap.of([...historyKeymap, ...standardKeymap]),
        placeholder(hint),
        highlightSpecialChars(),
        fieldState,
        Prec.low(mistakeLines),
        autocompletion({
          override: [source],
          defaultKeymap: false,
          icons: false,
          maxRenderedOptions: MAX_OFFERS,
          activateOnTypingDelay: 0,
          interactionDelay: 0,
        }),
        EditorView.contentAttributes.of(({ state }) => {
          const { mistakes, describedBy } = state.field(fieldState);
          return {
            ...attributes,
            role: 'combobox',
            'aria-expanded': String(completionStatus(state) === 'active'),
            'aria-invalid': String(mistakes.some(({ isRejected }) => isRejected)),
            ...(describedBy !== '' && { 'aria-describedby': describedBy }),
          };
        }),
        EditorView.domEventHandlers({
          focus: host.entered,
          blur: () => {
            isWriting = false;
          },
        }),
        EditorView.updateListener.of(({ docChanged, transactions, view: updated }) => {
          const { state, dom } = updated;
          paint(updated);
          if (completionStatus(state) === 'active') {
            const below = host.saidUntil() - dom.getBoundingClientRect().bottom;
            dom.style.setProperty('--said', `${Math.max(0, below)}px`);
          }
          if (!docChanged) return;
          if (transactions.some((each) => each.isUserEvent('input') || each.isUserEvent('delete'))) {
            isWriting = true;
            isAsked = false;
          }
          host.changed();
        }),
      ],
    }),
  });

  return {
    root: view.dom,
    text: () => view.state.sliceDoc(),
    set: (text) => {
      isWriting = false;
      closeCompletion(view);
      if (text === view.state.sliceDoc()) host.changed();
      else view.dispatch(changed(view.state.doc, { start: 0, end: view.state.doc.length }, text));
    },
    replace: (span, text) => {
      view.dispatch(changed(view.state.doc, span, text));
      view.focus();
    },
    select: ({ start, end }) => {
      const { length } = view.state.doc;
      view.dispatch({
        selection: { anchor: Math.min(start, length), head: Math.min(end, length) },
        scrollIntoView: true,
      });
      view.focus();
    },
    show: (state) => {
      view.dispatch({ effects: shown.of(state) });
    },
    focus: () => {
      view.focus();
    },
    offerMore: () => {
      // who has gone to one of them is not led away from it
      if (isWriting && (selectedCompletionIndex(view.state) ?? 0) === 0) startCompletion(view);
    },
  };
}

function changed({ length }: Text, { start, end }: Span, insert: string) {
  const to = Math.min(end, length);
  const from = Math.min(start, to);
  return { changes: { from, to, insert }, selection: { anchor: from + insert.length } };
}

/** What ends a line in a text is a character of it like others; what is pasted is one line. */
function oneLine(): Extension {
  return [
    EditorState.lineSeparator.of('\0'),
    EditorView.clipboardInputFilter.of((text) => text.replace(/[\r\n]+/g, ' ').trim()),
  ];
}

/**
 * What is offered where the cursor is. After a whole value only who asks gets offers: the first is taken with Enter, which is to run what
 * is written.
 */
function offersAt(
  text: string,
  at: number,
  properties: readonly KnownProperty[],
  isAsked: boolean,
): readonly Completion[] {
  const point = writingPointAt(plainText(text), at);
  if (point === undefined) return [];
  const { expected, typed } = point;
  const isWhole =
    (expected.kind === 'connective' && typed === '') ||
    (expected.kind === 'value' && /^[-\d]/.test(typed)) ||
    (text.trim() === '' && typed === '');
  const isClosed = typed === '' && /[')]$/.test(text.slice(0, at));
  return (isWhole || isClosed) && !isAsked ? [] : completionsAt(text, at, properties).slice(0, MAX_OFFERS);
}

const mistakeLines = EditorView.decorations.compute([fieldState, 'doc'], (state) => {
  const { length } = state.doc;
  const marks = state.field(fieldState).mistakes.flatMap(({ span, isRejected }) => {
    const name = isRejected ? 'wrong' : 'wrong doubt';
    const start = Math.min(span.start, length);
    // an empty span is one character wide; at the end, the last one
    const end = Math.min(Math.max(span.end, start + 1), length);
    const from = start === end ? Math.max(0, end - 1) : start;
    return from < end ? [Decoration.mark({ class: name }).range(from, end)] : [];
  });
  return Decoration.set(marks, true);
});

/**
 * Colors the tokens. Not by elements with colors: in place of a selection the browser would write their styles into what is typed, which
 * the page's policy forbids.
 */
function paint(view: EditorView): void {
  const ranges = new Map<string, Range[]>(TOKENS.map((name) => [name, []]));
  for (const token of lex(plainText(view.state.sliceDoc())).tokens) {
    const [from, to] = [view.domAtPos(token.span.start, 1), view.domAtPos(token.span.end, -1)];
    const range = document.createRange();
    range.setStart(from.node, from.offset);
    range.setEnd(to.node, to.offset);
    ranges.get(classOf(token) ?? '')?.push(range);
  }
  for (const [name, all] of ranges) CSS.highlights.set(name, new Highlight(...all));
}

const TOKENS = ['token-key', 'token-string', 'token-number'];

function classOf({ kind, text }: Token): string | undefined {
  switch (kind) {
    case 'string':
    case 'number':
      return `token-${kind}`;
    case 'word':
      return isKeyName(text) ? 'token-key' : undefined;
    default:
      return undefined;
  }
}
