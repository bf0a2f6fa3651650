import assert from 'node:assert/strict';
import { operationsOf, PACKAGE } from '../../../test/support/operations.ts';
import { rules } from '../rules/registry.ts';
import { createEngine } from './create.ts';

const SERVICE = `import { Inject } from '@nestjs/common';
import { TableClient } from '@azure/data-tables';
import { STAFF } from './tokens';
export class Staff {
  constructor(@Inject(STAFF) private readonly staff: TableClient) {}
  find(id: string) { return this.staff.getEntity('a', id); }
}`;
const TOKENS = "export const STAFF = Symbol('staff');";

const provided = (provider: string, token = 'STAFF'): string => `import { Module } from '@nestjs/common';
import { TableClient } from '@azure/data-tables';
import { STAFF } from './tokens';
@Module({ providers: [{ provide: ${token}, ${provider} }] })
export class StaffModule {}`;

/** The tables of the reads in the service, with these files beside it. */
function tablesOf(files: Readonly<Record<string, string>>): readonly (string | undefined)[] {
  const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
  for (const [name, text] of Object.entries({ 'tokens.ts': TOKENS, 'service.ts': SERVICE, ...files }))
    engine.setFile(`/code/${name}`, text);
  return engine.operations('/code/service.ts').map(({ evidence, table }) => {
    assert.equal(evidence, 'proved');
    return table;
  });
}

describe('clients that a container hands out', () => {
  const make = "new TableClient('u', 'Staff', credential)";

  it('are those that its providers give for the token', () => {
    for (const provider of [
      `useValue: ${make}`,
      `useFactory: () => ${make}`,
      `inject: [Config], useFactory: async (config: Config) => { const client = ${make}; await client.createTable(); return client; }`,
    ]) {
      assert.deepEqual(tablesOf({ 'module.ts': provided(provider) }), ['Staff'], provider);
    }
  });

  it('are those of providers that a function makes', () => {
    const module = `import { Module } from '@nestjs/common';
import { TableClient } from '@azure/data-tables';
import { ROOMS, STAFF } from './tokens';
const tableOf = (token: symbol, name: string) => ({
  provide: token,
  useFactory: async () => { const client = new TableClient('u', name, credential); await client.createTable(); return client; },
});
@Module({ providers: [Staff, tableOf(ROOMS, 'Rooms'), tableOf(STAFF, 'Staff')] })
export class StaffModule {}`;
    assert.deepEqual(tablesOf({ 'module.ts': module }), ['Staff']);
    assert.deepEqual(tablesOf({ 'module.ts': module.replace('tableOf(STAFF', 'tableOf(other()') }), [
      undefined,
    ]);
    assert.deepEqual(tablesOf({ 'module.ts': module.replace('(ROOMS,', '(STAFF,') }), [undefined]);
    const more =
      "const more = isOld ? [tableOf(STAFF, 'OldStaff')] : [];\n@Module({ providers: more }) class More {}";
    assert.deepEqual(tablesOf({ 'module.ts': `${module}\n${more}` }), [undefined]);
    const other = module
      .replace('({\n', '{ token = Symbol(name); return ({\n')
      .replace('  },\n});', '  },\n}); };');
    assert.deepEqual(tablesOf({ 'module.ts': other }), [undefined]);
  });

  it('are of one table in two services', () => {
    const text = (asked: string): string => `import { Inject } from '@nestjs/common';
import { TableClient } from '@azure/data-tables';
export class Reading {
  constructor(@Inject('M') private readonly rows: TableClient) {}
  one(key: string, id: string) { return this.rows.getEntity<{ points: number }>(key, id); }
}
export class Writing {
  constructor(@Inject('${asked}') private readonly rows: TableClient, private readonly reading: Reading) {}
  async redeem(key: string, id: string) {
    const row = await this.reading.one(key, id);
    await this.rows.updateEntity({ partitionKey: key, rowKey: id, points: row.points - 1 }, 'Merge');
  }
}
const clientOf = (name: string) => TableClient.fromConnectionString(process.env.TABLES!, name);
export const module = { providers: [
  { provide: 'M', useFactory: () => clientOf('Members') },
  { provide: 'N', useFactory: () => clientOf('Others') },
] };`;
    const told = (asked: string): readonly string[] => {
      const engine = createEngine({ rules, onRuleError: (rule) => assert.fail(rule) });
      engine.setFile('/code/all.ts', text(asked));
      return engine.analyze('/code/all.ts').findings.map(({ rule }) => rule);
    };
    assert.deepEqual(told('M'), ['lost-update']);
    assert.deepEqual(told('N'), []);
    assert.deepEqual(told('unknown'), []);
  });

  it('are asked for by texts, and by decorators that are made of the container’s', () => {
    const module = provided(`useValue: ${make}`, "'table:Staff'");
    const service = SERVICE.replace('@Inject(STAFF)', "@InjectTable('Staff')").replace(
      'export class',
      'const InjectTable = (name: string) => Inject(`table:${name}`);\nexport class',
    );
    assert.deepEqual(tablesOf({ 'module.ts': module, 'service.ts': service }), ['Staff']);
  });

  it('are those that other containers are told of, for constructors and fields', () => {
    const told = (...calls: readonly string[]): string => `import { TableClient } from '@azure/data-tables';
import { Container, container } from './container';
import { STAFF } from './tokens';
${calls.join(';\n')}`;
    const service = SERVICE.replace('{ Inject }', '{ inject }').replace('@nestjs/common', 'tsyringe');
    const asked = service.replace('@Inject(', '@inject(');
    const ofField = service.replace(/constructor.*/, '@inject(STAFF) private readonly staff!: TableClient;');
    const given = service
      .replace('{ inject }', '{ Container }')
      .replace(/constructor.*/, 'private staff = Container.get<TableClient>(STAFF);');
    const others = make.replace('Staff', 'Others');
    for (const [calls, table] of [
      [[`container.register(STAFF, { useValue: ${make} })`], 'Staff'],
      [[`container.register<TableClient>(STAFF, { useFactory: () => ${make} })`], 'Staff'],
      [[`container.registerInstance(STAFF, ${make})`], 'Staff'],
      [[`container.bind<TableClient>(STAFF).toConstantValue(${make})`], 'Staff'],
      [[`container.bind(STAFF).toDynamicValue((context) => ${make}).inSingletonScope()`], 'Staff'],
      [[`Container.set(STAFF, ${make})`], 'Staff'],
      [[`cache.set(STAFF, ${make}, 'of no registerInstance')`], undefined],
      [[`container.register(STAFF, { useClass: Fake, useValue })`], undefined],
      [[`container.bind(OTHER).toConstantValue(${make})`], undefined],
      [[`container.bind(STAFF).toConstantValue(mock)`], undefined],
      [[`c.bind(STAFF).toConstantValue(${make})`, `c.rebind(STAFF).toConstantValue(${others})`], undefined],
    ] as const)
      for (const one of [asked, ofField, given])
        assert.deepEqual(tablesOf({ 'container.ts': told(...calls), 'service.ts': one }), [table], calls[0]);
    const late = ofField.replace('find(', `use() { this.staff = ${others}; }\n  find(`);
    const module = told(`container.registerInstance(STAFF, ${make})`);
    assert.deepEqual(tablesOf({ 'container.ts': module, 'service.ts': late }), [undefined]);
  });

  it('reach the class above the one that is given them', () => {
    const service = `${SERVICE.replace('@Inject(STAFF) private', 'protected')}
export class Admins extends Staff { constructor(@Inject(STAFF) client: TableClient) { super(client); } all() { return this.staff.listEntities(); } }`;
    assert.deepEqual(tablesOf({ 'module.ts': provided(`useValue: ${make}`), 'service.ts': service }), [
      undefined,
      'Staff',
    ]);
  });

  it('are of no known table where providers of several tables are seen, of another token or of none', () => {
    const other = provided(`useValue: ${make.replace('Staff', 'Others')}`);
    assert.deepEqual(tablesOf({ 'a.ts': provided(`useValue: ${make}`), 'b.ts': other }), [undefined]);
    assert.deepEqual(tablesOf({ 'a.ts': provided(`useValue: ${make}`, 'OTHER') }), [undefined]);
    assert.deepEqual(tablesOf({ 'a.ts': provided('useValue: client as Other') }), [undefined]);
    assert.deepEqual(tablesOf({}), [undefined]);
  });

  it('are others once a provider is changed, added or taken away', () => {
    const engine = createEngine({ rules: [], onRuleError: (rule) => assert.fail(rule) });
    const table = (): string | undefined => engine.operations('/code/service.ts')[0]?.table;
    engine.setFile('/code/tokens.ts', TOKENS);
    engine.setFile('/code/service.ts', SERVICE);
    assert.equal(table(), undefined);
    engine.setFile('/code/module.ts', provided(`useValue: ${make}`));
    assert.equal(table(), 'Staff');
    engine.setFile('/code/module.ts', provided(`useValue: ${make.replace('Staff', 'Others')}`));
    assert.equal(table(), 'Others');
    engine.setFile('/code/module.ts', 'export {};');
    assert.equal(table(), undefined);
    engine.setFile('/code/module.ts', provided(`useValue: ${make}`));
    engine.removeFile('/code/module.ts');
    assert.equal(table(), undefined);
  });
});

describe('clients that code asks a container for by name', () => {
  const evidence = (asked: string): readonly string[] =>
    operationsOf({
      'client.ts': `${PACKAGE}import { Container as Found, inject } from 'typedi';
const bound = new Map<string, unknown>();
export async function read(app: Application, host) {
  const staff = ${asked};
  return staff.getEntity('a', 'b');
}`,
    }).map((operation) => operation.evidence);

  it('are what the call says that they are', () => {
    assert.deepEqual(evidence("Found.get<TableClient>('Staff')"), ['proved']);
    assert.deepEqual(evidence("await host.services.resolve<TableClient>('Staff')"), ['proved']);
    assert.deepEqual(evidence('app.get<TableClient>(STAFF)'), ['proved']);
    assert.deepEqual(evidence('inject<TableClient>(STAFF)'), ['proved']);
  });

  it('are not known where nothing says so, or where something else does', () => {
    for (const asked of [
      "Found.get('Staff')",
      "Found.get<Staff>('Staff')",
      "Found.get<TableClient[]>('Staff')",
      "Found.make<TableClient>('Staff')",
      "host.get<TableClient, string>('Staff')",
      "bound.get('Staff')",
    ])
      assert.ok(!evidence(asked).includes('proved'), asked);
  });
});
