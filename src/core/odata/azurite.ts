/** What a token of Azurite's is to its grammar. */
type Class = 'open' | 'close' | 'not' | 'connective' | 'operator' | 'value';

/** What was read last, and so what may follow. */
type State = 'nothing' | 'not' | 'value' | 'operator' | 'condition';

/** Where each class of token leads; none: it cannot stand there. */
const NEXT: Record<State, Partial<Record<Class, State>>> = {
  nothing: { open: 'nothing', not: 'not', value: 'value' },
  not: { open: 'nothing', value: 'value' },
  value: { operator: 'operator', connective: 'nothing', close: 'condition' },
  operator: { value: 'condition' },
  condition: { connective: 'nothing', close: 'condition' },
};

/** Brackets, quoted texts (to the end where the quote is not closed), and runs of anything else. */
const TOKEN = /[()]|(?:datetime|guid|binary|x)?(?:'[^']*(?:''[^']*)*'?|"[^"]*(?:""[^"]*)*"?)|[^\s()'"]+/gi;
const NUMBER = /^-?\d+(?:\.\d+)?L?$/;
const TEXT_OR_BOOLEAN = /['"]|^(?:true|false)$/i;

/**
 * Whether Azurite takes a filter: seen on 3.37.0. A run of characters that is no operator and no constant
 * is the name of a property to it, whatever it is made of, and one such name is all that it asks for.
 */
export function azuriteAccepts(filter: string): boolean {
  if (filter === '' || filter === 'true' || filter === 'false') return true;
  let state: State = 'nothing';
  let depth = 0;
  let hasName = false;
  for (const [token] of filter.matchAll(TOKEN)) {
    const found = classOf(token);
    if (found === 'open') depth++;
    if (found === 'close') depth--;
    const next: State | undefined = NEXT[state][found];
    if (next === undefined || depth < 0) return false;
    state = next;
    hasName ||= found === 'value' && !NUMBER.test(token) && !TEXT_OR_BOOLEAN.test(token);
  }
  return hasName && depth === 0 && (state === 'value' || state === 'condition');
}

function classOf(token: string): Class {
  switch (token.toLowerCase()) {
    case '(':
      return 'open';
    case ')':
      return 'close';
    case 'not':
      return 'not';
    case 'and':
    case 'or':
      return 'connective';
    case 'eq':
    case 'ne':
    case 'gt':
    case 'ge':
    case 'lt':
    case 'le':
      return 'operator';
    default:
      return 'value';
  }
}
