import type { Program } from './assisted.ts';
import {
  assembled,
  clientCode,
  type ClientPart,
  indented,
  javascriptOf,
  methodCode,
  partsOf,
  type ProgramParts,
  type WriteCall,
  writesIn,
} from './program-parts.ts';

/** Ways in which people write the same program. */
export type Style =
  | 'class'
  | 'factory'
  | 'closure'
  | 'javascript'
  | 'class-in-commonjs'
  | 'base-class'
  | 'base-class-that-writes'
  | 'wrapper'
  | 'package'
  | 'package-with-all';

/** What the names of such programs begin with. */
const STYLED = 'styled-';

/**
 * Whether a program is one that was made so of another: what a pattern writes beside it is the same then, and only its own code is looked at once
 * more.
 */
export function isStyled(name: string): boolean {
  return name.startsWith(STYLED);
}

/** A program of plain functions in `main.ts`, in other styles; the last file of each exports the same functions. */
export function inStyles(program: Program, styles: readonly Style[]): Readonly<Record<string, Program>> {
  return Object.fromEntries(styles.map((style) => [STYLED + style, inStyle(program, style)]));
}

/** The same of a cell with more than its program. */
export function inStylesOf<T extends { readonly program: Program }>(
  cell: T,
  styles: readonly Style[],
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    styles.map((style) => [STYLED + style, { ...cell, program: inStyle(cell.program, style) }]),
  );
}

function inStyle(program: Program, style: Style): Program {
  const { 'main.ts': text = '' } = program;
  const parts = partsOf(text);
  switch (style) {
    case 'class':
      return injected(parts);
    case 'factory':
      return madeByFactory(parts);
    case 'closure':
      return behindGetters(parts);
    case 'javascript':
      return { 'main.js': javascriptOf(text, false) };
    case 'class-in-commonjs':
      return renamed(injected(parts), 'cjs', (one) => javascriptOf(one, true));
    case 'base-class':
      return onBaseClass(parts);
    case 'base-class-that-writes':
      return onBaseMethods(parts);
    case 'wrapper':
      return throughWrapper(parts);
    case 'package':
      return ofPackage(parts);
    case 'package-with-all':
      return {
        ...PACKAGES,
        [HOME]: text,
        'apps/api/main.ts': `export { ${exportedBy(parts).join(', ')} } from '${PACKAGE}';\n`,
      };
  }
}

function renamed(program: Program, ending: string, edit: (text: string) => string): Program {
  return Object.fromEntries(
    Object.entries(program).map(([name, text]) => [name.replace(/ts$/, ending), edit(text)]),
  );
}

const IMPORT = "import { TableClient, type TableEntity } from '@azure/data-tables';";

/** The package of a workspace that others share, and its one module. */
const PACKAGE = '@shop/tables';
const HOME = 'packages/tables/src/index.ts';
const PACKAGES: Program = {
  'packages/tables/package.json': `{ "name": "${PACKAGE}", "type": "module", "exports": "./src/index.ts" }`,
  'apps/api/package.json': '{ "name": "@shop/api", "type": "module" }',
};

function exportedBy({ functions }: ProgramParts): readonly string[] {
  return functions.filter(({ isExported }) => isExported).map(({ name }) => name);
}

function functionsOf({ functions }: ProgramParts): string {
  return functions
    .map(({ comment, text, isExported }) => `${comment}${isExported ? 'export ' : ''}${text}`)
    .join('\n\n');
}

function boundTo(parts: ProgramParts, store: string): string {
  return exportedBy(parts)
    .map((name) => `export const ${name} = ${store}.${name}.bind(${store});`)
    .join('\n');
}

function classCode(parts: ProgramParts, head: string, start: string): string {
  const methods = parts.functions.map((one) => methodCode(one, parts)).join('\n\n');
  return `${head} {\n${indented(`${start}\n\n${methods}`)}\n}`;
}

/** A class that is given its clients. */
function injected(parts: ProgramParts): Program {
  const { clients, others } = parts;
  const given = clients.map(({ name }) => `private readonly ${name}: TableClient`).join(', ');
  const made = clients.map((one) => clientCode(one)).join(', ');
  return {
    'store.ts': assembled(
      importsOf(parts),
      ...others,
      classCode(parts, 'export class Store', `constructor(${given}) {}`),
    ),
    'main.ts': assembled(
      [IMPORT, "import { Store } from './store.ts';"],
      `const store = new Store(${made});`,
      boundTo(parts, 'store'),
    ),
  };
}

/** What a program imports of the SDK beside the client. */
function sdkImports({ imports }: ProgramParts): readonly string[] {
  return imports
    .filter((one) => one.includes('@azure/data-tables'))
    .map((one) => one.replace(/\b(?:type )?(?:TableClient|TableEntity)\b,?/g, ''));
}

/** A function that is given clients, and gives functions. */
function madeByFactory(parts: ProgramParts): Program {
  const { clients, functions, others } = parts;
  const given = clients.map(({ name }) => `${name}: TableClient`).join(', ');
  const names = exportedBy(parts).join(', ');
  const code = functions.map(({ comment, text }) => comment + text).join('\n\n');
  return {
    'store.ts': assembled(
      importsOf(parts),
      ...others,
      `export function createStore(${given}) {\n${indented(`${code}\n\nreturn { ${names} };`)}\n}`,
    ),
    'main.ts': assembled(
      [IMPORT, "import { createStore } from './store.ts';"],
      `export const { ${names} } = createStore(${clients.map((one) => clientCode(one)).join(', ')});`,
    ),
  };
}

function importsOf(parts: ProgramParts): readonly string[] {
  const others = parts.imports.filter((one) => !one.includes('@azure/data-tables'));
  return [IMPORT, ...sdkImports(parts), ...others];
}

/** Each client is made by a function when it is first used. */
function behindGetters(parts: ProgramParts): Program {
  const { clients, others } = parts;
  const getters = clients.map(
    (one) => `let ${one.name}Made: TableClient | undefined;

function ${one.name}(): TableClient {
  return (${one.name}Made ??= ${clientCode(one)});
}`,
  );
  return {
    'main.ts': assembled(
      importsOf(parts),
      ...getters,
      ...others,
      withClients(functionsOf(parts), clients, '()'),
    ),
  };
}

/** The code with something after each use of a client. */
function withClients(code: string, clients: readonly ClientPart[], after: string): string {
  return clients.reduce(
    (all, { name }) => all.replaceAll(new RegExp(`(?<![\\w.])${name}(?=[.,)])`, 'g'), `${name}${after}`),
    code,
  );
}

/** A class above has the clients, and is given the names of their tables. */
function onBaseClass(parts: ProgramParts): Program {
  const { clients, others } = parts;
  const names = clients.map(({ name }) => `${name}Table: string`).join(', ');
  const fields = clients.map(({ name }) => `protected readonly ${name}: TableClient;`).join('\n');
  const made = clients.map((one) => `this.${one.name} = ${clientCode(one, `${one.name}Table`)};`).join('\n');
  const base = `${fields}\n\nconstructor(${names}) {\n${indented(made)}\n}`;
  return extending(parts, others, base, (code) => code);
}

interface Method {
  readonly name: string;
  readonly parameters: string;
  readonly arguments: string;
}

const ENTITY = 'entity: TableEntity<Record<string, unknown>>';
const CHANGE = `${ENTITY}, mode: 'Merge' | 'Replace' = 'Merge'`;

const METHODS: Readonly<Record<string, Method>> = {
  createEntity: { name: 'insertRow', parameters: ENTITY, arguments: 'entity' },
  updateEntity: { name: 'changeRow', parameters: CHANGE, arguments: 'entity, mode' },
  upsertEntity: { name: 'saveRow', parameters: CHANGE, arguments: 'entity, mode' },
  deleteEntity: {
    name: 'removeRow',
    parameters: 'partitionKey: string, rowKey: string',
    arguments: 'partitionKey, rowKey',
  },
};

function methodOf({ method }: WriteCall): Method {
  return METHODS[method] ?? { name: '', parameters: '', arguments: '' };
}

/** The code with calls of functions in place of its writes. */
function calling(code: string, clients: readonly string[], callOf: (write: WriteCall) => Called): string {
  const edits = writesIn(code, clients).flatMap((write) => {
    const { name, leavesMode } = callOf(write);
    const mark = code.slice(...write.head).includes('/*here*/') ? '/*here*/' : '';
    const at = name.lastIndexOf('.') + 1;
    return [
      { at: write.head, text: name.slice(0, at) + mark + name.slice(at) },
      ...(write.tail && leavesMode ? [{ at: write.tail, text: '' }] : []),
    ];
  });
  return edits
    .sort((a, b) => b.at[0] - a.at[0])
    .reduce((all, { at: [start, end], text }) => all.slice(0, start) + text + all.slice(end), code);
}

interface Called {
  readonly name: string;
  /** The function knows the mode. */
  readonly leavesMode: boolean;
}

/** The class above writes, too. */
function onBaseMethods(parts: ProgramParts): Program {
  const { clients, others } = parts;
  const [client, ...more] = clients;
  if (client === undefined || more.length > 0) return onBaseClass(parts);
  const written = new Set(writesIn(functionsOf(parts), [client.name]).map(({ method }) => method));
  const methods = [...written].map((method) => {
    const {
      name,
      parameters,
      arguments: given,
    } = METHODS[method] ?? { name: '', parameters: '', arguments: '' };
    return `protected async ${name}(${parameters}): Promise<void> {
  await this.${client.name}.${method}(${given});
}`;
  });
  const start = `protected readonly ${client.name}: TableClient;

constructor(name: string) {
  this.${client.name} = ${clientCode(client, 'name')};
}`;
  return extending(parts, others, [start, ...methods].join('\n\n'), (code) =>
    calling(code, [`this.${client.name}`], (write) => ({
      name: `this.${methodOf(write).name}`,
      leavesMode: false,
    })),
  );
}

function extending(
  parts: ProgramParts,
  others: readonly string[],
  base: string,
  edit: (code: string) => string,
): Program {
  const tables = parts.clients.map(({ table }) => `'${table}'`).join(', ');
  const own = classCode(
    parts,
    'export class Store extends Repository',
    `constructor() {\n  super(${tables});\n}`,
  );
  return {
    'data/repository.ts': assembled([IMPORT], `export abstract class Repository {\n${indented(base)}\n}`),
    'main.ts': assembled(
      [...importsOf(parts), "import { Repository } from './data/repository.ts';"],
      ...others,
      edit(own),
      'const store = new Store();',
      boundTo(parts, 'store'),
    ),
  };
}

/** Functions of another file write; that has the client, which reads have from there. */
function throughWrapper(parts: ProgramParts): Program {
  const { clients, others } = parts;
  const written = new Map<string, string>();
  const code = calling(
    functionsOf(parts),
    clients.map(({ name }) => name),
    (write) => {
      const { name, parameters, arguments: given } = methodOf(write);
      const of = clients.length > 1 ? write.client : '';
      const mode = write.mode?.slice(1, -1) ?? '';
      const own = `${name}${mode === 'Merge' ? '' : mode}${of}`;
      const isChange = parameters === CHANGE;
      written.set(
        own,
        `export async function ${own}(${isChange ? ENTITY : parameters}): Promise<void> {
  await ${write.client}.${write.method}(${isChange ? `entity${mode === '' ? '' : `, '${mode}'`}` : given});
}`,
      );
      return { name: own, leavesMode: true };
    },
  );
  const made = clients.map((one) => `export const ${one.name} = ${clientCode(one)};`);
  const taken = [...clients.map(({ name }) => name), ...written.keys()].join(', ');
  return {
    'data/table.ts': assembled([IMPORT], ...made, ...written.values()),
    'main.ts': assembled(
      [...importsOf(parts), `import { ${taken} } from './data/table.ts';`],
      ...others,
      code,
    ),
  };
}

/** A package of the workspace makes clients. */
function ofPackage(parts: ProgramParts): Program {
  const { clients, others } = parts;
  const [first] = clients;
  const made = clients.map(({ name, table }) => `const ${name} = tableNamed('${table}');`).join('\n');
  return {
    ...PACKAGES,
    [HOME]: assembled(
      [IMPORT],
      `export function tableNamed(name: string): TableClient {
  return ${first === undefined ? '' : clientCode(first, 'name')};
}`,
    ),
    'apps/api/main.ts': assembled(
      [...importsOf(parts), `import { tableNamed } from '${PACKAGE}';`],
      made,
      ...others,
      functionsOf(parts),
    ),
  };
}
