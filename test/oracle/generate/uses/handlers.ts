import { moduleClient } from '../clients.ts';
import { asks, collected, each, into, property, type Use } from './basics.ts';

/** What handlers of functions and small stores do with entities: counts by name, last ones, maps by a part of a key, rows in JSON. */
export const HANDLERS: Readonly<Record<string, Use>> = {
  upToMost: (scope, listed) => {
    const rows = into(scope, 'Record<string, any>[]');
    const most = scope.writer.choices.pick(['2', scope.need('count'), `${scope.need('anyCount')} ?? 200`]);
    const top = scope.variable('top', most);
    each(scope, listed, (row) => {
      scope.add(`${rows}.push(${row});`, `if (${rows}.length >= ${top}) break;`);
    });
    scope.add(
      ...scope.writer.choices.pick([
        [],
        [`${rows}.sort((a, b) => String(b.timestamp).localeCompare(String(a.timestamp)));`],
      ]),
    );
    return scope.writer.choices.pick([
      rows,
      `${rows}.map(({ title }) => title)`,
      `{ rows: ${rows}, total: ${rows}.length }`,
    ]);
  },
  countsAndShows: (scope, listed) => {
    const [count, shown] = [scope.variable('count', '0', 'let'), into(scope)];
    const isEnded = scope.writer.choices.oneIn(2);
    each(scope, listed, (row) => {
      scope.add(
        `${count}++;`,
        `if (${count} <= 1) ${shown}.push({ id: ${row}.rowKey, title: ${row}.title || 'none', isNoted: ${row}.note !== undefined });`,
      );
      if (isEnded) scope.add(`if (${count} >= 2) break;`);
    });
    return `{ count: ${count}, shown: ${shown} }`;
  },
  lastOne: (scope, listed) => {
    const last = scope.variable('latest', 'null', 'let', 'any');
    each(scope, listed, (row) => {
      scope.add(`${last} = ${scope.writer.choices.pick([row, `${row}.title || ''`, `{ ...${row} }`])};`);
    });
    return last;
  },
  countsByName: (scope, listed) => {
    const counts = scope.variable('counts', '{}', 'const', 'Record<string, number>');
    each(scope, listed, (row) => {
      scope.add(
        ...scope.writer.choices.pick([
          [`${counts}[${row}.shelf] = (${counts}[${row}.shelf] || 0) + 1;`],
          [
            `const key = ${row}.status ?? 'none';`,
            `${counts}[key] ??= 0;`,
            `${counts}[key] += ${row}.count;`,
          ],
          [`if (!${counts}[${row}.author]) ${counts}[${row}.author] = 0;`, `${counts}[${row}.author]++;`],
        ]),
      );
    });
    return scope.writer.choices.pick([
      counts,
      `Object.entries(${counts}).sort(([, a], [, b]) => b - a)[0]?.[0]`,
    ]);
  },
  setsByName: (scope, listed) => {
    const sets = scope.variable('sets', `new Map${scope.writer.typed('<string, Set<string>>')}()`);
    each(scope, listed, (row) => {
      scope.add(
        `if (!${sets}.has(${row}.shelf)) ${sets}.set(${row}.shelf, new Set());`,
        `${sets}.get(${row}.shelf)${scope.writer.typed('!')}.add(${row}.${scope.writer.choices.pick(['author', 'rowKey'])});`,
      );
    });
    return `[...${sets}].map(([name, all]) => ({ name, size: all.size }))`;
  },
  mapByPartOfKey: (scope, listed) => {
    const map = scope.variable('byId', `new Map${scope.writer.typed('<string, any>')}()`);
    each(scope, listed, (row) => {
      scope.add(
        `${map}.set(${row}.rowKey.replace('r', ''), ${scope.writer.choices.pick([row, `${row}.${property(scope)}`])});`,
      );
    });
    return scope.writer.choices.pick([
      map,
      `${map}.get('1')`,
      `${map}.get('1')?.title`,
      `[...${map}.keys()]`,
    ]);
  },
  seenBefore: (scope, listed) => {
    const [seen, rows] = [scope.variable('seen', `new Set${scope.writer.typed('<string>')}()`), into(scope)];
    each(scope, listed, (row) => {
      scope.add(
        `const name = (${row}.author || '').split('/').pop()${scope.writer.typed('!')}.toLowerCase();`,
        `if (!name || ${seen}.has(name)) continue;`,
        `${seen}.add(name);`,
        ...scope.writer.choices.pick([
          [`${rows}.push(${row}.title);`],
          [`if (${scope.need('text')}.includes(name)) { ${rows}.push(${row}.title); break; }`],
          [`${rows}.push(name);`, `if (${rows}.length >= 2) break;`],
        ]),
      );
    });
    return rows;
  },
  rowsInJson: (scope, listed) => {
    const found = into(scope);
    each(scope, listed, (row) => {
      scope.block(
        'try {',
        () => {
          scope.add(
            `for (const one of JSON.parse(${row}.${scope.writer.choices.pick(['note', 'title'])}${scope.writer.typed(' as string')})) {`,
            `  if (one && !${found}.includes(one.name)) ${found}.push(one.name);`,
            `  if (${found}.length >= 2) break;`,
            '}',
          );
        },
        '} catch {',
      );
      scope.add('  // no list', '}');
      scope.add(...scope.writer.choices.pick([[], [`if (${found}.length >= 2) break;`]]));
    });
    return found;
  },
  mergedJson: (scope, listed) => {
    const all = scope.variable('settings', "{ title: '', rows: [] }", 'const', 'Record<string, unknown>');
    each(scope, listed, (row) => {
      scope.block(`if (${row}.note) {`, () => {
        scope.add(
          `try { Object.assign(${all}, JSON.parse(${row}.note)); } catch (error) { console.error(error); }`,
        );
      });
    });
    return all;
  },
  mappedByHelper: (scope, listed) => {
    const { writer, module } = scope;
    const [name, type] = [writer.name('toBook'), writer.name('Book')];
    if (writer.isTyped) module.declare(`interface ${type} { id: string; title: string; count: number }`);
    module.declare(
      `const ${name} = (entity${writer.type('Record<string, any>')})${writer.type(type)} => ({`,
      '  id: entity.rowKey,',
      "  title: entity.title || '',",
      writer.choices.pick([
        '  count: Number(entity.count ?? 0),',
        '  ...entity,',
        '  count: entity.count, author: entity.author,',
      ]),
      `})${writer.typed(` as ${type}`)};`,
    );
    const rows = into(scope);
    each(scope, listed, (row) => {
      scope.add(
        ...writer.choices.pick([
          [`${rows}.push(${name}(${row}));`],
          [`const book = ${name}(${row});`, `if (book.count > 0) ${rows}.push(book);`],
          [`const { etag, timestamp, ...others } = ${row};`, `${rows}.push(${name}(others));`],
        ]),
      );
    });
    return rows;
  },
  isOneOf: (scope, listed) => {
    const rows = into(scope);
    const wanted = scope.variable('wanted', scope.need('list'));
    each(scope, listed, (row) => {
      scope.add(
        scope.writer.choices.pick([
          `if (!${wanted}.includes(${row}.${scope.writer.choices.pick(['title', 'rowKey'])})) continue;`,
          `if (${wanted}.length > 0 && !${wanted}.includes(${row}.shelf)) continue;`,
          `if (${wanted}.some((one) => one === ${row}.author)) continue;`,
        ]),
        `${rows}.push({ id: ${row}.rowKey, title: ${row}.title || '', author: ${row}.author ?? null });`,
      );
    });
    return rows;
  },
  foundAsNull: (scope, listed) => {
    const found = scope.variable('found', 'null', 'let', 'any');
    each(scope, listed, (row) => {
      scope.add(
        ...scope.writer.choices.pick([
          [`${found} = ${row}${scope.writer.typed(' as unknown as Record<string, any>')};`, 'break;'],
          [`if (${row}.isActive !== false) { ${found} = ${row}; break; }`],
          [`${found} ??= ${row};`, `if (${asks(scope, row)}) break;`],
        ]),
      );
    });
    return scope.writer.choices.pick([
      `${found} && { id: ${found}.rowKey, title: ${found}.title }`,
      `${found} ? ${found}.title : null`,
      found,
      `(${found}?.status === 'open')`,
    ]);
  },
  purges: (scope, listed) => {
    const client = moduleClient(scope);
    const count = scope.variable('deleted', '0', 'let');
    each(scope, listed, (row) => {
      scope.add(
        ...scope.writer.choices.pick([
          [
            `await ${client}.deleteEntity(String(${row}.partitionKey), String(${row}.rowKey));`,
            `${count}++;`,
          ],
          [
            `if (!${row}.partitionKey || !${row}.rowKey) continue;`,
            `await ${client}.deleteEntity(${row}.partitionKey, ${row}.rowKey).catch(() => undefined);`,
            `${count}++;`,
          ],
          [
            `try { await ${client}.deleteEntity(${row}.partitionKey, ${row}.rowKey); ${count}++; } catch (error) { console.warn(${row}.rowKey, error); }`,
          ],
        ]),
      );
    });
    return count;
  },
  expiredLater: (scope, listed) => {
    const client = moduleClient(scope);
    const expired = scope.variable('expired', '[]', 'const', 'Record<string, any>[]');
    each(scope, listed, (row) => {
      scope.add(
        `if (${row}.count <= ${scope.need('count')}) ${expired}.push(${scope.writer.choices.pick([row, `{ partitionKey: ${row}.partitionKey, rowKey: ${row}.rowKey }`])});`,
      );
    });
    scope.add(
      scope.writer.choices.pick([
        `for (const one of ${expired}) await ${client}.deleteEntity(one.partitionKey, one.rowKey);`,
        `await Promise.all(${expired}.map((one) => ${client}.deleteEntity(one.partitionKey, one.rowKey)));`,
        `await Promise.allSettled(${expired}.slice(0, 2).map(({ partitionKey, rowKey }) => ${client}.deleteEntity(partitionKey, rowKey)));`,
      ]),
    );
    return `${expired}.length`;
  },
  writesOneOrOther: (scope, listed) => {
    const client = moduleClient(scope);
    const current = scope.variable('current', 'null', 'let', 'any');
    each(scope, listed, (row) => {
      scope.add(`${current} = ${row};`, 'break;');
    });
    const next = scope.variable(
      'entity',
      `{ partitionKey: 'Books', rowKey: 'b1', ${scope.writer.choices.pick([`...(${current} ?? {})`, `count: (${current}?.count ?? 0) + 1`, "title: 'a'"])} }`,
    );
    scope.add(
      scope.writer.choices.pick([
        `await (${current} ? ${client}.updateEntity(${next}, 'Replace', { etag: ${current}.etag }) : ${client}.createEntity(${next}));`,
        `if (${current}) await ${client}.updateEntity(${next}, 'Merge');\nelse await ${client}.createEntity(${next});`,
        `await ${client}.upsertEntity(${next}, 'Replace');`,
      ]),
    );
    return scope.writer.choices.pick(['undefined', current]);
  },
  pageOfAll: (scope, listed) => {
    const rows = collected(scope, listed);
    const [page, size] = [scope.need('count'), '2'];
    const start = scope.variable('start', `${page} * ${size}`);
    return `{ items: ${rows}.slice(${start}, ${start} + ${size}), total: ${rows}.length, hasMore: ${start} + ${size} < ${rows}.length }`;
  },
  searched: (scope, listed) => {
    const rows = collected(scope, listed);
    const text = scope.variable('search', `${scope.need('text')}.toLowerCase()`);
    return `${rows}.filter((row) => ${scope.writer.choices.pick([`row.title.toLowerCase().includes(${text})`, `!${text} || row.title.toLowerCase().includes(${text}) || row.author?.includes(${text})`, `[row.title, row.author].some((each) => each.includes(${text}))`])})${scope.writer.choices.pick(['', '.map(({ etag, ...row }) => row)', '.map((row) => row.title)'])}`;
  },
  statistics: (scope, listed) => {
    const rows = collected(scope, listed);
    return `{ total: ${rows}.length, open: ${rows}.filter((row) => row.status === 'open').length, sum: ${rows}.reduce((sum, row) => sum + (row.price || 0), 0)${scope.writer.choices.pick(['', `, latest: ${rows}[0]`, `, names: [...new Set(${rows}.map((row) => row.author))]`])} }`;
  },
};
