import * as l10n from '@vscode/l10n';
import { HOLE } from '../text/segments.ts';
import type { FilterError } from './ast.ts';

/** What is wrong with a filter, and what to do about it: a sentence, and sentences. */
export function explainFilterError(error: FilterError): { readonly message: string; readonly help: string } {
  const help = [certainty(error), local(error), remedy(error)].filter((sentence) => sentence !== undefined);
  return { message: problem(error), help: help.join(' ') };
}

/** The same in one text, for who has one line for it. */
export function describeFilterError(error: FilterError): string {
  const { message, help } = explainFilterError(error);
  return `${message} ${help}`;
}

function problem(error: FilterError): string {
  const found = shown(error.found);
  switch (error.kind) {
    case 'javascript-operator':
      return l10n.t('"{0}" isn\'t an operator in $filter.', found);
    case 'operator-case':
      return l10n.t('Operators in $filter are lowercase, but this is "{0}".', found);
    case 'double-quotes':
      return l10n.t('Text in $filter needs single quotes, not double quotes.');
    case 'unterminated-string':
      return l10n.t('The text “{0}” has no closing quote.', found);
    case 'unescaped-quote':
      return l10n.t('A quote inside a text must be doubled: “{0}”.', found);
    case 'function':
      return l10n.t('The Table service has no functions in $filter: “{0}”.', found);
    case 'in-operator':
      return l10n.t('The Table service has no "in" operator.');
    case 'null':
      return l10n.t('The Table service stores no null, so nothing equals it.');
    case 'bare-property':
      return l10n.t('"{0}" isn\'t a condition: compare a property with a constant.', found);
    case 'not-without-brackets':
      return l10n.t('"not" applies to the property alone: the comparison needs parentheses.');
    case 'bad-literal':
      return /^-?\d+$/.test(found)
        ? l10n.t('{0} is too large for Int32: an Int64 ends with L.', found)
        : l10n.t('"{0}" isn\'t a literal that the Table service reads.', found);
    case 'two-properties':
      return l10n.t('"{0}" is a second property: one side must be a constant.', found);
    case 'two-constants':
      return l10n.t('This compares two constants: one side must be a property.');
    case 'too-many-comparisons':
      return l10n.t('A $filter can have at most 15 comparisons.');
    case 'unbalanced-parenthesis':
      return l10n.t('This "{0}" has no counterpart.', found);
    case 'too-deep':
      return l10n.t('These parentheses are nested too deeply.');
    case 'unexpected':
      return l10n.t('"{0}" isn\'t valid here.', found);
    case 'missing-operand':
      return l10n.t('Something is missing next to "{0}".', found);
    case 'empty':
      return l10n.t('These parentheses are empty.');
  }
}

function certainty({ certainty }: FilterError): string {
  return certainty === 'documented'
    ? l10n.t('The service rejects the query.')
    : l10n.t("This isn't in the documented grammar: don't rely on it.");
}

function local({ azuriteAccepts }: FilterError): string | undefined {
  return azuriteAccepts ? l10n.t("Azurite accepts it, so you don't see the mistake locally.") : undefined;
}

function remedy(error: FilterError): string {
  const { replacement } = error;
  if (replacement === '') return l10n.t('Remove it.');
  if (replacement !== undefined) return l10n.t('Write: {0}', replacement.trim());
  switch (error.kind) {
    case 'function':
      return l10n.t('Compare with a range, or store a property that you can compare.');
    case 'null':
      return l10n.t('Store a value that means "none", and compare with it.');
    case 'two-properties':
      return l10n.t('Put text in single quotes, or compare the two in code.');
    case 'bad-literal':
      return l10n.t("Write 42, 42L, 1.5, true, 'text', datetime'…Z', guid'…' or X'…'.");
    case 'too-many-comparisons':
      return l10n.t('Split the query, or use a range of keys.');
    case 'unterminated-string':
    case 'double-quotes':
    case 'unescaped-quote':
      return l10n.t("Put the text in single quotes, and double each quote inside it ('').");
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
