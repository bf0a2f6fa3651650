import * as l10n from '@vscode/l10n';
import type { Span } from '../../../core/text/span.ts';
import type { Secret } from '../../model/tables/access.ts';
import type { Fix, RuleContext } from '../rule.ts';

const VARIABLES: Readonly<Record<Secret['of'], string>> = {
  'connection-string': 'AZURE_TABLES_CONNECTION_STRING',
  key: 'AZURE_TABLES_ACCOUNT_KEY',
  token: 'AZURE_TABLES_SAS',
  address: 'AZURE_TABLES_URL',
};

/** Reads the environment instead of the literal, or of an environment variable's fallback only the variable. */
export function environmentFixes({ file, sourceOf }: RuleContext, { of, place }: Secret): readonly Fix[] {
  const source = sourceOf(file);
  const span = literalAround(source, place.span);
  // scripts of components run in browsers, which have no environment
  const kind = /\.([cm]?[jt]s|tsx|jsx)$/.exec(file)?.[1];
  if (span === undefined || kind === undefined) return [];
  const before = source.slice(0, span.start);
  const known = /(process\.env(?:\.\w+|\[(["'])\w+\2\]))\s*(?:\|\||\?\?)\s*$/.exec(before);
  const variable = known?.[1] ?? `process.env.${VARIABLES[of]}`;
  const start = span.start - (known?.[0].length ?? 0);
  const code = kind.includes('ts') ? `${variable}!` : variable;
  return [
    {
      title: l10n.t('Read it from {0}', variable),
      edits: [{ span: { start, end: span.end }, text: code }],
      ...(known === null && { placeholder: VARIABLES[of] }),
    },
  ];
}

/** The literal with its quotes, where it is one as a whole. */
function literalAround(source: string, { start, end }: Span): Span | undefined {
  const quote = source[start - 1];
  const isWhole = quote !== undefined && /["'`]/.test(quote) && source[end] === quote;
  return isWhole ? { start: start - 1, end: end + 1 } : undefined;
}
