import { comment, exportsCode, exportsOf, type Language, only } from '../code/language.ts';

/** What the module of a table's kinds is called, and what it has. */
export interface KindNames {
  /** The module's file, without its ending. */
  readonly module: string;
  /** The types of an entity of any kind, and of the name of a kind. */
  readonly entity: string;
  readonly kind: string;
  readonly of: string;
}

/** A kind of entities. */
export interface Kind {
  /** As it is stored. */
  readonly name: string;
  /** An entity of it, in words of a comment: "an employee". */
  readonly one: string;
  /** The function that says of an entity that it is of this kind. */
  readonly as: string;
  /** What all of it have, with their types; the first of these that no other kind has tells those that were stored without a kind. */
  readonly properties: readonly { readonly name: string; readonly type: string }[];
  readonly own?: string;
}

/** The kinds of a table, and the property that says of each entity which it is of. */
export interface KindsModule {
  readonly table: string;
  readonly names: KindNames;
  readonly property: string;
  readonly kinds: readonly Kind[];
}

/** The module of kinds, in two spaces, single quotes and semicolons. */
export function kindsModuleCode(module: KindsModule, language: Language): string {
  const { names, kinds } = module;
  return [
    typesCode(module, language),
    ...kinds.map((kind) => asCode(module, kind, language)),
    kindOfCode(module, language),
    ...exportsCode([...kinds.map((one) => one.as), names.of], language),
  ].join('\n');
}

function typesCode({ table, names, property, kinds }: KindsModule, { isTypeScript }: Language): string {
  const all = kinds.map(({ name, properties }) => {
    const types = [`${property}: '${name}'`, ...properties.map((one) => `${one.name}: ${one.type}`)].join(
      '; ',
    );
    return `{ ${types} }`;
  });
  const says = `What an entity of ${table} has by its kind; keys, and what not all of a kind have, aside.`;
  if (isTypeScript)
    return `/** ${says} */
export type ${names.entity} =
${all.map((one) => `  | ${one}`).join('\n')};

export type ${names.kind} = ${names.entity}['${property}'];
`;
  return `/**
 * ${says}
 *
 * @typedef {${all.join(' | ')}} ${names.entity}
 */

/** @typedef {${names.entity}['${property}']} ${names.kind} */
`;
}

function asCode({ property }: KindsModule, { name, one, as }: Kind, language: Language): string {
  const t = only(language.isTypeScript);
  const type = `T & { ${property}: '${name}' }`;
  return `${comment(`An entity that is ${one}, as it is stored.`, ['@template {object} T', '@param {T} entity', `@returns {${type}}`], language)}
${exportsOf(language)}function ${as}${t('<T extends object>')}(entity${t(': T')})${t(`: ${type}`)} {
  return { ...entity, ${property}: '${name}' };
}
`;
}

function kindOfCode({ names, property, kinds }: KindsModule, language: Language): string {
  const t = only(language.isTypeScript);
  const told = kinds.flatMap(({ name, own }) => (own === undefined ? [] : [{ name, own }]));
  const read = [property, ...told.map(({ own }) => own)];
  const type = `Record<string, unknown>`;
  const cast = language.isTypeScript ? `entity as ${type}` : `/** @type {${type}} */ (entity)`;
  const isKind = kinds.map(({ name }) => `${property} === '${name}'`).join(' || ');
  return `${comment(
    `The kind of an entity: as it is stored, or, of one from before there were kinds, by what only that kind has. Undefined of others.`,
    ['@param {object} entity', `@returns {${names.kind} | undefined}`],
    language,
  )}
${exportsOf(language)}function ${names.of}(entity${t(': object')})${t(`: ${names.kind} | undefined`)} {
  const { ${read.join(', ')} } = ${cast};
  if (${isKind}) return ${property};
${told.map(({ name, own }) => `  if (${own} !== undefined) return '${name}';\n`).join('')}  return undefined;
}
`;
}
