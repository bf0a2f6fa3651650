import * as l10n from '@vscode/l10n';
import { describeCondition } from '../../core/shape/describe-condition.ts';
import type { Condition } from '../../core/shape/condition.ts';
import { describePart } from '../../core/shape/describe-part.ts';
import {
  costOf,
  describeAdvice,
  describeCause,
  describeProof,
  shapeName,
} from '../../core/shape/describe.ts';
import { explainPart } from '../../core/shape/explain.ts';
import type { Classification, Shape } from '../../core/shape/shape.ts';
import { bullets, code, joined, link, md, paragraphs, plain, words } from '../../core/text/markdown.ts';
import type { Markdown } from '../../core/text/markdown.ts';
import { offsetAt, type Place, toPlaces } from '../../core/text/segments.ts';
import { contains, cover, type Span } from '../../core/text/span.ts';
import type { FileAnalysis } from '../engine/engine.ts';
import type { Finding } from '../engine/finding.ts';
import type { FilterAlternative, Operation, PointRead, Query } from '../model/operations/operation.ts';
import { isSure } from '../model/tables/tables.ts';
import { gravityOf } from '../engine/severity.ts';
import { reasonOf, type TypeHelp } from './doubt.ts';
import { holesOf, type SourceAt, sourceOf } from './expressions.ts';
import type { HoverText } from './ide.ts';
import { keyAt, type KeyWorld } from './key-hover.ts';
import { tableHeading } from './table-words.ts';
import { aboutWrite, writtenKeys } from './write-words.ts';

/** What a hover needs to know beside the analysis. */
export interface HoverWorld {
  /** The analysed file's text. */
  readonly text: string;
  /** The address of a rule's page. */
  readonly ruleAddress: (rule: string) => string;
  /** A place for people that leads there: `table.ts:12`. */
  readonly linkTo: (place: Place) => Markdown;
  readonly types: TypeHelp;
  readonly keys: KeyWorld;
}

/**
 * What the lens knows of the operation under `offset`, on the method's name or anywhere in its filter: of a write
 * what it does, of a read its shape and table, what the part of the filter under the pointer does, the cost, why the shape is what it is, the next
 * better one, the wrapper in between, the findings' pages. Of a key what it is made of, in which order it puts the
 * entities, and what the guide says of it.
 */
export function hoverAt(analysis: FileAnalysis, offset: number, world: HoverWorld): HoverText | undefined {
  const sourceAt = sourceOf(analysis.file, world.text);
  for (const operation of analysis.operations) {
    const spot = spotAt(operation, offset, sourceAt);
    if (!spot) continue;
    const [title, ...about] = aboutOperation(operation, spot, sourceAt);
    const advice = adviceOf(findingsAt(analysis.findings, operation, offset), world.ruleAddress);
    const doubt = unsure(operation, world);
    const key = operation.kind === 'query' ? keyAt(operation, offset, world.keys) : undefined;
    const markdown = isSure(operation)
      ? paragraphs(title, ...advice, ...about, key?.markdown, wrapper(operation, world), doubt)
      : paragraphs(doubt, title, ...about);
    return { span: spot.span, markdown };
  }
  return keyHover(analysis, offset, world) ?? adviceHover(analysis, offset, world);
}

function aboutOperation(
  operation: Operation,
  spot: Spot,
  sourceAt: SourceAt,
): readonly (Markdown | undefined)[] {
  switch (operation.kind) {
    case 'query':
      return aboutQuery(operation, spot, sourceAt);
    case 'point-read':
      return aboutPointRead(operation, sourceAt);
    case 'write':
      return aboutWrite(operation, sourceAt);
  }
}

/** What is to be said of a key that a write or a point read gives. */
function keyHover(analysis: FileAnalysis, offset: number, world: HoverWorld): HoverText | undefined {
  for (const operation of analysis.operations.filter(isSure)) {
    const key = keyAt(operation, offset, world.keys);
    if (key === undefined) continue;
    const advice = adviceOf(findingsIn(analysis.findings, key.span), world.ruleAddress);
    return { span: key.span, markdown: paragraphs(...advice, key.markdown, wrapper(operation, world)) };
  }
  return undefined;
}

/** What is to be said of a finding where nothing else is. */
function adviceHover({ findings }: FileAnalysis, offset: number, world: HoverWorld): HoverText | undefined {
  const there = findings.filter(({ span }) => contains(span, { start: offset, end: offset }));
  const [first] = there;
  return first && { span: first.span, markdown: paragraphs(...adviceOf(there, world.ruleAddress)) };
}

function findingsIn(findings: readonly Finding[], around: Span): readonly Finding[] {
  return findings.filter(({ span }) => contains(around, span));
}

/** Where the pointer is: on the name, or in one of the filter's texts, there on a part; `about` says what that does. */
interface Spot {
  readonly span: Span;
  readonly alternative?: FilterAlternative;
  readonly about?: readonly string[];
  /** It is on a property that is no key, of which `about` says that it has no index. */
  readonly isProperty?: boolean;
}

function spotAt(operation: Operation, offset: number, sourceAt: SourceAt): Spot | undefined {
  const at = { start: offset, end: offset };
  if (operation.evidence === 'rejected') return undefined;
  if (contains(operation.nameSpan, at)) return { span: operation.nameSpan };
  for (const alternative of alternativesOf(operation)) {
    const place = placesOf(alternative).find(
      ({ file, span }) => file === operation.file && contains(span, at),
    );
    if (!place) continue;
    const part = partAt(operation.file, alternative, offset, sourceAt);
    return { span: place.span, alternative, ...part };
  }
  return undefined;
}

/** What the smallest part of a filter does that the source has at `offset`. */
function partAt(
  file: string,
  { text, parsed }: FilterAlternative,
  offset: number,
  sourceAt: SourceAt,
): Pick<Spot, 'span' | 'about' | 'isProperty'> | undefined {
  const at = offsetAt(text, file, offset);
  const part = at === undefined ? undefined : explainPart(parsed, at);
  if (part === undefined) return undefined;
  const spans = toPlaces(text, part.span).filter((place) => place.file === file);
  const about = describePart(part, text, holesOf(text, sourceAt));
  const isProperty = part.part.kind === 'property' && part.effect?.kind === 'after-reading';
  return {
    span: spans.map(({ span }) => span).reduce(cover, { start: offset, end: offset }),
    about,
    isProperty,
  };
}

function alternativesOf(operation: Operation): readonly FilterAlternative[] {
  return operation.kind === 'query' && operation.filter.kind !== 'none' ? operation.filter.alternatives : [];
}

function placesOf({ text, expression }: FilterAlternative): Place[] {
  return [...(expression ? [expression] : []), ...text.segments.map((segment) => segment.place)];
}

function aboutQuery(query: Query, spot: Spot, sourceAt: SourceAt): (Markdown | undefined)[] {
  const { filter } = query;
  switch (filter.kind) {
    case 'unknown':
      return [heading('unknown', query), explained(spot), plain(filter.why)];
    case 'none':
      return aboutFilter(query, spot, filter.classification, []);
    case 'known': {
      const shown = spot.alternative ?? filter.worst;
      const proof = describeProof(shown.classification, shown.text, holesOf(shown.text, sourceAt));
      return [
        ...aboutFilter(query, spot, shown.classification, proof),
        shown.when === undefined ? undefined : branch(shown.when, filter.alternatives.length),
      ];
    }
  }
}

function aboutFilter(
  query: Query,
  spot: Spot,
  { shape, cause, advice }: Classification,
  proof: readonly string[],
): (Markdown | undefined)[] {
  const isSaid = cause === undefined || (cause.kind === 'only-properties' && spot.isProperty === true);
  return [
    heading(shape, query),
    explained(spot),
    plain(costOf(shape)),
    bullets([...proof, ...(isSaid ? [] : [describeCause(cause)])].map(plain)),
    advice && md`**${plain(l10n.t('Cheaper:'))}** ${plain(describeAdvice(advice))}`,
  ];
}

function aboutPointRead(read: PointRead, sourceAt: SourceAt): (Markdown | undefined)[] {
  return [heading('point', read), plain(costOf('point')), bullets(writtenKeys(read, sourceAt))];
}

function heading(shape: Shape, operation: Operation): Markdown {
  return md`**${plain(shapeName(shape))}** · ${tableHeading(operation)}`;
}

function explained({ about = [] }: Spot): Markdown | undefined {
  return about.length > 0 ? joined(about.map(plain), ' ') : undefined;
}

function branch(when: Condition, count: number): Markdown {
  return plain(
    l10n.t(
      'The query can have {0} different filters. This one is sent when {1}.',
      count,
      describeCondition(when),
    ),
  );
}

/** Says where the SDK is called for a wrapper's call. */
function wrapper({ via, method }: Operation, { linkTo }: HoverWorld): Markdown | undefined {
  if (via === undefined) return undefined;
  return words(
    l10n.t('Through {0}, which calls {1} in {2}'),
    code(via.name),
    code(method),
    linkTo(via.place),
  );
}

/** Says how sure it is that this is Azure Tables at all, where that is not proved. */
function unsure(operation: Operation, { types }: HoverWorld): Markdown | undefined {
  if (operation.evidence === 'proved') return undefined;
  const reason = plain(reasonOf(operation, types));
  if (isSure(operation)) return reason;
  return md`${plain(l10n.t('This might not be Azure Table storage:'))} ${reason}`;
}

/** The findings in the call of an operation, or in its filter; at the pointer those alone, if there are any. */
function findingsAt(findings: readonly Finding[], operation: Operation, offset: number): readonly Finding[] {
  const spans = alternativesOf(operation).flatMap((alternative) =>
    placesOf(alternative)
      .filter(({ file }) => file === operation.file)
      .map(({ span }) => span),
  );
  const all = new Set([operation.callSpan, ...spans].flatMap((around) => findingsIn(findings, around)));
  const here = [...all].filter(({ span }) => contains(span, { start: offset, end: offset }));
  return here.length > 0 ? here : [...all];
}

/** What each finding advises, the worst first, with its rule's page: the message itself is shown beside it. */
function adviceOf(
  findings: readonly Finding[],
  address: (rule: string) => string,
): readonly (Markdown | undefined)[] {
  const pages = (rules: readonly string[]): Markdown =>
    joined(
      rules.map((rule) => link(plain(l10n.t('About {0}', rule)), address(rule))),
      ' · ',
    );
  const told = new Set<string>();
  const without: string[] = [];
  const worstFirst = findings.toSorted((a, b) => gravityOf(b.severity) - gravityOf(a.severity));
  const advised = worstFirst.flatMap(({ rule, also = [], help }) => {
    if (help === undefined) {
      without.push(rule, ...also);
      return [];
    }
    if (told.has(`${rule} ${help}`)) return [];
    told.add(`${rule} ${help}`);
    return [md`${plain(help)} ${pages([rule, ...also])}`];
  });
  return [...advised, without.length > 0 ? pages([...new Set(without)]) : undefined];
}
