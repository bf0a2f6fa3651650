import * as l10n from '@vscode/l10n';
import { flatten } from '../../../core/text/segments.ts';
import type { Value } from '../../model/operations/operation.ts';
import type { Rule, RuleContext } from '../rule.ts';
import { nameIn } from '../../syntax/program/names.ts';
import type { Expression } from '../../syntax/program/program.ts';
import type { Part } from '../../syntax/program/walk.ts';
import { codeHas } from '../shared/code-at.ts';
import { shown, textAt } from '../shared/place.ts';
import { isKey, type Put, putsOf } from '../shared/put-values.ts';
import { growsEachTime } from './grown.ts';
import { say } from './messages.ts';

/** The guide, "Large entities pattern"; REST: a String or Binary property holds 64 KiB, an entity 1 MiB. */
export const rule: Rule = {
  id: 'property-too-large',
  severity: 'warning',
  title: () => l10n.t('A property that can exceed 64 KiB'),
  check: function* (context) {
    for (const put of putsOf(context)) {
      if (isKey(put.name)) continue;
      const size = sizeOf(put.value);
      const isSmall = size <= MOST_BYTES && !put.isUnbounded;
      if (isMeasured(context, put) || (isSmall && !growsEachTime(context, put))) continue;
      if (size > MOST_BYTES) {
        yield { ...put.report, ...say('constant', put.name, size.toLocaleString('en')) };
        continue;
      }
      if (isSmall) {
        yield { ...put.report, ...say('grown', shown(put.name)) };
        continue;
      }
      yield {
        ...put.report,
        ...say('contents', shown(textAt(context, put.place))),
      };
    }
  },
};

/** The service's data model: 64 KiB for a Binary, and for a String, which takes two bytes for each UTF-16 unit. */
const MOST_BYTES = 64 * 1024;

/** How many bytes a property takes in any case, where that is a constant. */
function sizeOf(value: Value): number {
  switch (value.kind) {
    case 'oneOf':
      return Math.min(...value.values.map((one) => sizeOf(one.value)));
    case 'text':
      return 2 * flatten(value.segments.filter(({ kind }) => kind === 'literal')).text.length;
    case 'unknown':
      return value.length ?? 0;
    default:
      return 0;
  }
}

/** The code around, or that of the wrapper, knows the limit, or asks how long something is before it goes on. */
function isMeasured(context: RuleContext, { place, write }: Put): boolean {
  const places = [place, { file: write.file, span: write.callSpan }, ...(write.via ? [write.via.place] : [])];
  return places.some((one) => codeHas(context, one, measures));
}

function measures(part: Part): boolean {
  if (part.kind !== 'expression') return false;
  const { expression } = part;
  if (expression.kind === 'number') return LIMITS.has(expression.value);
  if (expression.kind !== 'binary') return false;
  const { operator, left, right } = expression;
  if (operator === '*') return [left, right].some(isKilo) && [left, right].some(isOfLimit);
  // `i < rows.length` bounds a loop
  return COMPARES.has(operator) && ((isSize(left) && !isFew(right)) || (isSize(right) && isLimit(left)));
}

const LIMITS: ReadonlySet<number> = new Set([65_536, 65_535, 64_000, 32_768, 32_767, 32_000]);

function isKilo(expression: Expression): boolean {
  return expression.kind === 'number' && expression.value === 1024;
}

function isOfLimit(expression: Expression): boolean {
  return expression.kind === 'number' && (expression.value === 64 || expression.value === 32);
}

const COMPARES: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

function isSize(expression: Expression): boolean {
  return expression.kind === 'member' && SIZES.has(expression.name);
}

const SIZES: ReadonlySet<string> = new Set(['length', 'byteLength', 'size']);

/** `rows.length > 0` asks whether there is any. */
function isFew(expression: Expression): boolean {
  return expression.kind === 'number' && expression.value <= 1;
}

/** A number, or what is called like a constant. */
function isLimit(expression: Expression): boolean {
  if (expression.kind === 'number') return !isFew(expression);
  return /^[A-Z][A-Z\d_]*$/.test(nameIn(expression) ?? '');
}
