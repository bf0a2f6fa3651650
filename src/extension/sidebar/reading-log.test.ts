import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startFakeTableService } from '../../../test/fake-service/service.ts';
import type { Fault } from '../../../test/fake-service/service.ts';
import { openTestService } from '../../../test/support/tables.ts';
import { BrowserModel } from './model.ts';
import { connectionNode } from './nodes.ts';
import type { BrowserNode } from './nodes.ts';
import { logged } from './reading-log.ts';

describe('the log of the sidebar', () => {
  it('says what was read and what it cost, and no key, value or secret, whatever happens', async () => {
    const [partitionKey, rowKey, value] = [randomUUID(), randomUUID(), randomUUID()];
    const faults: Fault[] = [
      { kind: 'malformed' },
      { kind: 'break' },
      { kind: 'status', status: 403, code: 'AuthorizationFailure' },
      { kind: 'status', status: 400, code: 'InvalidInput' },
    ];
    let fault: Fault | undefined;
    const properties = [{ name: 'Text', value: { type: 'String', value } }] as const;
    const row = { PartitionKey: partitionKey, RowKey: rowKey, properties };
    const fake = await startFakeTableService({ Claims: [row] }, () => fault);
    const lines: string[] = [];
    const log = (line: string): void => {
      lines.push(line);
    };
    try {
      const service = openTestService(fake.connectionString);
      const model = new BrowserModel({
        connections: () => Promise.resolve([]),
        open: () => Promise.resolve({ kind: 'service', service }),
        run: logged({ debug: log, warn: log }, (_node, read) =>
          read({ signal: new AbortController().signal, onProgress: () => undefined }),
        ),
        changed: () => undefined,
        declared: () => undefined,
      });
      const readAll = async (node: BrowserNode): Promise<void> => {
        for (const child of await model.children(node)) await readAll(child);
        for (fault of [undefined, ...faults]) {
          if (node.kind === 'connection' || node.kind === 'table' || node.kind === 'partition') {
            model.refresh(node);
            await model.children(node);
          }
        }
        fault = undefined;
      };
      await readAll(connectionNode({ id: '1', name: 'Fake', host: 'fake', origin: 'saved' }));
    } finally {
      await fake.stop();
    }
    assert.ok(lines.some((line) => /^partition: 1 read, 1 requests, \d+ ms$/.test(line)));
    assert.ok(lines.some((line) => line.includes('AuthorizationFailure')));
    assert.ok(lines.length >= 15);
    for (const canary of [partitionKey, rowKey, value, fake.key]) {
      assert.deepEqual(
        lines.filter((line) => line.includes(canary)),
        [],
      );
    }
  });
});
