import assert from 'node:assert/strict';
import { type Declaration, readDeclarations } from './oracle.ts';

const SDK = '/p/node_modules/@azure/data-tables/dist/commonjs/TableClient.d.ts';

/** A declaration whose offset is marked with `|`. */
function declared(file: string, marked: string): Declaration {
  return { file, text: marked.replace('|', ''), offset: marked.indexOf('|') };
}

const client = declared(SDK, '/** A client. */\nexport declare class |TableClient {\n  url: string;\n}');
const promise = declared('/ts/lib/lib.es5.d.ts', 'interface |Promise<T> {\n}');

describe('what the declarations of a type say of a receiver', () => {
  it('is that it is a TableClient, also of a promise or an array of it', () => {
    assert.deepEqual(readDeclarations([client]), { kind: 'table-client' });
    assert.deepEqual(readDeclarations([client, promise]), { kind: 'table-client' });
    const old = declared('/p/node_modules/@azure/data-tables/types/data-tables.d.ts', client.text);
    assert.deepEqual(readDeclarations([{ ...old, offset: client.offset }]), { kind: 'table-client' });
    const whole = declared(SDK, '|export declare class TableClient implements A<{ a: 1 }> {}');
    assert.deepEqual(readDeclarations([whole]), { kind: 'table-client' });
  });

  const others: readonly (readonly [file: string, marked: string, type: string])[] = [
    ['/p/src/store.ts', 'export class |Store {\n  listEntities() {}\n}', 'Store'],
    ['/p/src/store.ts', 'export class |Store<T extends object> implements Lists {\n}', 'Store'],
    ['/p/node_modules/@other/sdk/index.d.ts', 'export interface |SearchClient {}', 'SearchClient'],
    ['/p/node_modules/@other/sdk/index.d.ts', 'export declare abstract class |Client {}', 'Client'],
  ];
  for (const [file, marked, type] of others) {
    it(`is that it is something else: ${marked.split('\n')[0] ?? ''}`, () => {
      assert.deepEqual(readDeclarations([declared(file, marked)]), { kind: 'other', type, file });
    });
  }

  const open: readonly (readonly [name: string, declarations: readonly Declaration[]])[] = [
    ['without any', []],
    ['of types of TypeScript itself alone', [promise]],
    ['of a subclass', [declared('/p/src/a.ts', "class |Expenses extends Base<'a'> {}")]],
    ['of a type parameter', [declared('/p/src/a.ts', 'function f<|T extends TableClient>(client: T) {}')]],
    ['of a mapped or an object type', [declared('/p/src/a.ts', 'type Reads = |{ listEntities(): void }')]],
    [
      'of an interface of a file that speaks of the SDK',
      [
        declared(
          '/p/src/a.ts',
          "import { TableClient } from '@azure/data-tables';\ninterface |Reads { list: TableClient['listEntities'] }",
        ),
      ],
    ],
    ['of another class of the SDK', [declared(SDK, 'export declare class |TableServiceClient {}')]],
    ['of TableClient of another package', [declared('/p/src/a.ts', 'class |A {}'), client]],
  ];
  for (const [name, declarations] of open) {
    it(`is nothing ${name}`, () => {
      assert.equal(readDeclarations(declarations), undefined);
    });
  }
});
