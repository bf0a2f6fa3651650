import { visibleValues } from '../../syntax/edits/visible-values.ts';
import type { TemplateValue } from '../../syntax/edits/key-template.ts';
import type { Value } from '../../model/operations/operation.ts';
import type { World } from '../pattern.ts';
import { refusals } from './refusals.ts';
import type { KeySite } from './sites.ts';

/** A value that the function of a key is given. */
export interface Parameter {
  readonly name: string;
  /** In TypeScript's words. */
  readonly type: string;
  /** What the template has around it. */
  readonly before: string;
  readonly after: string;
  /** What each place gives that has the value. */
  readonly args: ReadonlyMap<KeySite, string>;
}

/** The parameters of a function that all these places can call, or why there are none. */
export function parametersOf(world: World, sites: readonly KeySite[]): readonly Parameter[] | string {
  const [first] = sites;
  const found: Parameter[] = [];
  for (const index of first?.template.values.keys() ?? []) {
    // the bounds of a range may have the first values alone
    const having = sites.filter(({ template }) => index < template.values.length);
    const values = having.flatMap(({ template }) => template.values[index] ?? []);
    const one = parameterOf(world, having, values, index);
    if (typeof one === 'string') return one;
    const names = new Set(found.map(({ name }) => name));
    const name = nameFor(values, names);
    found.push({ ...one, name });
  }
  return found;
}

function parameterOf(
  world: World,
  sites: readonly KeySite[],
  values: readonly TemplateValue[],
  index: number,
): Omit<Parameter, 'name'> | string {
  const ways = new Map(values.map((one) => [`${one.before}\0${one.after}`, one]));
  const through = [...ways.values()].filter(({ before, after }) => before + after !== '');
  const [way, other] = through;
  if (way !== undefined && other !== undefined) return refusals.differs(way.code, other.code);
  // where some places give it as it is, all give it as it stands in the key
  const isInner = way !== undefined && ways.size === 1;
  const types = sites.map((site, i): string | undefined => {
    const value = values[i];
    if (value === undefined) return undefined;
    return isInner ? typeOfRoot(world, site, value) : typeOfAll(world, site, value, index);
  });
  const unseen = types.indexOf(undefined);
  const isTyped = sites.some(({ place }) => /\.[cm]?tsx?$/.test(place.file));
  if (unseen >= 0 && isTyped) {
    const value = values[unseen];
    return refusals.type((isInner ? value?.root : value?.code) ?? '');
  }
  const [type = 'string', ...others] = [
    ...new Set(types.map((one, i) => one ?? likelyType(isInner, values[i]))),
  ];
  if (others.length > 0 && isTyped) return refusals.type(values[0]?.root ?? '');
  return {
    type: others.length > 0 ? 'string | number' : type,
    before: isInner ? way.before : '',
    after: isInner ? way.after : '',
    args: new Map(
      sites.map((site, i) => [site, (isInner ? values[i]?.root : values[i]?.code) ?? ''] as const),
    ),
  };
}

/** A type for a comment in JavaScript, where none is seen: what it is put through needs it. */
function likelyType(isInner: boolean, value: TemplateValue | undefined): string {
  if (!isInner || value === undefined) return 'string | number';
  if (value.after.startsWith('.toISOString') || value.after.startsWith('.getTime')) return 'Date';
  if (value.after.startsWith('.toFixed')) return 'number';
  return value.before === '' ? 'string' : 'string | number';
}

function typeOfRoot(
  world: World,
  site: KeySite,
  { root, isDate, counted }: TemplateValue,
): string | undefined {
  if (isDate) return 'Date';
  // with a text it would be another text
  if (counted !== undefined) return declaredType(world, site, counted) === 'number' ? 'number' : undefined;
  return declaredType(world, site, root);
}

/** The type of what stands in the key itself. */
function typeOfAll(world: World, site: KeySite, value: TemplateValue, index: number): string | undefined {
  if (value.isText) return 'string';
  const declared = value.code === value.root ? typeOfRoot(world, site, value) : undefined;
  if (declared !== undefined) return declared;
  const holes = site.value.segments.flatMap((one) => (one.kind === 'hole' ? [one.hole] : []));
  // a value that is known is no longer a hole of its own
  return holes.length === site.template.values.length ? typeOfValue(holes[index]) : undefined;
}

/** What is a text before the template makes one of it: numbers and dates become texts there, too. */
function typeOfValue(value: Value | undefined): string | undefined {
  switch (value?.kind) {
    case 'number-text':
      return value.width === undefined ? undefined : 'string';
    case 'random-text':
      return IDS.has(value.by) ? 'string' : undefined;
    case 'time-text':
      return value.format === 'iso' ? 'string' : undefined;
    case 'unknown':
      return value.is === 'string' && value.isMadeText !== true && value.isOptional !== true
        ? 'string'
        : undefined;
    default:
      return undefined;
  }
}

/** What makes ids that are texts. */
const IDS: ReadonlySet<string> = new Set(['randomUUID', 'nanoid', 'cuid', 'uuid.v4', 'uuid.v7', 'uuid.v1']);

function declaredType(world: World, { place: { file, span } }: KeySite, code: string): string | undefined {
  const text = world.text(file) ?? '';
  const type = visibleValues(file, text, span.start).find(({ expression }) => expression === code)?.type;
  return type === 'date' ? 'Date' : type;
}

function nameFor(values: readonly TemplateValue[], taken: ReadonlySet<string>): string {
  const names = values.flatMap(({ name }) => (name === undefined ? [] : [lower(name)]));
  const free = [...names, 'value', 'part'].find((name) => !taken.has(name) && !RESERVED.has(name));
  return free ?? `value${taken.size + 1}`;
}

/** A constant's name is no name for a parameter. */
function lower(name: string): string {
  if (/^[A-Z][A-Z0-9_]*$/.test(name))
    return name.toLowerCase().replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return name;
}

/** Words that no parameter can have as its name, and which a property can. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['arguments', 'await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default'],
  ...['delete', 'do', 'else', 'enum', 'eval', 'export', 'extends', 'false', 'finally', 'for', 'function'],
  ...['if', 'implements', 'import', 'in', 'instanceof', 'interface', 'let', 'new', 'null', 'package'],
  ...['private', 'protected', 'public', 'return', 'static', 'super', 'switch', 'this', 'throw', 'true'],
  ...['try', 'typeof', 'undefined', 'var', 'void', 'while', 'with', 'yield'],
]);
