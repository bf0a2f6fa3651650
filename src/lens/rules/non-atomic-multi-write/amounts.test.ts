import { check, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'non-atomic-multi-write';
const code = (body: string): string => `
import { TableClient } from '@azure/data-tables';
const stock = new TableClient(url, 'Stock', credential);
export async function move(site: string, from: string, to: string, count: number, item: { no: string; weight: number }) {
  const source: any = await stock.getEntity(site, from);
  const target: any = await stock.getEntity(site, to);
${body}
}
`;
const TAKEN =
  "await stock.updateEntity({ partitionKey: site, rowKey: from, count: source.count - count }, 'Merge', { etag: source.etag });";
const PUT =
  "await stock.updateEntity({ partitionKey: site, rowKey: to, count: target.count + count }, 'Merge', { etag: target.etag });";
const MARK = '//            ^^^^^^^^^^^^ information non-atomic-multi-write/same-partition';

describe(`${ID}: of amounts`, () => {
  it('tells of a transfer within one partition', () => {
    check(code(`  ${TAKEN}\n  ${PUT}\n${MARK}`));
    check(
      code(`  ${TAKEN}\n  ${PUT.replace('target.count + count', 'count + (target.count ?? 0)')}\n${MARK}`),
    );
  });

  it('tells of a total and what it grows by', () => {
    check(
      code(
        `  await stock.createEntity({ partitionKey: site, rowKey: item.no, weight: item.weight });
  await stock.updateEntity({ partitionKey: site, rowKey: to, weight: target.weight + item.weight }, 'Merge', { etag: target.etag });
${MARK}`,
      ),
    );
  });

  it('is silent for other amounts, partitions, tables, and for what happens between', () => {
    const silent = (body: string): void => {
      checkSilent(ID, code(body));
    };
    silent(`  ${TAKEN.replace('- count', '- 1')}\n  ${PUT.replace('+ count', '+ 1')}`);
    silent(`  ${TAKEN}\n  ${PUT.replace('+ count', '+ item.weight')}`);
    silent(
      `  ${TAKEN}\n  ${PUT.replace('target.count + count', 'count')}`.replace(
        'count: source.count - count',
        "state: 'taken'",
      ),
    );
    silent(`  ${TAKEN}\n  await log(from);\n  ${PUT}`);
    silent(`  ${TAKEN}\n  ${PUT.replace('rowKey: to', 'rowKey: from')}`);
    silent(`  if (count > 0) {\n    ${TAKEN}\n  } else {\n    ${PUT}\n  }`);
    silent(`  ${TAKEN.replace('count: source', 'name: item')}\n  ${PUT}`);
  });

  it('tells of a transfer to another partition, or another table', () => {
    const transfer = (from: string, to: string, amount: string, mark = ''): string => `
import { TableClient } from '@azure/data-tables';
const accounts = new TableClient(url, 'Accounts', credential);
const savings = new TableClient(url, 'Savings', credential);
export async function transfer(from: string, to: string, amount: number) {
  const debit: any = await accounts.getEntity(from, 'account');
  const credit: any = await accounts.getEntity(to, 'account');
  await accounts.updateEntity({ partitionKey: from, rowKey: 'account', balance: debit.balance - amount }, 'Merge', { etag: debit.etag });
  await ${from}.updateEntity({ partitionKey: ${to}, rowKey: 'account', balance: credit.balance + ${amount} }, 'Merge', { etag: credit.etag });
${mark}
}
`;
    check(
      transfer(
        'accounts',
        'to',
        'amount',
        '  //             ^^^^^^^^^^^^ information non-atomic-multi-write/other-partition',
      ),
    );
    check(
      transfer(
        'savings',
        'to',
        'amount',
        '  //            ^^^^^^^^^^^^ information non-atomic-multi-write/other-table',
      ),
    );
    checkSilent(ID, transfer('accounts', 'to', '1'));
    checkSilent(ID, transfer('accounts', 'from', 'amount'));
  });

  it('is silent for partitions that may be one, or are compared', () => {
    const transfer = (keys: readonly [string, string], before = '', call = ''): string => `
import { TableClient } from '@azure/data-tables';
const accounts = new TableClient(url, 'Accounts', credential);
${call === '' ? 'export ' : ''}async function transfer(bank: string, from: string, to: string, amount: number) {
  const debit: any = await accounts.getEntity(bank, from);
  const credit: any = await accounts.getEntity(bank, to);
  ${before}
  await accounts.updateEntity({ partitionKey: ${keys[0]}, rowKey: debit.rowKey, balance: debit.balance - amount }, 'Merge', { etag: debit.etag });
  await accounts.updateEntity({ partitionKey: ${keys[1]}, rowKey: credit.rowKey, balance: credit.balance + amount }, 'Merge', { etag: credit.etag });
}
${call}
`;
    checkSilent(ID, transfer(['debit.partitionKey', 'credit.partitionKey']));
    checkSilent(ID, transfer(['from', 'to'], "if (from !== to) throw new Error('two banks');"));
    checkSilent(
      ID,
      transfer(
        ['from', 'to'],
        '',
        'export const within = (bank: string, amount: number) => transfer(bank, bank, bank, amount);',
      ),
    );
  });
});
