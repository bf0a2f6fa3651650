import { codecOf, patternText } from '../model/keys/key-text.ts';
import type { KeyPattern, PartForm, ValuePart } from '../model/keys/key-pattern.ts';

/** How the keys of a kind of entities are put together, in attributes. */
export interface Layout {
  readonly partitionKey: readonly KeyPart[];
  readonly rowKey: readonly KeyPart[];
}

export type KeyPart = { readonly kind: 'literal'; readonly text: string } | AttributePart;

export interface AttributePart {
  readonly kind: 'attribute';
  readonly attribute: string;
  readonly encoding: Encoding;
}

/** How a value is written into a key. */
export interface Encoding {
  /** Whether the texts sort as the values do, the other way round, or otherwise. */
  readonly sorts: 'up' | 'down' | 'none';
  /** The text tells the whole value; a day tells only a part of its time. */
  readonly isWhole: boolean;
  /** No text is the beginning of another, as all are of one length: what follows disturbs neither their order nor their ends. */
  readonly isFixed: boolean;
  /** What stands behind the name in a pattern: the digits, the format; empty for the value as it is. */
  readonly label: string;
  /** How many values there are, where that is known: the hours of a day. */
  readonly most?: number;
}

export const AS_IT_IS: Encoding = { sorts: 'up', isWhole: true, isFixed: false, label: '' };
export const TRUTH: Encoding = { sorts: 'up', isWhole: true, isFixed: true, label: '' };
export const PADDED: Encoding = { sorts: 'up', isWhole: true, isFixed: true, label: '10' };
export const ISO_TIME: Encoding = { sorts: 'up', isWhole: true, isFixed: true, label: 'iso' };
/** The day of a time. */
export const DAY: Encoding = { sorts: 'up', isWhole: false, isFixed: true, label: 'yyyy-MM-dd' };
export const NEWEST_FIRST: Encoding = {
  sorts: 'down',
  isWhole: true,
  isFixed: true,
  label: 'inverted ticks:19',
};
/** What is left to the largest number of ten digits. */
export const LARGEST_FIRST: Encoding = {
  sorts: 'down',
  isWhole: true,
  isFixed: true,
  label: 'inverted:10',
};
export const HASH_BUCKET: Encoding = { sorts: 'none', isWhole: false, isFixed: true, label: 'hash:2' };

/** How the source writes a value into a key. */
export function encodingOf(part: ValuePart): Encoding {
  const { form } = part;
  const whole = patternText({ parts: [{ ...part, name: NAMELESS }], signature: '' }).slice(1, -1);
  const label = whole === NAMELESS ? '' : whole.replace(`${NAMELESS}:`, '').replace(/^time:/, '');
  switch (form.kind) {
    case 'text':
      return { ...AS_IT_IS, sorts: form.through === 'uri' ? 'none' : 'up', label };
    case 'number':
    case 'counter':
      return {
        sorts: form.width === undefined ? 'none' : form.inverted === true ? 'down' : 'up',
        isWhole: true,
        isFixed: form.width !== undefined,
        label: numberLabel(form),
      };
    case 'time':
      // a field of dates has its name
      return { ...timeEncoding(form), label: isDatePart(form) ? String(form.width ?? '') : label };
    case 'time-text':
    case 'timed-id':
      return { ...timeEncoding(form), label };
    case 'random':
    case 'hash':
      return { sorts: 'none', isWhole: form.kind === 'random', isFixed: false, label };
  }
}

function numberLabel({ width, inverted }: { readonly width?: number; readonly inverted?: true }): string {
  if (inverted === true) return width === undefined ? 'inverted number' : `inverted number:${width}`;
  return width === undefined ? '' : String(width);
}

const NAMELESS = 'value';

function isDatePart({ count: { origin } }: Extract<PartForm, { kind: 'time' }>): boolean {
  return origin.kind === 'time' && origin.part !== undefined;
}

function timeEncoding(form: PartForm): Omit<Encoding, 'label'> {
  const order = codecOf(form)?.order;
  const isCut = form.kind === 'time-text' && (form.isCut === true || isPeriod(form.format));
  if (form.kind === 'time') {
    const isPart = isDatePart(form);
    const sorts = isPart ? 'none' : form.count.inverted ? 'down' : 'up';
    const { magnitude } = form.count;
    return {
      sorts,
      isWhole: !isPart,
      isFixed: true,
      ...(isPart && magnitude !== undefined && { most: Number(magnitude) + 1 }),
    };
  }
  const isIso = form.kind === 'time-text' && form.format.startsWith('yyyy') && form.isChanged !== true;
  const sorts = order === 'ascending' || isIso ? 'up' : order === 'descending' ? 'down' : 'none';
  return { sorts, isWhole: !isCut, isFixed: true };
}

/** Whether a format of a date has no seconds: all times of a day, or another period, are the same text. */
function isPeriod(format: string): boolean {
  return /yy|mm|dd|hh/i.test(format) && !format.includes('s');
}

/** Whether all texts of an encoding begin with a digit: numbers that are padded, and times but for ids that carry them. */
export function beginsWithDigit({ isFixed, label }: Encoding): boolean {
  return isFixed && /^(?:\d+$|inverted[ :]|(?:\w+)?seconds|ticks|iso|y{4}|year)/.test(label);
}

/** A key as people read it: `empid_{id:6}`. */
export function keyText(parts: readonly KeyPart[]): string {
  return parts
    .map((part) => {
      if (part.kind === 'literal') return part.text;
      const { label } = part.encoding;
      return label === '' ? `{${part.attribute}}` : `{${part.attribute}:${label}}`;
    })
    .join('');
}

/** The attributes of a key, in order. */
export function attributesIn(parts: readonly KeyPart[]): readonly string[] {
  return parts.flatMap((part) => (part.kind === 'attribute' ? [part.attribute] : []));
}

/** The attributes of both keys. */
export function keyAttributes({ partitionKey, rowKey }: Layout): readonly string[] {
  return [...attributesIn(partitionKey), ...attributesIn(rowKey)];
}

/** Equal for keys that are put together alike, whatever their values are called. */
export function skeletonOf({ parts }: KeyPattern): string {
  return JSON.stringify(parts.map((part) => (part.kind === 'literal' ? part.text : 0)));
}

/** The same of a layout's key: equal keys of two kinds may hold one value. */
export function skeletonOfParts(parts: readonly KeyPart[]): string {
  return JSON.stringify(parts.map((part) => (part.kind === 'literal' ? part.text : 0)));
}
