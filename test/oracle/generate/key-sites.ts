import { moduleClient } from './clients.ts';
import { consume } from './consume.ts';
import type { Scope } from './scope.ts';
import type { Site } from './site.ts';

const MAX_TICKS = '3155378975999999999';

/** Inverted ticks as people compute them, in doubles and in bigint, and as text. */
const TICKS: readonly string[] = [
  `${MAX_TICKS} - (Date.now() * 10000 + 621355968000000000)`,
  `${MAX_TICKS}n - (BigInt(Date.now()) * 10000n + 621355968000000000n)`,
  `${MAX_TICKS}n - BigInt(Date.now()) * 10000n - 621355968000000000n`,
  `${MAX_TICKS} - Date.now() * 10000`,
  `${MAX_TICKS} - (new Date().getTime() * 10000 + 621355968000000000)`,
  '621355968000000000 + Date.now() * 10000',
  `${MAX_TICKS}n - (BigInt(new Date().getTime()) * 10000n + 621355968000000000n)`,
];

/** A number as the text of a key. */
const asKey = (scope: Scope, number: string): string =>
  scope.writer.choices.pick([
    `String(${number})`,
    `(${number}).toString()`,
    `\`\${${number}}\``,
    `\`log_\${${number}}\``,
    `\`log_\${String(${number})}\``,
  ]);

/** A key in the entity, or in a variable that is used again to read what was written. */
const write = (scope: Scope, rowKey: string, partitionKey = "'Books'"): string => {
  const client = moduleClient(scope);
  const { choices } = scope.writer;
  const key = choices.oneIn(2) ? scope.variable('rowKey', rowKey) : rowKey;
  scope.add(
    `await ${client}.${choices.pick(['upsertEntity', 'createEntity'])}({ partitionKey: ${partitionKey}, rowKey: ${key}, title: 'new', count: 1 });`,
  );
  // only a variable names the same entity again
  return key === rowKey || choices.oneIn(2)
    ? 'undefined'
    : `(await ${client}.getEntity(${partitionKey}, ${key})).title`;
};

const listed = (scope: Scope, filter: string): string =>
  consume(scope, `${moduleClient(scope)}.listEntities({ queryOptions: { filter: ${filter} } })`);

/** Sites at which fixes of keys are offered. */
export const KEY_SITES: Readonly<Record<string, Site>> = {
  ticks: (scope) => {
    const ticks = scope.writer.choices.pick(TICKS);
    return write(scope, asKey(scope, scope.writer.choices.oneIn(2) ? scope.variable('ticks', ticks) : ticks));
  },
  timeAlone: (scope) =>
    write(
      scope,
      scope.writer.choices.pick([
        'new Date().toISOString()',
        'String(Date.now())',
        '`${Date.now()}`',
        '`log_${new Date().toISOString()}`',
        "'log_' + Date.now()",
      ]),
    ),
  joined: (scope) => {
    const [a, b] = [scope.need('text'), scope.need('text')];
    return write(
      scope,
      scope.writer.choices.pick([
        `\`\${${a}}\${${b}}\``,
        `${a} + ${b}`,
        `${a}.concat(${b})`,
        `${a} + ${b} + '-x'`,
      ]),
    );
  },
  twoInKey: (scope) => {
    const { choices } = scope.writer;
    const client = moduleClient(scope);
    const [a, b, n] = [scope.need('text'), scope.need('maybeText'), scope.need('count')];
    const slug = (text: string): string => scope.variable('slug', `String(${text}).toLowerCase()`);
    const made = choices.pick([
      () => `\`\${${a}}\${${b}}\``,
      () => `${a} + ${b}`,
      () => `\`b_\${${a}}\${${b}}\``,
      () => `'b_' + ${a} + ${b}`,
      () => `\`\${${a}}\${${n}}\``,
      () => `\`\${encodeURIComponent(${a})}-\${encodeURIComponent(${b}${scope.writer.typed('!')})}\``,
      () => `encodeURIComponent(${a}) + '.' + encodeURIComponent(${b}${scope.writer.typed('!')})`,
      () => `\`\${${slug(a)}}-\${${slug(b)}}\``,
    ])();
    const keys = choices.pick([
      `partitionKey: 'Books', rowKey: ${made}`,
      `partitionKey: ${made}, rowKey: 'only'`,
    ]);
    scope.add(
      `await ${client}.${choices.pick(['upsertEntity', 'createEntity'])}({ ${keys}, title: 'new', count: 1 });`,
    );
    return choices.oneIn(2) ? 'undefined' : listed(scope, `"PartitionKey eq 'Books'"`);
  },
  numbers: (scope) => {
    const { choices } = scope.writer;
    const client = moduleClient(scope);
    const [number, prefix] = [scope.need('count'), choices.pick(['', 'order_', 'n'])];
    const width = choices.pick([4, 8, 12]);
    const padded = `\`${prefix}\${String(${number}).padStart(${width}, '0')}\``;
    const plain = choices.pick([`\`${prefix}\${${number}}\``, `'${prefix}' + ${number}`]);
    scope.add(`await ${client}.upsertEntity({ partitionKey: 'Books', rowKey: ${padded}, title: 'padded' });`);
    const next = choices.pick([
      `upsertEntity({ partitionKey: 'Books', rowKey: ${plain}, title: 'plain' })`,
      `getEntity('Books', ${plain}).catch(() => undefined)`,
      `deleteEntity('Books', ${plain}).catch(() => undefined)`,
    ]);
    scope.add(`await ${client}.${next};`);
    return choices.oneIn(2)
      ? 'undefined'
      : `(await ${client}.getEntity('Books', ${choices.pick([padded, plain])})).title`;
  },
  dateParts: (scope) => {
    const at = scope.variable('at', 'new Date()');
    const part = scope.writer.choices.pick([
      `${at}.getMonth() + 1`,
      `${at}.getDate()`,
      `${at}.getUTCHours()`,
      `${at}.getMinutes()`,
    ]);
    return write(
      scope,
      scope.writer.choices.pick([
        `\`\${${at}.getFullYear()}-\${${part}}\``,
        `\`day_\${${part}}\``,
        `String(${part})`,
      ]),
    );
  },
  kindPrefix: (scope) => {
    const client = moduleClient(scope);
    const id = scope.need('text');
    const kind = scope.writer.choices.pick(['order', 'open', 'a']);
    scope.add(
      `await ${client}.upsertEntity({ partitionKey: 'Books', rowKey: \`${kind}_\${${id}}\`, tag: '${kind}', title: ${id} });`,
    );
    return listed(scope, `"PartitionKey eq 'Books' and tag eq '${kind}'"`);
  },
  partitionRange: (scope) => {
    scope.module.import('odata', '@azure/data-tables');
    const text = scope.need('text');
    return listed(
      scope,
      scope.writer.choices.pick([
        `odata\`PartitionKey ge \${${text}}\``,
        `odata\`PartitionKey lt \${${text}}\``,
        `\`PartitionKey gt '\${${text}.replace(/'/g, "''")}'\``,
        `odata\`PartitionKey ge \${${text}} and count gt 1\``,
      ]),
    );
  },
  otherForm: (scope) => {
    const client = moduleClient(scope);
    const id = scope.need('text');
    const [written, asked] = scope.writer.choices.pick([
      [`${id}.toLowerCase()`, id],
      [`'b_' + ${id}`, id],
      [`\`b_\${${id}}\``, `\`B_\${${id}}\``],
      [`encodeURIComponent(${id})`, id],
      [`'Main'`, `'main'`],
    ] as const);
    scope.add(
      `await ${client}.upsertEntity({ partitionKey: 'Books', rowKey: ${written}, title: ${id}, count: 1 });`,
    );
    return scope.writer.choices.oneIn(2)
      ? `await ${client}.getEntity('Books', ${asked}).catch(() => undefined)`
      : listed(scope, `\`PartitionKey eq 'Books' and RowKey eq '\${${asked}}'\``);
  },
};
