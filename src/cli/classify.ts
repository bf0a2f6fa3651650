import * as l10n from '@vscode/l10n';
import type { FilterError, ParsedFilter } from '../core/odata/ast.ts';
import { propertiesIn } from '../core/odata/comparisons.ts';
import { describeFilterError } from '../core/odata/messages.ts';
import { parseFilter } from '../core/odata/parse.ts';
import { classify } from '../core/shape/classify.ts';
import { costOf, describeAdvice, describeCause, describeProof, shapeName } from '../core/shape/describe.ts';
import {
  type Classification,
  type KeyCondition,
  keyInOtherCase,
  type KeyValue,
} from '../core/shape/shape.ts';
import { type FlatText, plainText } from '../core/text/segments.ts';
import type { Span } from '../core/text/span.ts';
import { readArguments } from './arguments.ts';
import { type Command, UsageError } from './command.ts';
import { excerpt, shorten } from './excerpt.ts';
import { formatOf } from './format.ts';

/** How many sentences of one kind are printed as text; as data there are all. */
const AT_MOST = 20;

/** `partition-lens classify "<filter>"`: shape, proof, advice and errors of one filter. */
export const classifyCommand: Command = {
  name: 'classify',
  summary: () => l10n.t('Shows what one $filter makes the service read, and why'),
  help: () => [
    l10n.t('Usage: partition-lens classify [--format text|json] "<filter>"'),
    '',
    l10n.t('Prints the shape of the query, the conditions that decide it, a cheaper query if there is one,'),
    l10n.t('and what the Table service would reject. An empty filter reads the whole table.'),
    '',
    l10n.t('  --format json   prints { shape, partitionKey?, rowKey?, proof, advice?, errors }'),
    '',
    l10n.t(
      'Exit codes: 0 the service accepts the filter; 1 the service rejects it; 2 wrong arguments, or the',
    ),
    l10n.t("result couldn't be written."),
  ],
  run: (args, { lines, data }) => {
    const { values, positionals } = readArguments(args, { format: { type: 'string', default: 'text' } });
    const [filter, ...others] = positionals;
    if (filter === undefined) throw new UsageError(l10n.t('A filter is missing.'));
    if (others.length > 0) throw new UsageError(l10n.t('More than one filter: put the filter in quotes.'));
    const format = formatOf(values.format);
    const flat = plainText(filter);
    const parsed = parseFilter(flat);
    const classification = classify(parsed.filter);
    if (format === 'json') data(asData(flat, parsed, classification));
    else lines(asText(flat, parsed, classification));
    return parsed.errors.length > 0 ? 1 : 0;
  },
};

function asText(
  flat: FlatText<never>,
  { filter, errors }: ParsedFilter,
  classification: Classification,
): string[] {
  const { shape, cause, advice } = classification;
  return [
    `${shapeName(shape)}: ${costOf(shape)}`,
    ...atMost(
      describeProof(classification, flat, noHoles).map((sentence) => [`  ${shorten(sentence)}`]),
    ).flat(),
    ...(cause ? [`  ${shorten(describeCause(cause))}`] : []),
    ...wrongCases(filter).map((line) => `  ${shorten(line)}`),
    ...(advice ? [`${l10n.t('Cheaper:')} ${describeAdvice(advice)}`] : []),
    ...atMost(alike(errors).map((group) => groupLines(flat.text, group))).flatMap((lines) => ['', ...lines]),
  ];
}

/** What a filter calls by a key's name in another case: people mean the key. */
function wrongCases(filter: ParsedFilter['filter']): readonly string[] {
  const names = new Set(propertiesIn(filter).map(({ name }) => name));
  return [...names].flatMap((name) => {
    const key = keyInOtherCase(name);
    return key === undefined
      ? []
      : [
          l10n.t(
            'Names are case-sensitive: {0} is another property. Write {1} if you mean the key.',
            name,
            key,
          ),
        ];
  });
}

/** Errors that read the same, and where they are. */
interface Group {
  readonly message: string;
  readonly places: [Span, ...Span[]];
}

function alike(errors: readonly FilterError[]): Group[] {
  const groups = new Map<string, Group>();
  for (const error of errors) {
    const { replacement } = error;
    const message = describeFilterError(
      replacement === undefined ? error : { ...error, replacement: shorten(replacement) },
    );
    const group = groups.get(message);
    if (group) group.places.push(error.span);
    else groups.set(message, { message, places: [error.span] });
  }
  return [...groups.values()];
}

function groupLines(text: string, { message, places }: Group): string[] {
  const more = places.length - 1;
  return [
    ...excerpt(text, places).map((line) => `  ${line}`),
    message,
    ...(more > 0 ? [l10n.t('… and {0} more like it', more)] : []),
  ];
}

function atMost(all: readonly (readonly string[])[]): (readonly string[])[] {
  const more = all.length - AT_MOST;
  return more > 0 ? [...all.slice(0, AT_MOST), [l10n.t('… and {0} more', more)]] : [...all];
}

function asData(flat: FlatText<never>, { errors }: ParsedFilter, classification: Classification): object {
  const { shape, region, proof, advice } = classification;
  return {
    shape,
    partitionKey: keyData(region.partitionKey),
    rowKey: keyData(region.rowKey),
    proof: proof.map(({ key, operator, value, span }) => ({
      key,
      operator,
      value: valueData(value),
      text: flat.text.slice(span.start, span.end),
      ...span,
    })),
    advice: advice && { ...advice, message: describeAdvice(advice) },
    errors: errors.map(({ span, ...error }) => ({
      ...error,
      ...span,
      message: describeFilterError({ ...error, span }),
    })),
  };
}

/** `{ eq: 'Sales' }`, `{ ge: 'S', lt: 'T' }`; undefined, and so left out, for a key that is free. */
function keyData(condition: KeyCondition): object | undefined {
  switch (condition.kind) {
    case 'free':
      return undefined;
    case 'fixed':
      return { eq: valueData(condition.value) };
    case 'range': {
      const { lower, upper } = condition;
      return {
        ...(lower && { [lower.inclusive ? 'ge' : 'gt']: valueData(lower.value) }),
        ...(upper && { [upper.inclusive ? 'le' : 'lt']: valueData(upper.value) }),
      };
    }
  }
}

/** A filter of the command line is all there: none of its values is a hole. */
function valueData(value: KeyValue): string {
  return value.kind === 'known' ? value.value : value.prefix;
}

function noHoles(): string {
  return '';
}
