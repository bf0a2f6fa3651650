import * as l10n from '@vscode/l10n';
import {
  costOf,
  describeAdvice,
  describeCause,
  describeProof,
  shapeName,
} from '../../core/shape/describe.ts';
import type { Classification, Shape } from '../../core/shape/shape.ts';
import type { Place } from '../../core/text/segments.ts';
import { contains, type Span } from '../../core/text/span.ts';
import type { FileAnalysis } from '../engine/engine.ts';
import type { Finding } from '../engine/finding.ts';
import type { FilterAlternative, Operation, PointRead, Query } from '../model/operation.ts';
import { isSure } from '../model/tables.ts';
import { holesOf, oneLine, type SourceAt, sourceOf } from './expressions.ts';
import type { HoverText } from './ide.ts';
import { bullets, code, paragraphs, plain } from './markdown.ts';

/**
 * What the lens knows of the read under `offset`, on the method's name or anywhere in its filter: shape and
 * table, the cost, why the shape is what it is, the next better one, the findings' pages. `text` is the
 * analysed file's, `ruleAddress` gives the address of a rule's page.
 */
export function hoverAt(
  analysis: FileAnalysis,
  text: string,
  offset: number,
  ruleAddress: (rule: string) => string,
): HoverText | undefined {
  const sourceAt = sourceOf(analysis.file, text);
  for (const operation of analysis.operations) {
    const spot = spotAt(operation, offset);
    if (!spot || operation.kind === 'write') continue;
    const about =
      operation.kind === 'query'
        ? aboutQuery(operation, spot, sourceAt)
        : aboutPointRead(operation, sourceAt);
    const pages = pagesOf(rulesAt(analysis.findings, operation), ruleAddress);
    const markdown = paragraphs(...about, unsure(operation), pages);
    return { span: spot.span, markdown };
  }
  return undefined;
}

/** Where the pointer is: on the name, or in one of the filter's texts. */
interface Spot {
  readonly span: Span;
  readonly alternative?: FilterAlternative;
}

function spotAt(operation: Operation, offset: number): Spot | undefined {
  const at = { start: offset, end: offset };
  if (operation.evidence === 'rejected') return undefined;
  if (contains(operation.nameSpan, at)) return { span: operation.nameSpan };
  for (const alternative of alternativesOf(operation)) {
    const place = placesOf(alternative).find(
      ({ file, span }) => file === operation.file && contains(span, at),
    );
    if (place) return { span: place.span, alternative };
  }
  return undefined;
}

function alternativesOf(operation: Operation): readonly FilterAlternative[] {
  return operation.kind === 'query' && operation.filter.kind === 'known' ? operation.filter.alternatives : [];
}

function placesOf({ text, expression }: FilterAlternative): Place[] {
  return [...(expression ? [expression] : []), ...text.segments.map((segment) => segment.place)];
}

function aboutQuery(query: Query, spot: Spot, sourceAt: SourceAt): (string | undefined)[] {
  const { filter } = query;
  switch (filter.kind) {
    case 'unknown':
      return [heading('unknown', query), plain(filter.why)];
    case 'none':
      return aboutFilter(query, filter.classification, []);
    case 'known': {
      const shown = spot.alternative ?? filter.worst;
      const proof = describeProof(shown.classification, shown.text, holesOf(shown.text, sourceAt));
      return [
        ...aboutFilter(query, shown.classification, proof),
        shown.when === undefined ? undefined : branch(shown.when, filter.alternatives.length),
      ];
    }
  }
}

function aboutFilter(
  query: Query,
  { shape, cause, advice }: Classification,
  proof: readonly string[],
): (string | undefined)[] {
  return [
    heading(shape, query),
    plain(costOf(shape)),
    bullets([...proof, ...(cause ? [describeCause(cause)] : [])].map(plain)),
    advice && `**${l10n.t('Cheaper:')}** ${plain(describeAdvice(advice))}`,
  ];
}

function aboutPointRead(read: PointRead, sourceAt: SourceAt): (string | undefined)[] {
  const key = (name: string, expression: PointRead['rowKey']): string[] => {
    const written = expression && sourceAt(expression.place);
    return written === undefined ? [] : [`${name} = ${code(oneLine(written))}`];
  };
  return [
    heading('point', read),
    plain(costOf('point')),
    bullets([...key('PartitionKey', read.partitionKey), ...key('RowKey', read.rowKey)]),
  ];
}

function heading(shape: Shape, { table, receiver }: Operation): string {
  return `**${plain(shapeName(shape))}** · ${code(table ?? oneLine(receiver.text))}`;
}

function branch(when: string, count: number): string {
  return plain(
    l10n.t('The query may have {0} different filters; this one is sent when {1}.', count, oneLine(when)),
  );
}

/** Says how sure it is that this is Azure Tables at all, where that is not proved. */
function unsure(operation: Operation): string | undefined {
  if (operation.evidence === 'proved') return undefined;
  const reason = plain(operation.because);
  return isSure(operation) ? reason : `${l10n.t('Not sure that this is Azure Table storage:')} ${reason}`;
}

function rulesAt(findings: readonly Finding[], operation: Operation): string[] {
  const spans = alternativesOf(operation).flatMap((alternative) =>
    placesOf(alternative)
      .filter(({ file }) => file === operation.file)
      .map(({ span }) => span),
  );
  const belongs = ({ span }: Finding): boolean =>
    [operation.callSpan, ...spans].some((around) => contains(around, span));
  return [...new Set(findings.filter(belongs).map(({ rule }) => rule))];
}

function pagesOf(rules: readonly string[], address: (rule: string) => string): string | undefined {
  if (rules.length === 0) return undefined;
  return rules.map((rule) => `[${l10n.t('About {0}', rule)}](${address(rule)})`).join(' · ');
}
