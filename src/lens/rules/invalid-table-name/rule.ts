import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { contains, type Span } from '../../../core/text/span.ts';
import { seriesStart } from '../../../core/config/series-name.ts';
import { HOLE, type NamedTable } from '../../model/tables/table-use.ts';
import type { Report, Rule, RuleContext } from '../rule.ts';
import type { Part } from '../../syntax/program/walk.ts';
import { grouped } from '../../syntax/facts/grouped.ts';
import { codeHas, codeOfFile } from '../shared/code-at.ts';
import { oncePerFile } from '../shared/once.ts';
import type { Message } from '../message.ts';
import { say } from './messages.ts';

/** Fewest and most characters of a table's name: the REST documentation, "Understanding the Table service data model". */
const FEWEST = 3;
const MOST = 63;

export const rule: Rule = {
  id: 'invalid-table-name',
  severity: 'error',
  title: () => l10n.t('Invalid table name'),
  check: function* (context) {
    const told = new Set<string>();
    for (const { name, madeAt, ...at } of namesOf(context)) {
      const said = told.has(name) ? undefined : explain(name);
      // tables of Cosmos DB have names by other rules
      const places = madeAt === undefined ? [at.place] : [at.place, madeAt];
      if (said === undefined || places.some((place) => codeHas(context, place, isOfCosmos))) continue;
      told.add(name);
      yield { ...at, ...said };
    }
  },
};

/** A name, or a text that is no sentence, which says whose the account is: `process.env.COSMOS_URL`, an address. */
function isOfCosmos(part: Part): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  switch (expression.kind) {
    case 'text':
      return isCosmos(expression.text.text);
    case 'template':
      return expression.texts.some(({ text }) => isCosmos(text));
    case 'local':
    case 'global':
    case 'member':
      return isCosmos(expression.name);
    case 'import':
      return isCosmos(expression.module) || isCosmos(expression.name ?? '');
    default:
      return false;
  }
}

function isCosmos(name: string): boolean {
  return /cosmos/i.test(name) && !/\s/.test(name);
}

type Named = Pick<Report, 'place' | 'related'> & { readonly name: string; readonly madeAt?: Place };

/** The names that the file gives, those of the tables of its operations, and then those that other files make clients of. */
function* namesOf(context: RuleContext): Generator<Named> {
  const { file } = context;
  const { names } = context.tableUse();
  for (const named of names) if (named.madeAt === undefined) yield placed(context, named);
  for (const { table, receiver, via, callSpan } of context.operations) {
    // a function of another file has its own client, unless the call of it gives the name
    const written = (table === undefined ? [] : (textsOf(context).get(table) ?? [])).filter(
      (span) => via === undefined || contains(callSpan, span),
    );
    if (via !== undefined && via.place.file !== file && written.length === 0) continue;
    const place: Place = { file, span: written.length === 1 && written[0] ? written[0] : receiver.span };
    // the names of a series are as many as its dates
    if (table !== undefined && seriesStart(table) === undefined) yield { name: table, place };
  }
  for (const named of names) if (named.madeAt !== undefined) yield placed(context, named);
}

function placed({ file }: RuleContext, { name, place, argument, madeAt }: NamedTable): Named {
  const at = madeAt === undefined ? { name } : { name, madeAt };
  const related = [{ place, message: l10n.t('The name is written here.') }];
  return place.file === file ? { ...at, place } : { ...at, place: argument, related };
}

/** Where each text of a file stands: a name that a function is given is written in one place, whoever makes the client of it. */
const textsOf = oncePerFile((context): ReadonlyMap<string, readonly Span[]> => {
  const texts = codeOfFile(context, context.file).parts.flatMap((part) =>
    part.kind === 'expression' && part.expression.kind === 'text' ? [part.expression.text] : [],
  );
  return new Map(
    [...grouped(texts, ({ text }) => text)].map(([text, all]) => [text, all.map(({ span }) => span)]),
  );
});

/** What is wrong with a name; undefined where nothing is, or it is one of the service's own tables (`$Metrics…`). */
function explain(name: string): Message | undefined {
  if (name.startsWith('$')) return undefined;
  const written = name.replaceAll(HOLE, '');
  const isWhole = written === name;
  if (isWhole && (name.length < FEWEST || name.length > MOST)) {
    return say('length', name, FEWEST, MOST);
  }
  if (name.toLowerCase() === 'tables') {
    return say('reserved', name);
  }
  if (/[^A-Za-z0-9]/.test(written)) {
    return say('characters', name);
  }
  return /^[0-9]/.test(name) ? say('first-character', name) : undefined;
}
