import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import type { MisplacedEtag, Write } from '../../model/operations/operation.ts';
import { propertyWithLine } from '../../syntax/edits/remove.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { expressionAt } from '../shared/code-at.ts';
import { etagOptionEdit } from '../shared/etag-options.ts';
import { textAt } from '../shared/place.ts';

/** Moves the etag into the options of an `updateEntity`, or the options behind the mode. */
export function optionsFixes(context: RuleContext, write: Write, misplaced: MisplacedEtag): readonly Fix[] {
  if (write.method !== 'updateEntity' || write.via !== undefined) return [];
  const mode = misplaced.kind === 'mode' ? modeIn(context, write) : undefined;
  if (mode !== undefined) return [mode];
  const edits = misplaced.kind === 'mode' ? behindMode(write) : outOfEntity(context, write, misplaced);
  return edits === undefined ? [] : [{ title: l10n.t('Pass the etag in the options'), edits }];
}

/** `{ mode: 'Merge' }` is the mode, as other SDKs are given it. */
function modeIn(context: RuleContext, { file, argumentSpans }: Write): Fix | undefined {
  const [, options] = argumentSpans;
  const mode = options && modeOf(codeAt(context, file, options));
  return options && mode
    ? {
        title: l10n.t('Pass the mode itself'),
        edits: [{ span: options, text: textAt(context, { file, span: mode.span }) }],
      }
    : undefined;
}

/** The text of `{ mode: 'Merge' }`. */
function modeOf(code: Expression | undefined): Expression | undefined {
  const [only, ...others] = code?.kind === 'object' ? code.parts : [];
  if (only?.kind !== 'property' || only.name !== 'mode' || others.length > 0) return undefined;
  const { value } = only;
  return value.kind === 'text' && MODES.has(value.text.text) ? value : undefined;
}

const MODES: ReadonlySet<string> = new Set(['Merge', 'Replace']);

function codeAt(context: RuleContext, file: string, span: Span): Expression | undefined {
  return expressionAt(context, { file, span })?.expression;
}

function behindMode({ argumentSpans }: Write): readonly TextEdit[] | undefined {
  const [, options] = argumentSpans;
  if (options === undefined || argumentSpans.length !== 2) return undefined;
  return [{ span: { start: options.start, end: options.start }, text: "'Merge', " }];
}

/** Only of an entity that is written in the call: elsewhere somebody else may read the property. */
function outOfEntity(
  context: RuleContext,
  write: Write,
  { kind, place, value }: MisplacedEtag,
): readonly TextEdit[] | undefined {
  const [entity] = write.argumentSpans;
  if (kind !== 'entity' || value === undefined || !entity || !contains(entity, place.span)) return undefined;
  if (codeAt(context, write.file, entity)?.kind !== 'object') return undefined;
  const code = textAt(context, { file: write.file, span: value });
  const option = etagOptionEdit(context, write, code === 'etag' ? code : `etag: ${code}`);
  const span = propertyWithLine(write.file, context.sourceOf(write.file), place.span);
  return option && [{ span, text: '' }, option];
}
