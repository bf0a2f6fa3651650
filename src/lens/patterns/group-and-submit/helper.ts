import type { Helper } from '../new-module.ts';

/** Most actions of a transaction: the guide, "Entity Group Transactions". */
const MOST_ACTIONS = 100;

/** Most bytes of the body that the helper fills: the service takes 4 MiB, of which addresses of actions may take some. */
const MOST_BYTES = '3_500_000';

/** `inTransactions`, which splits actions into what the service takes in one transaction each. */
export const inTransactions: Helper = {
  module: 'in-transactions',
  name: 'inTransactions',
  mark: MOST_BYTES,
  typescript: `import type { TransactionAction } from '@azure/data-tables';

${comment('')}export function inTransactions(actions: readonly TransactionAction[]): TransactionAction[][] {
  const transactions: TransactionAction[][] = [];
  const last = new Map<string, { actions: TransactionAction[]; rowKeys: Set<string>; bytes: number }>();
  for (const action of actions) {
    const { partitionKey, rowKey } = action[1];
    const bytes = bytesOf(action);
    let open = last.get(partitionKey);
    if (
      open === undefined ||
      open.actions.length === ${MOST_ACTIONS} ||
      open.bytes + bytes > ${MOST_BYTES} ||
      open.rowKeys.has(rowKey)
    ) {
      open = { actions: [], rowKeys: new Set(), bytes: 0 };
      last.set(partitionKey, open);
      transactions.push(open.actions);
    }
    open.actions.push(action);
    open.rowKeys.add(rowKey);
    open.bytes += bytes;
  }
  return transactions;
}

/** About the bytes that an action takes in a request, headers included. */
function bytesOf(action: TransactionAction): number {
  const json = JSON.stringify(action, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  return new TextEncoder().encode(json).length + 1_000;
}
`,
  javascript: `${comment(` *
 * @param {readonly import('@azure/data-tables').TransactionAction[]} actions
 * @returns {import('@azure/data-tables').TransactionAction[][]}
`)}function inTransactions(actions) {
  /** @type {import('@azure/data-tables').TransactionAction[][]} */
  const transactions = [];
  const last = new Map();
  for (const action of actions) {
    const { partitionKey, rowKey } = action[1];
    const bytes = bytesOf(action);
    let open = last.get(partitionKey);
    if (
      open === undefined ||
      open.actions.length === ${MOST_ACTIONS} ||
      open.bytes + bytes > ${MOST_BYTES} ||
      open.rowKeys.has(rowKey)
    ) {
      open = { actions: [], rowKeys: new Set(), bytes: 0 };
      last.set(partitionKey, open);
      transactions.push(open.actions);
    }
    open.actions.push(action);
    open.rowKeys.add(rowKey);
    open.bytes += bytes;
  }
  return transactions;
}

/**
 * About the bytes that an action takes in a request, headers included.
 *
 * @param {import('@azure/data-tables').TransactionAction} action
 */
function bytesOf(action) {
  const json = JSON.stringify(action, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return new TextEncoder().encode(json).length + 1_000;
}
`,
};

function comment(tags: string): string {
  return `/**
 * Splits actions into transactions: up to ${MOST_ACTIONS} of one PartitionKey and 4 MiB each, no entity twice in one, in their order.
 *
 * A transaction is written as a whole or not at all. If one fails, those before it stay written.
${tags} */
`;
}
