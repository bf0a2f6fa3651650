import * as l10n from '@vscode/l10n';
import type { Span } from '../../../core/text/span.ts';
import type { Secret } from '../../model/tables/access.ts';
import { literalAt } from '../../syntax/edits/literal-at.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Fix, RuleContext } from '../rule.ts';
import { codeOfFile } from '../shared/code-at.ts';
import { textAt } from '../shared/place.ts';

const VARIABLES: Readonly<Record<Secret['of'], string>> = {
  'connection-string': 'AZURE_TABLES_CONNECTION_STRING',
  key: 'AZURE_TABLES_ACCOUNT_KEY',
  token: 'AZURE_TABLES_SAS',
  address: 'AZURE_TABLES_URL',
};

/** Files whose code has an environment: scripts of components run in browsers. */
const TYPED = /\.[cm]?tsx?$/;
const UNTYPED = /\.[cm]?jsx?$/;

/** Reads the environment instead of the literal, or of an environment variable's fallback only the variable. */
export function environmentFixes(context: RuleContext, { of, place }: Secret): readonly Fix[] {
  const { file } = place;
  const isTyped = TYPED.test(file);
  const literal = literalAround(file, context.sourceOf(file), place.span);
  if (literal === undefined || !(isTyped || UNTYPED.test(file))) return [];
  const known = fallbackOf(context, file, literal);
  const variable =
    known === undefined ? `process.env.${VARIABLES[of]}` : textAt(context, { file, span: known.variable });
  return [
    {
      title: l10n.t('Read it from {0}', variable),
      edits: [{ span: known?.span ?? literal, text: isTyped ? `${variable}!` : variable }],
      ...(known === undefined && { placeholder: VARIABLES[of] }),
    },
  ];
}

/** The literal with its quotes, where it is one as a whole. */
function literalAround(file: string, source: string, { start, end }: Span): Span | undefined {
  const literal = literalAt(file, source, start);
  const [only] = literal?.texts ?? [];
  const isWhole = literal?.holes.length === 0 && only?.span.start === start && only.span.end === end;
  return isWhole ? { start: start - 1, end: end + 1 } : undefined;
}

/** Of `process.env.NAME ?? literal` the whole, and the variable. */
function fallbackOf(
  context: RuleContext,
  file: string,
  literal: Span,
): { readonly span: Span; readonly variable: Span } | undefined {
  for (const part of codeOfFile(context, file).parts) {
    if (part.kind !== 'expression' || part.expression.kind !== 'logical') continue;
    const { operator, left, right, span } = part.expression;
    if (operator === '&&' || right.span.start !== literal.start || right.span.end !== literal.end) continue;
    return isVariable(left) ? { span, variable: left.span } : undefined;
  }
  return undefined;
}

/** `process.env.NAME`, `process.env['NAME']` */
function isVariable(code: Expression): boolean {
  if (code.kind !== 'member' && code.kind !== 'index') return false;
  const { object } = code;
  if (code.kind === 'index' && code.index.kind !== 'text') return false;
  return (
    object.kind === 'member' &&
    object.name === 'env' &&
    object.object.kind === 'global' &&
    object.object.name === 'process'
  );
}
