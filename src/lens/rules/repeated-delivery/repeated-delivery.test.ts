import { check, checkFix, checkNoFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'repeated-delivery';
const HEAD = `
import { TableClient } from '@azure/data-tables';
import { app } from '@azure/functions';
const orders = new TableClient(url, 'Orders', credential);
const totals = new TableClient(url, 'Totals', credential);
`;

describe(ID, () => {
  it('underlines it whatever a function asks that is called later', () => {
    check(`${HEAD}
async function addToDay(message: Order) {
  const day = await days.get(message.customer);
  if (!day) return;
  await totals.upsertEntity({ partitionKey: message.customer, rowKey: day.id, sum: message.sum });
}
app.storageQueue('place', {
  queueName: 'orders',
  handler: async (message: Order) => {
    await orders.createEntity({ partitionKey: message.customer, rowKey: message.id, sum: message.sum });
    //           ^^^^^^^^^^^^ information repeated-delivery
    await addToDay(message);
  },
});
`);
  });

  it('is silent where a store of another file is asked first whether the message came before', () => {
    const handled = (body: string): string => `${HEAD}
import { inbox } from './inbox';
app.storageQueue('place', {
  queueName: 'orders',
  handler: async (message: Order) => {
    ${body}
  },
});
`;
    const create =
      'await orders.createEntity({ partitionKey: message.customer, rowKey: message.id, sum: message.sum });';
    checkSilent(ID, handled(`if (await inbox.has(message.id)) return; ${create}`));
    checkSilent(ID, handled(`const isKnown = await inbox.has(message.id); if (!isKnown) ${create}`));
    checkSilent(ID, handled(`try { await inbox.take(message.id); } catch { return; } ${create}`));
  });

  it('underlines an entity that is created under the keys of a message', () => {
    check(`${HEAD}
app.storageQueue('place', {
  queueName: 'orders',
  handler: async (message: Order) => {
    await orders.createEntity({ partitionKey: message.customer, rowKey: message.id, sum: message.sum });
    //           ^^^^^^^^^^^^ information repeated-delivery
    await notify(message.customer);
  },
});
`);
    check(`${HEAD}
const receiver = bus.createReceiver('orders');
async function store({ customer, id, sum }: Order) {
  await orders.submitTransaction([
  //           ^^^^^^^^^^^^^^^^^ information repeated-delivery
    ['create', { partitionKey: customer, rowKey: \`order_\${id}\`, sum }],
    ['upsert', { partitionKey: customer, rowKey: 'last', order: id }],
  ]);
}
receiver.subscribe({
  processMessage: async ({ body }) => {
    const order = JSON.parse(body);
    try {
      await store(order);
    } catch (error) {
      console.error(error);
      throw error;
    }
  },
  processError: async () => undefined,
});
`);
    check(`${HEAD}
export async function drain(queue: QueueClient) {
  const { receivedMessageItems } = await queue.receiveMessages();
  for (const message of receivedMessageItems) {
    const { customer, id } = JSON.parse(message.messageText);
    await orders.createEntity({ partitionKey: customer, rowKey: id, state: 'new' });
    //           ^^^^^^^^^^^^ information repeated-delivery
    await queue.deleteMessage(message.messageId, message.popReceipt);
  }
}
`);
  });

  it('knows keys that another file makes of a message, and functions that read its text', () => {
    check(`// file: keys.ts
export const orderKey = (no: number) => \`o_\${String(no).padStart(9, '0')}\`;
// file: place.ts${HEAD}
import { orderKey } from './keys';
app.serviceBusQueue('place', {
  handler: async (message: { customer: string; no: number }) => {
    await orders.createEntity({ partitionKey: message.customer, rowKey: orderKey(message.no) });
    //           ^^^^^^^^^^^^ information repeated-delivery/fails-again
  },
});
export async function seen(item) {
  const { customer } = JSON.parse(item.messageText);
  const total = await totals.getEntity(customer, 'seen');
  await totals.updateEntity({ partitionKey: customer, rowKey: 'seen', count: total.count + 1 }, 'Merge', { etag: total.etag });
  //           ^^^^^^^^^^^^ information repeated-delivery/counted-again: count
}
export async function done(queue, item) {
  const { customer } = JSON.parse(item.messageText);
  await queue.deleteMessage(item.messageId, item.popReceipt);
  const total = await totals.getEntity(customer, 'seen');
  await totals.updateEntity({ partitionKey: customer, rowKey: 'seen', count: total.count + 1 }, 'Merge', { etag: total.etag });
}
`);
  });

  it('underlines what a message is added to', () => {
    check(`${HEAD}
app.serviceBusQueue('count', {
  queueName: 'payments',
  handler: async (payment) => {
    const total = await totals.getEntity<Total>(payment.account, 'total');
    await totals.updateEntity(
    //           ^^^^^^^^^^^^ information repeated-delivery
      { partitionKey: payment.account, rowKey: 'total', balance: total.balance + payment.amount },
      'Merge',
      { etag: total.etag },
    );
  },
});
app.eventGrid('seen', { handler: seen });
async function seen(event) {
  const page = await totals.getEntity<Page>('pages', event.subject);
  page.views += 1;
  await totals.updateEntity(page, 'Replace', { etag: page.etag });
  //           ^^^^^^^^^^^^ information repeated-delivery
}
`);
  });

  it('knows functions that are given what a client received, by its type', () => {
    const add = (before: string): string => `${before}
  const total = await totals.getEntity<{ count: number }>(message.body.customer, 'all');
  await totals.updateEntity({ partitionKey: message.body.customer, rowKey: 'all', count: total.count + 1 }, 'Merge', { etag: total.etag });`;
    const received = (body: string, beside = ''): string => `${HEAD}
import type { ServiceBusReceivedMessage } from '@azure/service-bus';
import { isFirst } from './inbox';
export async function count(message: ServiceBusReceivedMessage, receiver: ServiceBusReceiver) {
${body}
}
${beside}`;
    check(
      received(`${add('')}
  //           ^^^^^^^^^^^^ information repeated-delivery/counted-again: count`),
    );
    checkSilent(ID, received(add('  if (!(await isFirst(message.messageId))) return;')));
    checkSilent(ID, received(add('  await receiver.completeMessage(message);')));
    checkSilent(ID, received(add('')).replace('ServiceBusReceivedMessage,', 'Reading,'));
    const asking =
      'export async function once(message, done) { if (done.has(message.messageId)) return; await count(message); }';
    checkSilent(ID, received(add(''), asking));
  });

  it('knows triggers of the older model of Azure Functions by their templates', () => {
    const older = (parameters: string): string => `// file: index.js
const { TableClient } = require('@azure/data-tables');
const orders = TableClient.fromConnectionString(process.env.TABLES, 'Orders');
module.exports = async function (${parameters}) {
  await orders.createEntity({ partitionKey: myQueueItem.customer, rowKey: myQueueItem.id, sum: myQueueItem.sum });
  //           ^^^^^^^^^^^^ information repeated-delivery/fails-again
  context.log(myQueueItem.id);
};
`;
    check(older('context, myQueueItem'));
    const silent = older('myQueueItem, context').replace(/^ *\/\/ .*\n/gm, '');
    checkSilent(ID, silent);
    check(`${HEAD}
import type { AzureFunction, Context } from '@azure/functions';
const serviceBusQueueTrigger: AzureFunction = async function (context: Context, order: Order): Promise<void> {
  await orders.createEntity({ partitionKey: order.customer, rowKey: order.id, sum: order.sum });
  //           ^^^^^^^^^^^^ information repeated-delivery/fails-again
  await notify(order.customer);
};
export default serviceBusQueueTrigger;
`);
  });

  it('knows what people call the messages of that model, in a function that is all of its file', () => {
    const older = (start: string, name: string): string => `// file: index.js
const { TableClient } = require('@azure/data-tables');
const orders = TableClient.fromConnectionString(process.env.TABLES, 'Orders');
${start} = async function (context, ${name}) {
  await orders.createEntity({ partitionKey: ${name}.customer, rowKey: ${name}.id, sum: ${name}.sum });
  //           ^^^^^^^^^^^^ information repeated-delivery/fails-again
  context.log(${name}.id);
};
`;
    const unmarked = (text: string): string => text.replace(/^ *\/\/ \^.*\n/gm, '');
    for (const name of ['message', 'msg', 'queueItem', 'orderMessage']) check(older('module.exports', name));
    for (const name of ['req', 'event', 'events', 'timerEvent'])
      checkSilent(ID, unmarked(older('module.exports', name)));
    check(`// file: index.js
const { TableClient } = require('@azure/data-tables');
const totals = TableClient.fromConnectionString(process.env.TABLES, 'Totals');
async function add(meter, sum) {
  const row = await totals.getEntity(meter, 'all');
  await totals.updateEntity({ partitionKey: meter, rowKey: 'all', sum: row.sum + sum }, 'Merge', { etag: row.etag });
  //           ^^^^^^^^^^^^ information repeated-delivery/counted-again: sum
}
module.exports = async function (context, readingEvent) {
  await add(readingEvent.meter, readingEvent.value);
};
`);
    checkSilent(ID, unmarked(older('exports.save', 'message')));
  });

  it('is silent for a sum where the message is created as an entity first, which the service does once', () => {
    checkSilent(
      ID,
      `${HEAD}
app.storageQueue('count', {
  queueName: 'orders',
  handler: async (message: Order) => {
    try {
      await orders.createEntity({ partitionKey: message.customer, rowKey: message.id });
    } catch (error) {
      if (error.statusCode === 409) return;
      throw error;
    }
    const total = await totals.getEntity<{ count: number }>(message.customer, 'all');
    await totals.updateEntity({ partitionKey: message.customer, rowKey: 'all', count: total.count + 1 }, 'Merge', { etag: total.etag });
  },
});
`,
    );
  });

  it('is silent where it does no harm, or nobody knows', () => {
    checkSilent(
      ID,
      `${HEAD}
app.storageQueue('upsert', {
  queueName: 'orders',
  handler: async (message: Order) => {
    await orders.upsertEntity({ partitionKey: message.customer, rowKey: message.id }, 'Replace');
  },
});
app.storageQueue('caught', {
  queueName: 'orders',
  handler: async (message: Order) => {
    try {
      await orders.createEntity({ partitionKey: message.customer, rowKey: message.id });
    } catch (error) {
      if (error.statusCode !== 409) throw error;
    }
  },
});
app.storageQueue('told', {
  queueName: 'orders',
  handler: async (message: Order) => {
    await orders
      .createEntity({ partitionKey: message.customer, rowKey: message.id })
      .catch((error) => { if (error.statusCode !== 409) throw error; });
  },
});
app.storageQueue('new', {
  queueName: 'orders',
  handler: async (message: Order, context) => {
    await orders.createEntity({ partitionKey: message.customer, rowKey: crypto.randomUUID() });
    await orders.createEntity({ partitionKey: message.customer, rowKey: context.invocationId });
    await orders.createEntity({ partitionKey: message.customer, rowKey: newId() });
  },
});
app.storageQueue('asked', {
  queueName: 'orders',
  handler: async (message: Order) => {
    const known = await find(message);
    if (known) return;
    await orders.createEntity({ partitionKey: message.customer, rowKey: message.id });
  },
});
async function find({ customer, id }: Order) {
  return orders.getEntity(customer, id).catch(() => undefined);
}
app.http('place', {
  handler: async (request) => {
    const order = await request.json();
    await orders.createEntity({ partitionKey: order.customer, rowKey: order.id });
  },
});
app.storageQueue('once', {
  queueName: 'payments',
  handler: async (payment) => {
    const total = await totals.getEntity<Total>(payment.account, 'total');
    if (total.last === payment.id) return;
    await totals.updateEntity(
      { partitionKey: payment.account, rowKey: 'total', sum: total.sum + payment.amount, last: payment.id },
      'Merge',
      { etag: total.etag },
    );
  },
});
export async function late(queue: QueueClient) {
  const { receivedMessageItems } = await queue.receiveMessages();
  for (const message of receivedMessageItems) {
    await queue.deleteMessage(message.messageId, message.popReceipt);
    await orders.createEntity({ partitionKey: 'orders', rowKey: message.messageId });
  }
}
`,
    );
  });

  describe('fix', () => {
    const source = (call: string): string => `${HEAD}
app.storageQueue('place', {
  queueName: 'orders',
  handler: async (message: Order) => {
    await orders.${call};
  },
});
`;

    it('replaces what is there', () => {
      const entity = '{ partitionKey: message.customer, rowKey: message.id, sum: message.sum }';
      checkFix(ID, source(`createEntity(${entity})`), source(`upsertEntity(${entity}, 'Replace')`));
    });

    it('is none where options are given', () => {
      checkNoFix(ID, source('createEntity({ partitionKey: message.customer, rowKey: message.id }, options)'));
    });
  });

  it('knows what a loop of the module calls before it acknowledges, wherever that stands', () => {
    check(`${HEAD}
for (;;) {
  const { receivedMessageItems } = await queue.receiveMessages({ numberOfMessages: 8 });
  for (const message of receivedMessageItems) {
    await start(message);
    await queue.deleteMessage(message.messageId, message.popReceipt);
    await done(message);
  }
}
async function start(message) {
  const task = JSON.parse(message.messageText);
  await orders.createEntity({ partitionKey: task.project, rowKey: task.id, state: 'running' });
//             ^^^^^^^^^^^^ information repeated-delivery/fails-again
}
async function done(message) {
  const task = JSON.parse(message.messageText);
  await totals.upsertEntity({ partitionKey: task.project, rowKey: task.id, state: 'done' });
}
`);
  });

  it('knows activities of Durable Functions', () => {
    check(`
import * as df from 'durable-functions';
import { TableClient } from '@azure/data-tables';
const seats = new TableClient(url, 'Seats', credential);
df.app.activity('book', {
  handler: async (booking: { show: string; seat: string }) => {
    await seats.createEntity({ partitionKey: booking.show, rowKey: booking.seat });
    //          ^^^^^^^^^^^^ information repeated-delivery/fails-again
  },
});
df.app.activity('next', {
  handler: async (show: string) => {
    const row = await seats.getEntity<{ last: number }>(show, 'counter');
    await seats.updateEntity({ partitionKey: show, rowKey: 'counter', last: row.last + 1 }, 'Merge', { etag: row.etag });
    //          ^^^^^^^^^^^^ information repeated-delivery/counted-again
  },
});
df.app.activity('release', { handler: (booking) => seats.upsertEntity({ partitionKey: booking.show, rowKey: booking.seat }) });
sessions.activity('open', { handler: (booking) => seats.createEntity({ partitionKey: booking.show, rowKey: booking.seat }) });
`);
  });

  it('knows sums that a function of another file makes', () => {
    check(`
// file: tills.ts
import { TableClient } from '@azure/data-tables';
const tills = new TableClient(url, 'Tills', credential);
export async function pay(shop: string, till: string, cents: number) {
  const row = await tills.getEntity<{ cents: number }>(shop, till);
  await tills.updateEntity({ partitionKey: shop, rowKey: till, cents: row.cents + cents }, 'Merge', { etag: row.etag });
}
export async function open(shop: string, till: string, cents: number) {
  await tills.upsertEntity({ partitionKey: shop, rowKey: till, cents }, 'Merge');
}
// file: worker.ts
import { open, pay } from './tills';
export async function handle(queue: any) {
  const message = await queue.receive();
  await pay(message.shop, message.till, message.cents);
  //    ^^^ information repeated-delivery/counted-again
  await queue.deleteMessage(message.messageId, message.popReceipt);
}
export async function opened(queue: any) {
  const message = await queue.receive();
  await open(message.shop, message.till, message.cents);
  await queue.deleteMessage(message.messageId, message.popReceipt);
}
`);
  });

  const STORE = `// file: store.ts
import { TableClient } from '@azure/data-tables';
import { randomUUID } from 'node:crypto';
const pad = (n: number) => String(n).padStart(12, '0');
export class Outbox {
  constructor(private readonly table: TableClient, private readonly shop: string) {}
  async put(id: string, nr: number, text: string) {
    await this.table.createEntity({ partitionKey: this.shop, rowKey: \`\${pad(nr)}-\${id}\`, text });
  }
  async note(id: string, text: string) {
    await this.table.createEntity({ partitionKey: this.shop, rowKey: \`\${id}-\${randomUUID()}\`, text });
  }
  async log(id: string) {
    await this.table.createEntity({ partitionKey: id, rowKey: new Date().toISOString() });
  }
  async once(id: string) {
    try {
      await this.table.createEntity({ partitionKey: this.shop, rowKey: id });
    } catch (error) {
      if (error.statusCode !== 409) throw error;
    }
  }
  async ifNew(id: string) {
    const known = await this.table.getEntity(this.shop, id).catch(() => undefined);
    if (known) return;
    await this.table.createEntity({ partitionKey: this.shop, rowKey: id });
  }
  async add(item: string, sum: number) {
    const row = await this.table.getEntity<{ sum: number }>(this.shop, item);
    await this.table.updateEntity({ partitionKey: this.shop, rowKey: item, sum: row.sum + sum }, 'Merge', { etag: row.etag });
  }
}
// file: worker.ts
import { TableClient } from '@azure/data-tables';
import { Outbox } from './store.ts';
const seen = new Set<string>();
const outbox = new Outbox(TableClient.fromConnectionString(process.env.TABLES!, 'Outbox'), process.env.SHOP!);
bus.createReceiver('orders').subscribe({
  processMessage: async (message: { body: Order; messageId: string }) => {
    const order = message.body;
`;

  it('underlines calls of functions of other files that do harm with what they are given of the message', () => {
    check(`${STORE}
    await outbox.add(order.item, order.count);
    //           ^^^ information repeated-delivery/counted-again: sum
    await outbox.put(order.id, order.nr, 'taken');
    //           ^^^ information repeated-delivery/fails-again
  },
});
`);
  });

  it('is silent for such functions that do none, or whose keys are others each time', () => {
    checkSilent(
      ID,
      `${STORE}
    await outbox.once(order.id);
    await outbox.ifNew(order.id);
    await outbox.note(order.id, 'taken');
    await outbox.log(order.id);
    await outbox.put(crypto.randomUUID(), order.nr, 'taken');
    await outbox.put(message.lockToken, 1, 'taken');
    try {
      await outbox.put(order.id, order.nr, 'taken');
    } catch (error) {
      if (error.statusCode !== 409) throw error;
    }
  },
});
export async function take(order: Order) {
  await outbox.put(order.id, order.nr, 'taken');
}
`,
    );
    checkSilent(
      ID,
      `${STORE}
    if (seen.has(message.messageId)) return;
    await outbox.add(order.item, order.count);
  },
});
`,
    );
  });

  it('is silent where something else than the message decides whether the function is called', () => {
    const asking = STORE.replace(
      '  async put(',
      '  async has(id: string) { return (await this.table.getEntity(this.shop, id).catch(() => undefined)) !== undefined; }\n  async put(',
    );
    const put = "await outbox.put(order.id, order.nr, 'taken');";
    for (const body of [
      `if (await outbox.has(order.id)) return; ${put}`,
      `const known = await outbox.has(order.id); if (known) return; ${put}`,
      `if (!(await outbox.has(order.id))) ${put}`,
      `(await outbox.has(order.id)) || (${put.slice(0, -1)});`,
      `if (seen.has(order.id)) return; ${put}`,
      `try { await outbox.note(order.id, 'taken'); } catch { return; } ${put}`,
      `if (await outbox.has(order.id)) return; await keep(order); } }); async function keep(order: Order) { ${put}`,
    ])
      checkSilent(ID, `${asking}\n${body}${body.includes('keep') ? '}' : '} });'}\n`);
    check(`${asking}
    if (!order.id || typeof order.nr !== 'number') return;
    await outbox.put(order.id, order.nr, 'taken');
    //           ^^^ information repeated-delivery/fails-again
    if (await outbox.has('all')) console.log('taken');
  },
});
`);
  });
});
