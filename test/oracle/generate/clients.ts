import type { Scope } from './scope.ts';
import type { Module } from './writer.ts';

const PACKAGE = '@azure/data-tables';

/** An expression that makes a client, of a module that imports what that takes. */
function made(module: Module): string {
  const { writer } = module;
  module.import('TableClient', PACKAGE);
  const env = `process.env.TABLES${writer.typed('!')}`;
  switch (writer.choices.below(3)) {
    case 0:
      return `TableClient.fromConnectionString(${env}, 'Books')`;
    case 1:
      module.import('AzureNamedKeyCredential', PACKAGE);
      return `new TableClient('https://books.table.core.windows.net', 'Books', new AzureNamedKeyCredential('books', 'a2V5'))`;
    default: {
      const name = writer.name('TABLE');
      module.declare(`const ${name} = 'Books';`);
      return `TableClient.fromConnectionString(${env}, ${name})`;
    }
  }
}

/** A client that is a constant of the scope's module, or the one that its class has. */
export function moduleClient({ module, writer, client }: Scope): string {
  if (client !== undefined) return client;
  const name = writer.name('books');
  module.declare(`const ${name} = ${made(module)};`);
  return name;
}

const CLIENTS: Readonly<Record<string, (scope: Scope) => string>> = {
  constant: moduleClient,
  imported: ({ module, writer }) => {
    const file = writer.module('clients');
    const name = writer.name('books');
    file.export(name, [`const ${name} = ${made(file)};`]);
    module.import(name, file);
    return name;
  },
  local: (scope) => scope.variable('books', made(scope.module)),
  factory: ({ module, writer }) => {
    const name = writer.name('createClient');
    module.import('TableClient', PACKAGE);
    module.declare(
      `function ${name}(table${writer.type('string')})${writer.type('TableClient')} {`,
      `  return TableClient.fromConnectionString(process.env.TABLES${writer.typed('!')}, table);`,
      '}',
    );
    return `${name}('Books')`;
  },
  importedFactory: ({ module, writer }) => {
    const file = writer.module('tables');
    const name = writer.name('tableClient');
    file.import('TableClient', PACKAGE);
    file.export(name, [
      `function ${name}(table${writer.type('string')}) {`,
      `  return TableClient.fromConnectionString(process.env.TABLES${writer.typed('!')}, table);`,
      '}',
    ]);
    module.import(name, file);
    const client = writer.name('books');
    module.declare(`const ${client} = ${name}('Books');`);
    return client;
  },
  lazy: ({ module, writer }) => {
    const [kept, name] = [writer.name('kept'), writer.name('getBooks')];
    module.declare(`let ${kept}${writer.type('TableClient | undefined')};`);
    module.declare(
      `function ${name}()${writer.type('TableClient')} {`,
      `  ${kept} ??= ${made(module)};`,
      `  return ${kept};`,
      '}',
    );
    return `${name}()`;
  },
  table: ({ module, writer }) => {
    const name = writer.name('clients');
    module.declare(`const ${name} = { books: ${made(module)} };`);
    return `${name}.books`;
  },
  destructured: (scope) => {
    const { module, writer } = scope;
    const name = writer.name('createContext');
    module.declare(`function ${name}() {`, `  return { client: ${made(module)}, retries: 3 };`, '}');
    const client = writer.name('books');
    scope.add(`const { client: ${client} } = ${name}();`);
    return client;
  },
  staticField: ({ module, writer }) => {
    const name = writer.name('Tables');
    module.declare(`class ${name} {`, `  static books = ${made(module)};`, '}');
    return `${name}.books`;
  },
  singleton: ({ module, writer }) => {
    const name = writer.name('Store');
    const t = writer.type('TableClient');
    module.declare(
      `class ${name} {`,
      `  static #only${writer.type(`${name} | undefined`)};`,
      `  client${t};`,
      '  constructor() {',
      `    this.client = ${made(module)};`,
      '  }',
      '  static get() {',
      `    return (${name}.#only ??= new ${name}());`,
      '  }',
      '}',
    );
    return `${name}.get().client`;
  },
  awaited: (scope) => {
    const { module, writer } = scope;
    if (!scope.isAsync) return scope.variable('books', made(module));
    const name = writer.name('connect');
    module.declare(
      `async function ${name}()${writer.type('Promise<TableClient>')} {`,
      `  const client = ${made(module)};`,
      '  await client.createTable();',
      '  return client;',
      '}',
    );
    return scope.variable('books', `await ${name}()`);
  },
  container: ({ module, writer }) => {
    const name = writer.name('container');
    module.import('TableClient', PACKAGE);
    module.declare(`const ${name} = new Map${writer.typed('<string, TableClient>')}();`);
    module.declare(`${name}.set('books', ${made(module)});`);
    return `${name}.get('books')${writer.typed('!')}`;
  },
};

const NAMES = Object.keys(CLIENTS);

/** An expression that is a client, in this scope. */
export function clientOf(scope: Scope): string {
  const name = scope.writer.choices.oneIn(2) ? 'constant' : scope.writer.choices.pick(NAMES);
  scope.writer.uses(`client.${name}`);
  return CLIENTS[name]?.(scope) ?? '';
}
