import * as l10n from '@vscode/l10n';
import type { TextEdit } from '../../../core/text/edit.ts';
import { contains } from '../../../core/text/span.ts';
import type { MisplacedEtag, Write } from '../../model/operations/operation.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { etagOptionEdit } from '../shared/etag-options.ts';
import { withComma } from '../shared/remove.ts';

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
  const code = options && context.sourceOf(file).slice(options.start, options.end);
  const text = code && /^\{\s*mode\s*:\s*((["'`])(?:Merge|Replace)\2)\s*(?:,\s*)?\}$/.exec(code)?.[1];
  return options && text
    ? { title: l10n.t('Pass the mode itself'), edits: [{ span: options, text }] }
    : undefined;
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
  const source = context.sourceOf(write.file);
  if (kind !== 'entity' || value === undefined || !entity || !contains(entity, place.span)) return undefined;
  if (!source.startsWith('{', entity.start)) return undefined;
  const code = source.slice(value.start, value.end);
  const option = etagOptionEdit(context, write, code === 'etag' ? code : `etag: ${code}`);
  return option && [{ span: withComma(source, place.span), text: '' }, option];
}
