import { camel, pascal } from '../sites/letter-case.ts';
import { nounOf, withArticle } from '../../design/words.ts';

/** What the functions of a summary's module are called. */
export interface SummaryNames {
  /** The module's file, without its ending. */
  readonly module: string;
  readonly create: string;
  readonly update: string;
  readonly upsert: string;
  readonly delete: string;
  readonly read: string;
  /** The property of a summary that has the number. */
  readonly number: string;
  /** An entity, in words of a comment: "an employee", and several. */
  readonly one: string;
  readonly many: string;
}

/** Ways to name the functions, of which a program may have taken some. */
export const NAMINGS = [0, 1, 2] as const;

/** Names after the table: `createEmployee`, `employeeCount`. */
export function summaryNames(table: string, naming: (typeof NAMINGS)[number]): SummaryNames {
  const { name: noun, one, many } = nounOf(table);
  const what = 'count';
  const entity = pascal(noun);
  const verb = (action: string): string =>
    naming === 0
      ? `${action}${entity}`
      : naming === 1
        ? `${action}Counted${entity}`
        : `${action}${entity}And${pascal(what)}`;
  return {
    module: [...noun.split(' '), what].join('-').toLowerCase(),
    create: verb('create'),
    update: verb('update'),
    upsert: verb('upsert'),
    delete: verb('delete'),
    read:
      [camel(`${noun} ${what}`), camel(`${what} of ${many}`), camel(`kept ${noun} ${what}`)][naming] ?? '',
    number: what,
    one: withArticle(one),
    many,
  };
}
