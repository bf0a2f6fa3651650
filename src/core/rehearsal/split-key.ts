import type { PlanPart } from './plan.ts';

/** What a key holds of each attribute, in order. */
export type KeyPieces = readonly {
  readonly attribute: string;
  readonly encoding: string;
  readonly text: string;
  readonly isCut: boolean;
}[];

/**
 * Cuts a key into its values. `several` where it can be cut in more than one way, as a separator is in a value, too; `none` where it
 * has another form.
 */
export function splitKey(key: string, parts: readonly PlanPart[]): KeyPieces | 'several' | 'none' {
  /** Places from which the rest has no cut. */
  const dead = new Set<string>();
  const found: KeyPieces[] = [];
  const go = (part: number, at: number, pieces: KeyPieces): void => {
    const next = parts[part];
    if (next === undefined) {
      if (at === key.length) found.push(pieces);
      return;
    }
    const place = `${part} ${at}`;
    if (dead.has(place)) return;
    const before = found.length;
    for (const end of endsOf(key, at, parts, part)) {
      const piece =
        next.kind === 'literal'
          ? []
          : [
              {
                attribute: next.attribute,
                encoding: next.encoding,
                text: key.slice(at, end),
                isCut: next.isCut === true,
              },
            ];
      go(part + 1, end, [...pieces, ...piece]);
      if (found.length > 1) return;
    }
    if (found.length === before) dead.add(place);
  };
  go(0, 0, []);
  const [first, ...others] = found;
  if (first === undefined) return 'none';
  return others.length > 0 ? 'several' : first;
}

/** Where a part that begins at a place can end. */
function endsOf(key: string, at: number, parts: readonly PlanPart[], index: number): readonly number[] {
  const part = parts[index];
  if (part === undefined) return [];
  if (part.kind === 'literal') return key.startsWith(part.text, at) ? [at + part.text.length] : [];
  const form = FORMS.find(({ encoding }) => encoding.test(part.encoding));
  const next = parts[index + 1];
  const ends: number[] = [];
  for (let end = at; end <= key.length; end++) {
    const isFollowed =
      next === undefined ? end === key.length : next.kind === 'value' || key.startsWith(next.text, end);
    if (isFollowed && (form === undefined || form.text(part.encoding).test(key.slice(at, end))))
      ends.push(end);
  }
  return ends;
}

/** What the texts of some encodings look like; those of others may be any. */
const FORMS: readonly { readonly encoding: RegExp; readonly text: (encoding: string) => RegExp }[] = [
  { encoding: /^\d{1,3}$/, text: (width) => new RegExp(`^\\d{${width}}$`) },
  { encoding: /^iso$/, text: () => /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/ },
  { encoding: /^yyyy-MM-dd$/, text: () => /^\d{4}-\d\d-\d\d$/ },
  { encoding: /^(?:inverted )?(?:ticks|(?:milli|micro)?seconds)(?::\d+)?$/, text: () => /^\d+$/ },
  { encoding: /^inverted:10$/, text: () => /^\d{10}$/ },
  { encoding: /^hash:2$/, text: () => /^\d\d$/ },
];
