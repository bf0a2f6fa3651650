import { isOneOf, isOtherwise, negate, otherwise } from '../../syntax/facts/conditions.ts';
import { type Abstract, alternativesOf, choose } from './abstract.ts';
import { conditionText } from './condition-text.ts';

/** The rest of `when` after the conditions that also hold where the value is used; undefined if they exclude it. */
export function relativeTo(use: ReadonlySet<string>, when: readonly string[]): readonly string[] | undefined {
  if (use.size === 0) return when;
  if (when.some((condition) => use.has(negate(condition)))) return undefined;
  return when.filter((condition) => !use.has(condition));
}

/** A place where branches part, by what is asked there. */
interface Parting {
  /** A branch ends here, whatever else is asked. */
  isEnd: boolean;
  isCovered: boolean;
  readonly branches: Map<string, Parting>;
}

const newParting = (): Parting => ({ isEnd: false, isCovered: false, branches: new Map() });

/** The branches that have assigned something, each with its conditions, outermost first. */
export class Branches {
  readonly #root = newParting();
  #count = 0;

  add(conditions: readonly string[]): void {
    this.#count += 1;
    let at = this.#root;
    for (const condition of conditions) {
      const next = at.branches.get(condition) ?? newParting();
      at.branches.set(condition, next);
      at = next;
    }
    at.isEnd = true;
  }

  /** The condition of the only branch, where it is one that is asked by itself. */
  onlyCondition(): string | undefined {
    const [only] = this.#root.branches;
    if (only === undefined || this.#count > 1) return undefined;
    const [condition, { isEnd }] = only;
    return isEnd ? condition : undefined;
  }

  /** Whether one of them is always taken: `a` and `!a`, each in turn split further. */
  coverAll(): boolean {
    return covers(this.#root);
  }
}

function covers(at: Parting | undefined): boolean {
  if (at === undefined) return false;
  at.isCovered ||= at.isEnd || coversFirst(at);
  return at.isCovered;
}

function coversFirst(at: Parting): boolean {
  const [first] = at.branches.keys();
  if (first === undefined || !covers(at.branches.get(first))) return false;
  return covers(at.branches.get(negate(first))) || coversSwitch(at, first);
}

/** Every case of a switch, and its default. */
function coversSwitch({ branches }: Parting, first: string): boolean {
  const subject = first.slice(0, first.lastIndexOf(isOneOf('', '')));
  const beginning = isOneOf(subject, '');
  const cases = [...branches.keys()].filter(
    (condition) =>
      condition.startsWith(beginning) && !isOtherwise(subject, condition) && covers(branches.get(condition)),
  );
  const rest = otherwise(
    subject,
    cases.map((condition) => condition.slice(beginning.length)),
  );
  return subject !== '' && covers(branches.get(rest));
}

/** What a value is after `added` took its place under the last of the conditions in `assigned`. */
export function assign(
  before: Abstract,
  added: Abstract,
  when: readonly string[],
  assigned: Branches,
): Abstract {
  if (when.length === 0) return added;
  // once every branch has assigned, the first value is never seen
  const stillSeen = assigned.coverAll()
    ? alternativesOf(before).filter((choice) => choice.when !== undefined)
    : alternativesOf(before);
  return choose([...stillSeen, { value: added, ...conditionText(when) }]);
}
