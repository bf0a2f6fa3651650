import { shortened } from '../../core/text/shortened.ts';

/** A name of a program as words: `employeeId` and `employee_id` are "employee id". */
export function wordsOf(name: string): string {
  const spaced = name
    .replaceAll(/([\p{Ll}\p{N}])(?=\p{Lu})/gu, '$1 ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return spaced
    .split(' ')
    .map((word) => (/^\p{Lu}{2,}$/u.test(word) ? word : word.toLowerCase()))
    .join(' ');
}

/** What a name that refers to something refers to: `employeeId` to an employee. */
export function referredBy(name: string): string {
  const words = wordsOf(name);
  const [, start] = /^(.+) (?:id|ids|key|guid|uuid|ID)$/u.exec(words) ?? [];
  return start ?? words;
}

/** What people call an entity of a kind, and several of them. */
export interface Noun {
  readonly name: string;
  readonly one: string;
  readonly many: string;
}

/** Characters of a noun: names of programs may have any number. */
const MAX_NOUN = 40;

/** The noun that a name of a program gives: `ExpenseClaims` are expense claims, `ActivityLog` has activity log entities. */
export function nounOf(name: string): Noun {
  const words = shortened(wordsOf(name) || name, MAX_NOUN);
  const one = singular(words);
  if (words === 'entity') return { name: words, one: words, many: 'entities' };
  return one === words
    ? { name: words, one: `${words} entity`, many: `${words} entities` }
    : { name: one, one, many: words };
}

/** The noun for a kind that people named themselves, one or several of it. */
export function nounNamed(name: string): Noun {
  const one = singular(shortened(wordsOf(name) || name, MAX_NOUN));
  const many = /[^aeiou]y$/u.test(one)
    ? `${one.slice(0, -1)}ies`
    : /(?:s|x|ch|sh)$/u.test(one)
      ? `${one}es`
      : `${one}s`;
  return { name, one, many };
}

/** One of it, in words: "an employee", but "a user". */
export function withArticle(noun: string): string {
  const isYou = /^(?:us[aeiu]|uni|u[rt][aeiou]|eu|one\b)/i.test(noun) || /^U\p{Lu}/u.test(noun);
  return `${/^[aeiou]/i.test(noun) && !isYou ? 'an' : 'a'} ${noun}`;
}

/** What people call several entities of a kind, by its name. */
export function severalOf(kind: string): string {
  const isLast = !/ (?:by|for|in|of|per|with|\d+)\b/u.test(kind);
  return isLast && kind === singular(kind) ? nounNamed(kind).many : `${kind} entities`;
}

/** One of what a plural English noun names; a word that shows no plural stays. */
function singular(noun: string): string {
  const last = noun.split(' ').at(-1) ?? '';
  const irregular = IRREGULAR.get(last.toLowerCase());
  if (irregular !== undefined) return `${noun.slice(0, -last.length)}${irregular}`;
  if (/[^aeiou]ies$/u.test(noun)) return `${noun.slice(0, -3)}y`;
  if (/(?:ss|us|is|news|series)$/u.test(noun)) return noun;
  if (/(?:sses|xes|ches|shes|tzes|(?:stat|bon|vir|camp)uses|\bbuses)$/u.test(noun)) return noun.slice(0, -2);
  return noun.endsWith('s') ? noun.slice(0, -1) : noun;
}

/** Plurals that no rule gives. */
const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ...(['movie', 'cookie', 'calorie', 'cache', 'axe'] as const).map((one) => [`${one}s`, one] as const),
  ['people', 'person'],
  ['children', 'child'],
  ['shelves', 'shelf'],
  ['quizzes', 'quiz'],
  ['analyses', 'analysis'],
  ['diagnoses', 'diagnosis'],
]);

/** A sentence's beginning in upper case. */
export function capitalized(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}

/** Names that say nothing of what they are the names of: two of them alike may be two things. */
const GENERIC: ReadonlySet<string> = new Set([
  ...['id', 'ids', 'key', 'name', 'value', 'type', 'kind', 'code', 'number', 'index', 'data', 'item', 'text'],
  ...[
    'partitionkey',
    'rowkey',
    'pk',
    'rk',
    'partition',
    'row',
    'timestamp',
    'date',
    'time',
    'status',
    'uuid',
  ],
  ...['part', 'date part', 'counter', 'hash'],
  // functions of the language, where nobody gives what they make a name
  ...['decodeuricomponent', 'encodeuricomponent', 'string', 'number', 'parseint', 'trim', 'atob', 'btoa'],
  ...['guid', 'tostring', 'x', 'i', 'n', 's', 'e', 'entity', 'prefix', 'now', 'count', 'result', 'title'],
]);

/** Whether a name alone does not tell what it is the name of; a number that tells it from others of that name says no more. */
export function isGeneric(name: string): boolean {
  return name.length < 2 || GENERIC.has(name.toLowerCase().replace(/ \d+$/, ''));
}

/** Whether a name says no more than that something is a key of an entity. */
export function isKeyName(name: string): boolean {
  return /(?:^|\.)(?:partitionKey|rowKey|pk|rk)$/i.test(name);
}

/** Whether a name says which way something goes, and nothing of what it is: the warehouse that goods are moved to. */
export function isWay(name: string): boolean {
  return name === 'to' || name === 'from';
}

/** What times are called where no type tells. */
export function isTimeName(name: string): boolean {
  return /(?:[tT]ime|[dD]ate|[a-z]At|[a-z]On)$|^(?:time|date|created|updated|modified|timestamp)/.test(name);
}
