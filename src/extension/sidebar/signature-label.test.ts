import assert from 'node:assert/strict';
import { UNIT, UNIX_EPOCH } from '../../core/keys/time.ts';
import { readSignature } from '../../data/sas.ts';
import { present } from './labels.ts';
import { connectionNode, tableNode } from './nodes.ts';
import type { BrowserNode } from './nodes.ts';
import { boundsText, expiringRows, expiryText, signatureLines } from './signature-label.ts';
import { readRow, type ReadRow } from '../../../test/support/read-row.ts';

const MINUTE = 60_000;
/** 2026-01-02T03:00:00Z. */
const NOW = Date.UTC(2026, 0, 2, 3);
const now = ticksAt(0);
const SECRET = 'canary-signature-3391';

function ticksAt(minutes: number): bigint {
  return UNIX_EPOCH + BigInt(NOW + minutes * MINUTE) * UNIT.millisecond;
}

function token(fields: Record<string, string>): string {
  return new URLSearchParams({ sv: '2019-02-02', sig: SECRET, ...fields }).toString();
}

function shown(node: BrowserNode): ReadRow {
  return readRow(
    present(node, undefined, {
      now,
      offsetAt: () => 60,
      declared: () => undefined,
      tableFilter: () => undefined,
      canStopAzurite: false,
      count: () => undefined,
      sizeOf: () => undefined,
    }),
  );
}

describe('what a shared access signature allows', () => {
  const of = (expiry: string, start = ''): string | undefined =>
    expiryText(readSignature(token({ se: expiry, st: start })), now);
  const info = { id: '1', name: 'Shop', host: 'shop.table.core.windows.net', origin: 'saved' } as const;
  const bounded = readSignature(
    token({
      tn: 'Orders',
      sp: 'raz',
      se: '2026-01-02T05:30:00Z',
      spr: 'https',
      spk: 'a',
      srk: '1',
      epk: 'c',
    }),
  );

  const linesOf = (fields: Record<string, string>): string[] =>
    signatureLines(readSignature(token(fields)), { now, offsetAt: () => 60 });

  it('ends at a time, which is told in words', () => {
    assert.equal(of('2026-01-02T03:45:30Z'), 'expires in 45 min');
    assert.equal(of('2026-01-02T05:30:00Z'), 'expires in 2 h');
    assert.equal(of('2026-04-02T03:00:00Z'), 'expires in 90 d');
    assert.equal(of('2026-01-02T03:00:00Z'), 'expired');
    assert.equal(of('2026-02-02T03:00:00Z', '2026-01-02T04:00:00Z'), 'valid in 60 min');
    assert.equal(of(''), undefined);
  });

  it('is listed whole, but for the signature itself', () => {
    const lines = signatureLines(bounded, { now, offsetAt: () => 60 });
    assert.deepEqual(lines, [
      'Shared access signature of the table Orders',
      'Permits: read, add',
      "Keys: “a” / “1” to “c”. Other keys aren't shown or requested",
      'Valid until 2026-01-02T05:30:00Z, local time 2026-01-02T06:30:00+01:00 (expires in 2 h)',
      'Only with https',
    ]);
    assert.deepEqual(linesOf({ tn: 'Orders', si: 'readers' }), [
      'Shared access signature of the table Orders',
      'A stored access policy sets what it permits',
      'A stored access policy sets when it expires',
    ]);
    assert.deepEqual(linesOf({ tn: 'Orders' }).slice(1), [
      'Unknown permissions: part of the signature (sp) is missing',
      "Can't read entities, which requires “r”",
      'Unknown expiry: part of the signature (se) is missing',
    ]);
  });

  it('says what it does not let one do here, and from where alone it is good', () => {
    const se = '2026-01-02T05:30:00Z';
    const limits = (fields: Record<string, string>): string[] =>
      linesOf({ se, ...fields }).filter((line) => !/^(Shared|Permits|Valid)/.test(line));
    assert.deepEqual(limits({ ss: 't', srt: 'sco', sp: 'rl' }), []);
    assert.deepEqual(limits({ ss: 't', srt: 'o', sp: 'rl' }), [
      "Can't list tables, which requires “l” and srt=c",
    ]);
    assert.deepEqual(limits({ ss: 't', srt: 'c', sp: 'rl' }), [
      "Can't read entities, which requires “r” and srt=o",
    ]);
    assert.deepEqual(limits({ ss: 't', srt: 'sco', sp: 'ac' }).length, 2);
    assert.deepEqual(limits({ ss: 'bq', srt: 'sco', sp: 'rl' }), [
      'Not for the table service, which requires ss=t',
    ]);
    assert.deepEqual(limits({ tn: 'Orders', sp: 'a' }), ["Can't read entities, which requires “r”"]);
    assert.deepEqual(limits({ tn: 'Orders', sp: 'r', sip: '10.0.0.1-10.0.0.9' }), [
      'Only from the IP address or addresses 10.0.0.1-10.0.0.9',
    ]);
  });

  it('names the keys that it is bounded to', () => {
    const keys = { partitionKey: 'p' };
    assert.equal(boundsText({ from: keys }), 'from “p” on');
    assert.equal(boundsText({ to: { ...keys, rowKey: 'r' } }), 'up to “p” / “r”');
  });

  it('stands on the row of its connection, and on those of its tables', () => {
    const node = connectionNode(info, false, bounded);
    const { description, tooltip, icon } = shown(node);
    assert.equal(description, 'Azure · SAS · expires in 2 h · shop.table.core.windows.net');
    assert.match(tooltip, /Permits: read, add/);
    assert.equal(icon, 'azure');
    const table = shown(tableNode(node, 'Orders'));
    assert.equal(table.description, 'keys “a” / “1” to “c”');
    assert.match(table.tooltip, /allows only the keys/);
    const over = connectionNode(info, false, readSignature(token({ se: '2026-01-01T00:00:00Z' })));
    assert.match(shown(over).description, /SAS · expired · shop/);
    assert.equal(shown(over).icon, 'warning');
    const early = connectionNode(info, false, readSignature(token({ st: '2026-01-02T03:10:00Z' })));
    assert.match(shown(early).description, /SAS · valid in 10 min · shop/);
    assert.equal(shown(early).icon, 'warning');
    assert.ok(!JSON.stringify([node, over, shown(node)]).includes(SECRET));
  });

  it('decides whether tables may be made and deleted', () => {
    const contexts = (fields: Record<string, string>): string[] => {
      const node = connectionNode(info, false, readSignature(token(fields)));
      return [shown(node).context, shown(tableNode(node, 'Orders')).context];
    };
    const none = ['connection.saved.fixed', 'table.fixed'];
    const account = { ss: 'bt', srt: 'sco' };
    assert.deepEqual(contexts({ ...account, sp: 'rl' }), none);
    assert.deepEqual(contexts({ ...account, sp: 'rwdlacu' }), ['connection.saved', 'table']);
    assert.deepEqual(contexts({ ...account, sp: 'rlc' }), ['connection.saved', 'table.fixed']);
    // tables are containers of the table service
    assert.deepEqual(contexts({ ...account, srt: 'o', sp: 'rwdlacu' }), none);
    assert.deepEqual(contexts({ ...account, ss: 'bq', sp: 'rwdlacu' }), none);
    // that of a table lets one change its entities alone
    assert.deepEqual(contexts({ sp: 'raud', tn: 'orders' }), none);
  });

  it('is shown anew when its time is another', () => {
    const nodes = [connectionNode(info, false, bounded), connectionNode({ ...info, id: '2' })];
    const said = new Map<string, string | undefined>();
    const ids = (minutes: number): string[] =>
      expiringRows(nodes, ticksAt(minutes), said).map(({ id }) => id);
    assert.deepEqual([ids(0), ids(1), ids(31), ids(32), ids(150)], [[], [], ['1'], ['1'], ['1']]);
    assert.deepEqual(ids(151), []);
    expiringRows([], ticksAt(151), said);
    assert.equal(said.size, 0, 'nothing is remembered of connections that are gone');
  });
});
