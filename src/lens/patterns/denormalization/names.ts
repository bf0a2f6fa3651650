import { camel, pascal } from '../sites/letter-case.ts';
import { nounOf, withArticle, wordsOf } from '../../design/words.ts';

/** What a module that keeps copies of another table's properties has, and what these are called. */
export interface CopyNames {
  /** The module's file, without its ending. */
  readonly module: string;
  readonly read: string;
  readonly write: string;
  /** The keys of the other entity, and what is kept of it. */
  readonly keys: string;
  readonly copy: string;
  /** The property of the copy for each of the other entity's. */
  readonly copies: readonly (readonly [property: string, copy: string])[];
  /** The property that says of which entity the copies are. */
  readonly of: string;
  /** In words of a comment: "an order", "orders", "product". */
  readonly one: string;
  readonly many: string;
  readonly noun: string;
  readonly other: string;
}

/** Ways to name the functions, of which a program may have taken some. */
export const NAMINGS = [0, 1, 2] as const;

/** Names after both tables; `taken` are the properties that entities of the one have already. */
export function copyNames(
  table: string,
  from: string,
  properties: readonly string[],
  taken: ReadonlySet<string>,
  naming: (typeof NAMINGS)[number],
): CopyNames {
  const { name, one, many } = nounOf(table);
  const { name: other } = nounOf(from);
  const own = (property: string): string => {
    const usual = camel(`${other} ${wordsOf(property)}`);
    return taken.has(usual) ? camel(`copied ${other} ${wordsOf(property)}`) : usual;
  };
  const what = [pascal(other), `CopyOf${pascal(other)}`, `${pascal(other)}Of${pascal(name)}`][naming] ?? '';
  return {
    module: [...name.split(' '), ...other.split(' ')].join('-').toLowerCase(),
    read:
      naming === 0
        ? camel(`${other} of`)
        : naming === 1
          ? camel(`read ${other} of`)
          : camel(`${other} of ${name}`),
    write: `with${what}`,
    keys: camel(`${other} keys`),
    copy: camel(`${other} copy`),
    copies: properties.map((property) => [property, own(property)]),
    of: camel(`${other} copy of`),
    one: withArticle(one),
    many,
    noun: one,
    other,
  };
}
