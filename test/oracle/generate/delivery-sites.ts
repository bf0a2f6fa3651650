import { moduleClient } from './clients.ts';
import type { Scope } from './scope.ts';
import type { Site } from './site.ts';

/** Creates an entity under keys of a message: `id` is how its id is got at. */
const created = (scope: Scope, client: string, id: string, text: string): readonly string[] => {
  const { choices } = scope.writer;
  const rowKey = choices.pick([id, `\`order_\${${id}}\``, `'n_' + ${id}`]);
  const partitionKey = choices.pick(["'orders'", "'Books'", id]);
  const entity = `{ partitionKey: ${partitionKey}, rowKey: ${rowKey}, title: ${choices.pick([text, "'new'"])}, count: 1 }`;
  const order = scope.writer.name('order');
  return choices.pick([
    [`await ${client}.createEntity(${entity});`],
    [`const ${order} = ${entity};`, `await ${client}.createEntity(${order});`],
    [`console.log(${id});`, `await ${client}.createEntity(${entity});`],
    [`if (${id} !== 'none') {`, `  await ${client}.createEntity(${entity});`, '}'],
  ]);
};

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

/** Handlers of messages that come at least once, each with a queue of the program's own that brings one. */
export const DELIVERY_SITES: Readonly<Record<string, Site>> = {
  queueMessage: (scope) => {
    const [client, { writer }] = [moduleClient(scope), scope];
    const [handle, queue, message] = [writer.name('handle'), writer.name('queue'), writer.name('message')];
    const t = writer.type('any');
    scope.add(
      `const ${queue} = { deleteMessage: async (...given${writer.type('unknown[]')}) => console.log(given.length) };`,
      `const ${handle} = async (${message}${t})${writer.type('Promise<void>')} => {`,
      ...indented(created(scope, client, `${message}.messageId`, `${message}.messageText`)),
      `  await ${queue}.deleteMessage(${message}.messageId, ${message}.popReceipt);`,
      '};',
      `await ${handle}({ messageId: ${scope.need('text')}, messageText: 'x', popReceipt: 'r' });`,
    );
    return 'undefined';
  },
  subscribed: (scope) => {
    const [client, { writer }] = [moduleClient(scope), scope];
    const [receiver, message] = [writer.name('receiver'), writer.name('message')];
    const name = writer.choices.pick(['processMessage', 'eachMessage', 'handleMessage']);
    const start = name === 'processMessage' ? 'subscribe' : 'run';
    scope.add(
      `const ${receiver} = { ${start}: async (handlers${writer.type('any')}) => handlers.${name}({ body: { id: ${scope.need('text')}, title: 't' } }) };`,
      `await ${receiver}.${start}({`,
      `  ${name}: async (${message}${writer.type('any')}) => {`,
      ...indented(indented(created(scope, client, `${message}.body.id`, `${message}.body.title`))),
      '  },',
      `  processError: async (error${writer.type('unknown')}) => console.error(error),`,
      '});',
    );
    return 'undefined';
  },
  consumed: (scope) => {
    const [client, { writer }] = [moduleClient(scope), scope];
    const [channel, message, id] = [writer.name('channel'), writer.name('message'), writer.name('id')];
    const content = `JSON.stringify({ id: ${scope.need('text')}, title: 't' })`;
    scope.add(
      `const ${channel}${writer.type('any')} = {`,
      `  consume: async (_${writer.type('string')}, each${writer.type('any')}) => each({ content: ${content} }),`,
      "  ack: () => console.log('done'),",
      '};',
      `await ${channel}.consume('orders', async (${message}${writer.type('any')}) => {`,
      `  const { id: ${id}, title } = JSON.parse(String(${message}.content));`,
      ...indented(created(scope, client, id, 'title')),
      `  ${channel}.ack(${message});`,
      '});',
    );
    return 'undefined';
  },
  triggered: (scope) => {
    const [client, { module, writer }] = [moduleClient(scope), scope];
    const [handle, message] = [writer.name('onOrder'), writer.name('message')];
    module.import('app', '@azure/functions');
    scope.add(
      `const ${handle} = async (${message}${writer.type('any')})${writer.type('Promise<void>')} => {`,
      ...indented(created(scope, client, `${message}.id`, `${message}.title`)),
      '};',
      writer.choices.pick([
        `app.storageQueue('${handle}', { queueName: 'orders', connection: 'TABLES', handler: ${handle} });`,
        `app.serviceBusQueue('${handle}', { queueName: 'orders', connection: 'BUS', handler: ${handle} });`,
        `app.eventGrid('${handle}', { handler: ${handle} });`,
      ]),
      `await ${handle}({ id: ${scope.need('text')}, title: 't' });`,
    );
    return 'undefined';
  },
};
