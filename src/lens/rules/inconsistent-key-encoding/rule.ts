import * as l10n from '@vscode/l10n';
import type { Place } from '../../../core/text/segments.ts';
import { contains } from '../../../core/text/span.ts';
import type { KeyName } from '../../../core/shape/shape.ts';
import type { KeyPattern, PartForm } from '../../model/keys/key-pattern.ts';
import {
  type GivenKey,
  type KeySchema,
  type KeyUse,
  type KeyVariant,
  lastName,
} from '../../model/keys/key-schema.ts';
import { patternText } from '../../model/keys/key-text.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { bare, nameIn } from '../../syntax/program/names.ts';
import type { TableModel } from '../../model/tables/tables.ts';
import type { Expression, Member } from '../../syntax/program/program.ts';
import type { Part } from '../../syntax/program/walk.ts';
import { codeOfFile, globalCallAt, pathAt } from '../shared/code-at.ts';
import { keysOf, reportAt } from '../shared/given.ts';
import { onceForEach, onceForTable, oncePerFile } from '../shared/once.ts';
import { methodOf } from '../shared/repeated.ts';
import { compare, type Difference } from './compare.ts';
import { askAsWritten } from './fix.ts';
import { isMadeElsewhere } from './made-elsewhere.ts';
import { say } from './messages.ts';

/** Keys are compared character by character: what is asked for in another form is not found. */
export const rule: Rule = {
  id: 'inconsistent-key-encoding',
  severity: 'warning',
  title: () => l10n.t('A key is queried in another format than it is written'),
  check: function* (context) {
    for (const given of keysOf(context)) {
      const found = given.how === 'written' ? undefined : mismatch(context, given);
      if (found === undefined) continue;
      const { difference, asked, written, use } = found;
      const report = reportAsked(given);
      yield {
        ...report,
        ...say('mismatch', given.key, patternText(written), patternText(asked), wordsFor(difference)),
        related: [...(report.related ?? []), { place: use.place, message: l10n.t('It is written here.') }],
        fixes: () => (isThrough(given) ? [] : askAsWritten(context, given, asked, written)),
      };
    }
  },
};

/** Of a function that hands a key on, what calls it is told. */
function reportAsked(given: GivenKey): ReturnType<typeof reportAt> {
  const { operation, place } = given;
  return isThrough(given) ? { place: methodOf(operation) } : reportAt(operation, place);
}

/** Whether a key is named where the call does not stand: in the function that it calls. */
function isThrough({ operation: { via, file, callSpan }, place }: GivenKey): boolean {
  return via !== undefined && place.file === file && !contains(callSpan, place.span);
}

interface Mismatch {
  readonly difference: Difference;
  readonly asked: KeyPattern;
  readonly written: KeyPattern;
  readonly use: KeyUse;
}

/**
 * How a key differs from all that is written, if all of that is seen and something is the same but for its form; where
 * nothing written is like it, how it differs from what is updated, which must be there as well.
 */
function mismatch(context: RuleContext, given: GivenKey): Mismatch | undefined {
  const model = context.tableOf(given.operation);
  const schema = model?.keys();
  if (model === undefined || schema === undefined || given.patterns.length === 0) return undefined;
  if (schema.isPartial && !(schema.isOfCallers && areInCalledMethods(context, model))) return undefined;
  const { written, updated } = formsOf(schema)[given.key];
  const isUpdate = given.operation.method === 'updateEntity';
  const found = compareAll(given, written) ?? (isUpdate ? undefined : compareAll(given, updated));
  return found === 'alike' || found === undefined || isDoneBefore(context, found) ? undefined : found;
}

/** Whether the writes that callers give their entities are in methods that code of the file calls, and never hands on by their names. */
const areInCalledMethods = onceForEach((context: RuleContext, { writes }: TableModel): boolean =>
  writes.every(({ given, file, nameSpan }) => {
    if (given === undefined) return true;
    const { parts } = codeOfFile(context, file);
    const name = methodsIn(parts).find(({ fn }) => fn !== undefined && contains(fn.span, nameSpan))?.name;
    const called = new Set(
      parts.flatMap((part) =>
        part.kind === 'expression' && part.expression.kind === 'call' ? part.expression.callee : [],
      ),
    );
    return (
      name !== undefined &&
      !parts.some(
        (part) =>
          part.kind === 'expression' && nameIn(part.expression) === name && !called.has(part.expression),
      )
    );
  }),
);

function methodsIn(parts: readonly Part[]): readonly Member[] {
  return parts.flatMap((part) => {
    const code =
      part.kind === 'statement' ? part.statement : part.kind === 'expression' ? part.expression : undefined;
    return code?.kind === 'class' ? code.cls.members.filter(({ kind }) => kind === 'method') : [];
  });
}

/**
 * Whether a value may have been put into the other form before it came here: the variable that holds the one in that
 * form goes by the same name as what is handed on (`const email = clean(input.email)`, and a parameter `email`), or a function gives
 * it. What is taken from a request has not been.
 */
function isDoneBefore(context: RuleContext, { difference, asked, written }: Mismatch): boolean {
  if (difference === 'prefix') return asked.parts.some((part) => mayHaveAll(context, part));
  return asked.parts.some((part, i) => {
    const own = written.parts[i];
    if (part.kind !== 'value' || own?.kind !== 'value') return false;
    if (part.form.kind !== 'text' || own.form.kind !== 'text') return false;
    // what each side puts into a form of its own is in that, whatever it was
    const [asked, put] = formsOfText(part.form, own.form);
    if (asked !== undefined && put !== undefined) return false;
    const isChanged = asked !== put;
    const [changed, plain] = put === undefined ? [part, own] : [own, part];
    if (!isChanged || RAW.test(plain.name ?? '')) return false;
    const areEncoded = part.form.through === 'uri' && own.form.through === 'uri';
    const name = pathAt(context, areEncoded ? encodedAt(context, changed.place) : changed.place)?.at(-1);
    return (name !== undefined && name === lastName(plain.name)) || isMadeElsewhere(context, plain.place);
  });
}

/** What is encoded at a place, which has the form that it came in. */
function encodedAt(context: RuleContext, place: Place): Place {
  const encoded = globalCallAt(context, place, 'encodeURIComponent')?.args[0];
  return encoded === undefined ? place : { file: place.file, span: encoded.span };
}

/** What two texts have been put through; of what both sides encode, the case. */
function formsOfText(
  a: Extract<PartForm, { kind: 'text' }>,
  b: Extract<PartForm, { kind: 'text' }>,
): readonly [string | undefined, string | undefined] {
  return a.through === 'uri' && b.through === 'uri' ? [a.inCase, b.inCase] : [a.through, b.through];
}

/** Whether a value may be a whole key already: a function gives it, or the file gives its name to a key that was read. */
function mayHaveAll(context: RuleContext, part: KeyPattern['parts'][number]): boolean {
  if (part.kind !== 'value' || part.form.kind !== 'text') return false;
  const { name, place } = part;
  // what a request brings, and a property, may be what a list gave
  if (name === undefined || name.includes('.')) return true;
  return isMadeElsewhere(context, place) || keysRead(context).has(name);
}

/** What the code of a file calls keys of entities: `{ slug: entity.rowKey }`, `const slug = entity.rowKey`. */
const keysRead = oncePerFile((context): ReadonlySet<string> => {
  const isKey = (code: Expression): boolean => /^(?:row|partition)Key$/i.test(nameIn(bare(code)) ?? '');
  return new Set(
    codeOfFile(context, context.file).parts.flatMap((part): readonly string[] => {
      if (part.kind === 'statement') {
        const { statement } = part;
        const isOfKey = statement.kind === 'declare' && statement.init !== undefined && isKey(statement.init);
        const { pattern } = statement.kind === 'declare' ? statement : {};
        return isOfKey && pattern?.kind === 'local' ? [pattern.name] : [];
      }
      if (part.kind !== 'expression' || part.expression.kind !== 'object') return [];
      return part.expression.parts.flatMap((one) =>
        one.kind === 'property' && typeof one.name === 'string' && isKey(one.value) ? [one.name] : [],
      );
    }),
  );
});

/** As frameworks call what a request brings. */
const RAW = /\b(?:query|params|body)\.\w+$/;

/** Forms of one key of a table that are compared: where there are more, what else may be written nobody can tell. */
const MOST_FORMS = 100;

/** One of several texts that may be right is enough; undefined where all are about something else. */
function compareAll({ patterns, how }: GivenKey, forms: readonly Form[]): Mismatch | 'alike' | undefined {
  let found: Mismatch | undefined;
  if (forms.length > MOST_FORMS) return 'alike';
  for (const asked of patterns) {
    for (const { pattern, use } of forms) {
      const compared = compare(pattern, asked, how === 'bound');
      if (compared.kind === 'alike') return 'alike';
      if (compared.kind === 'differs')
        found ??= { difference: compared.difference, asked, written: pattern, use };
    }
  }
  return found;
}

interface Form {
  readonly pattern: KeyPattern;
  readonly use: KeyUse;
}

interface Forms {
  readonly written: readonly Form[];
  readonly updated: readonly Form[];
}

/** Many keys of a file are compared with the same table's. */
const formsOf = onceForTable((schema: KeySchema): Readonly<Record<KeyName, Forms>> => ({
  PartitionKey: formsIn(schema.partitionKey),
  RowKey: formsIn(schema.rowKey),
}));

function formsIn(variants: readonly KeyVariant[]): Forms {
  const used = (isMeant: (use: KeyUse) => boolean): readonly Form[] =>
    variants.flatMap(({ pattern, uses }) => {
      const use = uses.find(isMeant);
      return use === undefined ? [] : [{ pattern, use }];
    });
  return {
    written: used(({ how }) => how === 'written'),
    updated: used(({ operation }) => operation.method === 'updateEntity'),
  };
}

function wordsFor(difference: Difference): string {
  switch (difference) {
    case 'width':
      return l10n.t('the number has a different width');
    case 'prefix':
      return l10n.t('the text around the value is different');
    case 'case':
      return l10n.t('the case is different');
    case 'encoding':
      return l10n.t('only one side encodes the value');
    case 'time':
      return l10n.t('the time has a different format');
  }
}
