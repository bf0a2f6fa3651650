import type { KeyName } from '../../../core/shape/shape.ts';
import { nounOf, withArticle, wordsOf } from '../../design/words.ts';

/** What the functions of an index's module are called. */
export interface IndexNames {
  /** The module's file, without its ending. */
  readonly module: string;
  readonly rowKey: string;
  readonly copy: string;
  readonly create: string;
  readonly update: string;
  readonly upsert: string;
  readonly delete: string;
  readonly read: string;
  /** An entity, in words of a comment: "an employee", without its article, and several of them. */
  readonly one: string;
  readonly noun: string;
  readonly entities: string;
}

/** Ways to name the functions, of which a program may have taken some. */
export const NAMINGS = [0, 1, 2] as const;

/** Names after the table and the property: `createEmployee`, `employeesByEmail`. */
export function indexNames(
  table: string,
  attribute: string,
  naming: (typeof NAMINGS)[number],
  { key, what }: { readonly key: KeyName; readonly what: 'copy' | 'entry' | 'index' },
): IndexNames {
  const { one, many } = nounOf(table);
  const [entity, entities] = [pascal(one), camel(many)];
  const by = `By${pascal(wordsOf(attribute))}`;
  const name = (verb: string): string =>
    naming === 0
      ? `${verb}${entity}`
      : naming === 1
        ? `${verb}${entity}And${pascal(what)}`
        : `${verb}${entity}${by}`;
  return {
    module: [...many.split(' '), 'by', ...wordsOf(attribute).split(' ')].join('-').toLowerCase(),
    rowKey: `${camel(wordsOf(attribute))}${key}`,
    copy: `${what}${by}`,
    create: name('create'),
    update: name('update'),
    upsert: name('upsert'),
    delete: name('delete'),
    read:
      naming === 0
        ? `${entities}${by}`
        : naming === 1
          ? `find${pascal(many)}${by}`
          : `indexed${pascal(many)}${by}`,
    one: withArticle(one),
    noun: one,
    entities: one.endsWith(' entity') ? many : `${one} entities`,
  };
}

function pascal(words: string): string {
  return words
    .split(' ')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

function camel(words: string): string {
  const name = pascal(words);
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}
