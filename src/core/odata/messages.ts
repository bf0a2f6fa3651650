import * as l10n from '@vscode/l10n';
import { HOLE } from '../text/segments.ts';
import type { FilterError } from './ast.ts';

/** What is wrong with a filter, how sure that is, and what to do: localised sentences for people. */
export function describeFilterError(error: FilterError): string {
  return [problem(error), certainty(error), local(error), remedy(error)]
    .filter((sentence) => sentence !== undefined)
    .join(' ');
}

function problem(error: FilterError): string {
  const found = shown(error.found);
  switch (error.kind) {
    case 'javascript-operator':
      return l10n.t('"{0}" is no operator of $filter.', found);
    case 'operator-case':
      return l10n.t('Operators of $filter are written in lower case; this is "{0}".', found);
    case 'double-quotes':
      return l10n.t('A text in $filter stands in single quotes, not in double quotes.');
    case 'unterminated-string':
      return l10n.t('The text “{0}” has no closing quote.', found);
    case 'unescaped-quote':
      return l10n.t('A quote inside a text must be doubled, in “{0}”.', found);
    case 'function':
      return l10n.t('The Table service knows no functions in $filter, so not “{0}”.', found);
    case 'in-operator':
      return l10n.t('The Table service has no "in"; compare with each value.');
    case 'null':
      return l10n.t('The Table service stores no null, so that nothing can be compared with it.');
    case 'bare-property':
      return l10n.t('"{0}" stands alone; a condition compares a property with a constant.', found);
    case 'not-without-brackets':
      return l10n.t('"not" binds tighter than a comparison, so that the comparison needs parentheses.');
    case 'bad-literal':
      return /^-?\d+$/.test(found)
        ? l10n.t('{0} is too large for an Int32; an Int64 is written with L behind it.', found)
        : l10n.t('"{0}" is no literal that the Table service reads.', found);
    case 'two-properties':
      return l10n.t('"{0}" is a second property; one side of a comparison must be a constant.', found);
    case 'two-constants':
      return l10n.t('This compares two constants; one side of a comparison must be a property.');
    case 'too-many-comparisons':
      return l10n.t('The Table service allows 15 comparisons in one $filter; these go beyond.');
    case 'unbalanced-parenthesis':
      return l10n.t('This "{0}" has no counterpart.', found);
    case 'too-deep':
      return l10n.t('These parentheses are nested too deeply to be read.');
    case 'unexpected':
      return l10n.t('"{0}" cannot stand here.', found);
    case 'missing-operand':
      return l10n.t('Something is missing beside "{0}".', found);
    case 'empty':
      return l10n.t('These parentheses hold no condition.');
  }
}

function certainty({ certainty }: FilterError): string {
  return certainty === 'documented'
    ? l10n.t('The service rejects the query.')
    : l10n.t('This is not in the documented grammar: do not rely on it.');
}

function local({ azuriteAccepts }: FilterError): string | undefined {
  return azuriteAccepts ? l10n.t('Azurite accepts it, so the mistake does not show locally.') : undefined;
}

function remedy(error: FilterError): string {
  const { replacement } = error;
  if (replacement === '') return l10n.t('Remove it.');
  if (replacement !== undefined) return l10n.t('Write: {0}', replacement.trim());
  switch (error.kind) {
    case 'function':
      return l10n.t('Compare a range instead, or keep a property that can be compared.');
    case 'null':
      return l10n.t('Store a value that stands for "none" and compare with that.');
    case 'two-properties':
      return l10n.t('Put a text in single quotes, or compare the two in code.');
    case 'bad-literal':
      return l10n.t("Write 42, 42L, 1.5, true, 'text', datetime'…Z', guid'…' or X'…'.");
    case 'too-many-comparisons':
      return l10n.t('Split the query, or ask for a range of keys.');
    case 'unterminated-string':
    case 'double-quotes':
    case 'unescaped-quote':
      return l10n.t("Put the text in single quotes and double each quote inside it ('').");
    case 'unexpected':
      return l10n.t('Join conditions with "and" or "or", each of the form: Property eq constant.');
    case 'unbalanced-parenthesis':
      return l10n.t('Add the other one, or remove it.');
    case 'in-operator':
      return l10n.t('Write: Property eq first or Property eq second');
    case 'missing-operand':
      return l10n.t('Complete the condition, or remove the operator.');
    case 'bare-property':
      return l10n.t('Compare it with a constant.');
    case 'two-constants':
      return l10n.t('Name a property on one side.');
    case 'too-deep':
      return l10n.t('Use fewer parentheses.');
    case 'empty':
      return l10n.t('Put a condition between them, or remove them.');
    case 'not-without-brackets':
      return l10n.t('Put the comparison in parentheses.');
    case 'javascript-operator':
    case 'operator-case':
      return l10n.t('Use eq, ne, gt, ge, lt, le, and, or, not.');
  }
}

/** Holes have no text of their own; a long text is cut. */
function shown(found: string): string {
  const text = found.replaceAll(HOLE, '${…}');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
