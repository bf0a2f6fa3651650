import { checkFix, checkNoFix } from '../../../../test/support/rule-fixtures.ts';

const ID = 'lost-update';
const HEAD = `
import { odata, TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Accounts', credential);
const archive = new TableClient(url, 'Archive', credential);
`;
const inside = (body: string): string => `${HEAD}
export async function change(pk: string, rk: string, body: Body) {
${body}
}
`;
const READ = '  const account = await client.getEntity(pk, rk);\n';

describe(ID, () => {
  describe('fix of the options alone', () => {
    const checkAlone = (before: string, after: string): void => {
      checkFix(ID, before, after, 'then handle');
    };
    const checkNone = (before: string): void => {
      checkNoFix(ID, before, 'then handle');
    };

    it('sends the etag that was read, and adds the mode that is the default', () => {
      checkAlone(
        inside(`${READ}  account.balance += body.amount;\n  await client.updateEntity(account);`),
        inside(
          `${READ}  account.balance += body.amount;\n  await client.updateEntity(account, 'Merge', { etag: account.etag });`,
        ),
      );
      checkAlone(
        inside(`${READ}  await client.updateEntity({ ...account, ...body }, 'Replace');`),
        inside(
          `${READ}  await client.updateEntity({ ...account, ...body }, 'Replace', { etag: account.etag });`,
        ),
      );
    });

    it('goes into the options that are there, and asks whether anything was read', () => {
      checkAlone(
        inside(`  let account;
  try {
    account = await client.getEntity(pk, rk);
  } catch {}
  await client.updateEntity({ ...account, ...body }, 'Replace', { abortSignal: body.signal });`),
        inside(`  let account;
  try {
    account = await client.getEntity(pk, rk);
  } catch {}
  await client.updateEntity({ ...account, ...body }, 'Replace', { etag: account?.etag, abortSignal: body.signal });`),
      );
    });

    it('does not ask again where the code has made sure of what was read', () => {
      const after = (guard: string, etag = ''): string =>
        inside(`  let account;
  try {
    account = await client.getEntity(pk, rk);
  } catch {}
  ${guard} await client.updateEntity({ ...account, ...body }, 'Replace'${etag});`);
      const sure = [
        'if (account)',
        'if (account !== undefined && body)',
        'if (!account) return;',
        'if (account?.open)',
        'if (!(account && body)) return; else',
        'if (account === undefined || !body) return; else',
      ];
      for (const guard of sure) checkAlone(after(guard), after(guard, ', { etag: account.etag }'));
      for (const guard of [
        'if (body)',
        'if (account || body)',
        'if (!accounts) return;',
        'if (!(account || body)) return;',
        'if (account === null || !body) return;',
      ]) {
        checkAlone(after(guard), after(guard, ', { etag: account?.etag }'));
      }
    });

    it('is not offered where an etag is in the entity: another fix puts that into the options', () => {
      checkNoFix(
        ID,
        inside(
          `${READ}  account.n += 1;\n  await client.updateEntity({ ...account, etag: account.etag }, 'Merge');`,
        ),
      );
    });

    it('sends the etag of what was found among listed entities', () => {
      const found = (etag = '', guard = 'if (!account) return;'): string =>
        inside(`  const rows: any[] = [];
  for await (const row of client.listEntities({ queryOptions: { filter: odata\`PartitionKey eq \${pk}\` } })) rows.push(row);
  const account: any = rows.find((row) => row.rowKey === rk);
  ${guard}
  await client.updateEntity({ ...account, ...body }, 'Replace'${etag});`);
      checkAlone(found(), found(', { etag: account.etag }'));
      checkAlone(found('', ''), found(', { etag: account?.etag }', ''));
    });

    it('goes into the options of an action, as a tuple or of a TableTransaction', () => {
      const actions = (options = ''): string =>
        inside(`${READ}  await client.submitTransaction([
    ['update', { partitionKey: pk, rowKey: rk, balance: account.balance + body.amount }, 'Merge'${options}],
    ['create', { partitionKey: pk, rowKey: rk + '_log' }],
  ]);`);
      checkAlone(actions(), actions(', { etag: account.etag }'));
      const calls = (options = ''): string =>
        inside(`${READ}  const paying = new TableTransaction();
  account.balance += body.amount;
  paying.updateEntity(account, 'Replace'${options});
  paying.createEntity({ partitionKey: pk, rowKey: rk + '_log' });
  await client.submitTransaction(paying.actions);`).replace(
          'odata, TableClient',
          'odata, TableClient, TableTransaction',
        );
      checkAlone(calls(), calls(', { etag: account.etag }'));
      checkNone(
        inside(`${READ}  await client.submitTransaction([['upsert', { ...account, ...body }, 'Replace']]);`),
      );
    });

    it('is not offered for an upsert, without a name for what was read, or at a wrapper', () => {
      checkNone(inside(`${READ}  await client.upsertEntity({ ...account, ...body });`));
      checkNone(
        inside(`  await client.updateEntity({ ...(await client.getEntity(pk, rk)), ...body }, 'Replace');`),
      );
      checkNone(
        inside(
          `  const account = (await client.getEntity(pk, rk)) as Account;\n  account.n = 1;\n  await client.updateEntity(account);`,
        ),
      );
      checkNone(
        inside(`  let changed;
  {
    const account = await client.getEntity(pk, rk);
    changed = { ...account, ...body };
  }
  await client.updateEntity(changed, 'Replace');`),
      );
    });
  });

  describe('fix', () => {
    const TRIED = '(on 412, read again';

    it('reads again and repeats where the entity has changed', () => {
      checkFix(
        ID,
        inside(`${READ}  account.balance += body.amount;
  const history = JSON.parse(account.history);
  history.push(body.amount);
  account.history = JSON.stringify(history);
  await client.updateEntity(account, 'Merge', { etag: '*' });
  return body.amount;`),
        inside(`  for (let attempt = 1; ; attempt += 1) {
    const account = await client.getEntity(pk, rk);
    account.balance += body.amount;
    const history = JSON.parse(account.history);
    history.push(body.amount);
    account.history = JSON.stringify(history);
    try {
      await client.updateEntity(account, 'Merge', { etag: account.etag });
      break;
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      if (statusCode !== 412 || attempt === 5) throw error;
    }
  }
  return body.amount;`),
        TRIED,
      );
    });

    it('keeps what is done once before the function is left', () => {
      const text = (code: string): string => `
import { TableClient } from '@azure/data-tables';
const client = new TableClient(url, 'Users', credential);
export async function toggle(context: Context, id: string) {
${code}
}
`;
      checkFix(
        ID,
        text(`    let user;
    try {
        user = await client.getEntity('users', id);
    } catch (e) {
        if (e.statusCode === 404) {
            context.res = { status: 404 };
            return;
        }
        throw e;
    }
    if (user.isLocked) {
        context.log('locked');
        return;
    }
    await client.updateEntity({ partitionKey: 'users', rowKey: id, isAdmin: !user.isAdmin }, 'Merge');`),
        text(`    for (let attempt = 1; ; attempt += 1) {
        let user;
        try {
            user = await client.getEntity('users', id);
        } catch (e) {
            if (e.statusCode === 404) {
                context.res = { status: 404 };
                return;
            }
            throw e;
        }
        if (user.isLocked) {
            context.log('locked');
            return;
        }
        try {
            await client.updateEntity({ partitionKey: 'users', rowKey: id, isAdmin: !user.isAdmin }, 'Merge', { etag: user.etag });
            break;
        } catch (error) {
            const { statusCode } = error as { statusCode?: number };
            if (statusCode !== 412 || attempt === 5) throw error;
        }
    }`),
        TRIED,
      );
      checkNoFix(
        ID,
        text(`    const user = await client.getEntity('users', id);
    if (user.isLocked) context.log('locked');
    await client.updateEntity({ partitionKey: 'users', rowKey: id, isAdmin: !user.isAdmin }, 'Merge');`),
        TRIED,
      );
    });

    it('takes what follows along where that uses what was read', () => {
      checkFix(
        ID,
        inside(`${READ}  if (account.closed) return reply.notFound(account.name);
  const next = account.count + 1;
  await client.updateEntity({ partitionKey: pk, rowKey: rk, count: next }, 'Merge');
  // for the log
  report(account.count);
  return next;`),
        inside(`  for (let attempt = 1; ; attempt += 1) {
    const account = await client.getEntity(pk, rk);
    if (account.closed) return reply.notFound(account.name);
    const next = account.count + 1;
    try {
      await client.updateEntity({ partitionKey: pk, rowKey: rk, count: next }, 'Merge', { etag: account.etag });
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      if (statusCode !== 412 || attempt === 5) throw error;
      continue;
    }
    // for the log
    report(account.count);
    return next;
  }`),
        TRIED,
      );
      checkFix(
        ID,
        inside(`${READ}  const next = account.count + 1;
  await client.updateEntity({ partitionKey: pk, rowKey: rk, count: next }, 'Merge');
  report(next);`),
        inside(`  for (let attempt = 1; ; attempt += 1) {
    const account = await client.getEntity(pk, rk);
    const next = account.count + 1;
    try {
      await client.updateEntity({ partitionKey: pk, rowKey: rk, count: next }, 'Merge', { etag: account.etag });
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      if (statusCode !== 412 || attempt === 5) throw error;
      continue;
    }
    report(next);
    break;
  }`),
        TRIED,
      );
    });

    it('makes an update of an upsert of what is there', () => {
      checkFix(
        ID,
        inside(`${READ}  if (!account.open) return;
  await client.upsertEntity({ ...account, ...body });`),
        inside(`  for (let attempt = 1; ; attempt += 1) {
    const account = await client.getEntity(pk, rk);
    if (!account.open) return;
    try {
      await client.updateEntity({ ...account, ...body }, 'Merge', { etag: account.etag });
      break;
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      if (statusCode !== 412 || attempt === 5) throw error;
    }
  }`),
        TRIED,
      );
    });

    it('creates what may not be there, and updates it else', () => {
      checkFix(
        ID,
        inside(`  let account;
  try {
    account = await client.getEntity(pk, rk);
  } catch {}
  const count = (account?.count ?? 0) + 1;
  await client.upsertEntity({ partitionKey: pk, rowKey: rk, count }, 'Replace');`),
        inside(`  for (let attempt = 1; ; attempt += 1) {
    let account;
    try {
      account = await client.getEntity(pk, rk);
    } catch {}
    const count = (account?.count ?? 0) + 1;
    const changed = { partitionKey: pk, rowKey: rk, count };
    try {
      if (account) {
        await client.updateEntity(changed, 'Replace', { etag: account.etag });
      } else {
        await client.createEntity(changed);
      }
      break;
    } catch (error) {
      const { statusCode } = error as { statusCode?: number };
      if ((statusCode !== 409 && statusCode !== 412) || attempt === 5) throw error;
    }
  }`),
        '409 or 412',
      );
    });

    it('is not offered where more would be repeated, or others use what was read', () => {
      const write = "  await client.updateEntity(account, 'Merge');";
      for (const between of [
        '  await notify(account);',
        '  body.seen.push(account.n);',
        '  body.count += 1;',
        '  const list = body.list;\n  list.push(account.n);',
        '  report(account);',
      ])
        checkNoFix(ID, inside(`${READ}  account.n = 1;\n${between}\n${write}`), TRIED);
      checkNoFix(ID, inside(`${READ}  account.n = 1;\n${write}\n  report(\`a\n\${account.n}\`);`), TRIED);
      checkNoFix(ID, inside(`${READ}  account.n = 1;\n${write}\n  var n = account.n;`), TRIED);
      checkNoFix(
        ID,
        inside(`  for (const id of body.ids) {
    const account = await client.getEntity(pk, id);
    account.n = 1;
    await client.updateEntity(account, 'Merge');
    if (account.last) break;
  }`),
        TRIED,
      );
      checkNoFix(ID, inside(`${READ}  account.n = 1;\n  if (body) {\n  ${write}\n  }`), TRIED);
      checkNoFix(
        ID,
        inside(`  for (const id of body.ids) {
    const account = await client.getEntity(pk, id);
    if (account.done) continue;
    account.n = 1;
    await client.updateEntity(account, 'Merge');
  }`),
        TRIED,
      );
      checkNoFix(
        ID,
        inside(`  try {
    const account = await client.getEntity(pk, rk);
    account.n = 1;
    await client.updateEntity(account, 'Merge');
  } catch (error) {
    if (error.statusCode === 412) return false;
    throw error;
  }`),
        TRIED,
      );
    });
  });
});
