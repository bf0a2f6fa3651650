import { check, checkFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'lost-update';
const HEAD = `
import { allows } from 'elsewhere';
import { TableClient } from '@azure/data-tables';
const jobs = new TableClient(url, 'Jobs', credential);
const others = new TableClient(url, 'Others', credential);
interface Job { worker?: string; state: string; tries: number; note: string }
`;
const claim = (body: string): string => `${HEAD}
export async function claim(queue: string, id: string, worker: string, note: string) {
${body}
}
`;

describe(`${ID} of what is checked first`, () => {
  it('tells of a write that two callers come to who read the same', () => {
    check(
      claim(`  const job = await jobs.getEntity<Job>(queue, id);
  if (job.worker !== undefined) throw new Error('taken');
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, worker }, 'Merge');
  //         ^^^^^^^^^^^^ warning lost-update/checked: worker`),
    );
    check(
      claim(`  const job = await jobs.getEntity<Job>(queue, id);
  if (job.worker !== undefined) throw new Error('taken');
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, worker }, 'Merge', { etag: '*' });
  //         ^^^^^^^^^^^^ warning lost-update/checked: worker`),
    );
    check(
      claim(`  const lease = \`\${Date.now()}-\${Math.random().toString(36).slice(2)}\`;
  const job = await jobs.getEntity<Job>(queue, id);
  if (job.state !== 'open') return;
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, state: 'taken', lease }, 'Merge');
  //         ^^^^^^^^^^^^ warning lost-update/checked: state`),
    );
    check(
      claim(`  const { state } = await jobs.getEntity<Job>(queue, id);
  if (state === 'open') {
    await jobs.updateEntity({ partitionKey: queue, rowKey: id, state: 'taken', worker });
    //         ^^^^^^^^^^^^ warning lost-update/checked: state
  }`),
    );
  });

  it('is silent where the etag is sent, or nothing that was checked is written', () => {
    for (const body of [
      `  const job = await jobs.getEntity<Job>(queue, id);
  if (job.worker !== undefined) throw new Error('taken');
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, worker }, 'Merge', { etag: job.etag });`,
      `  const job = await jobs.getEntity<Job>(queue, id);
  if (job.worker !== worker) throw new Error('not yours');
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, note }, 'Merge');`,
      `  const job = await jobs.getEntity<Job>(queue, id);
  if (job.worker !== undefined) throw new Error('taken');
  await jobs.updateEntity({ partitionKey: queue, rowKey: note, worker }, 'Merge');`,
      `  const job = await others.getEntity<Job>(queue, id);
  if (job.worker !== undefined) throw new Error('taken');
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, worker }, 'Merge');`,
      `  const job = await jobs.getEntity<Job>(queue, id);
  if (job.worker !== undefined) log('taken before');
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, worker }, 'Merge');`,
    ])
      checkSilent(ID, claim(body));
  });

  it('is silent where the check only saves a write, and where all write the same', () => {
    for (const body of [
      `  const job = await jobs.getEntity<Job>(queue, id);
  if (job.note === note) return;
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, note }, 'Merge');`,
      `  const job = await jobs.getEntity<Job>(queue, id);
  if (job.state !== 'open') return;
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, state: 'done', closedAt: new Date() }, 'Merge');`,
    ])
      checkSilent(ID, claim(body));
  });

  it('is mended by the etag that was read', () => {
    const body = (etag: string): string => `  const job = await jobs.getEntity<Job>(queue, id);
  if (job.worker !== undefined) throw new Error('taken');
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, worker }, 'Merge'${etag});`;
    checkFix(ID, claim(body('')), claim(body(', { etag: job.etag }')), '(then handle 412)');
  });

  it('tells of an order that is checked, and of a check in the same catch', () => {
    check(
      claim(`  const job = await jobs.getEntity<Job>(queue, id);
  const tries = Number(note);
  if (job.tries >= tries) return;
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, tries, note }, 'Merge');
  //         ^^^^^^^^^^^^ warning lost-update/checked: tries`),
    );
    check(
      claim(`  try {
    await jobs.createEntity({ partitionKey: queue, rowKey: id, worker, state: 'open' });
  } catch (error) {
    if (error.statusCode !== 409) throw error;
    const job = await jobs.getEntity<Job>(queue, id);
    if (job.state !== 'open') throw error;
    await jobs.updateEntity({ partitionKey: queue, rowKey: id, worker, state: 'taken' }, 'Merge');
    //         ^^^^^^^^^^^^ warning lost-update/checked: state
  }`),
    );
  });

  it('tells of constants where another write puts what the check keeps this one from', () => {
    const close = (other: string, mark = ''): string => `${HEAD}
export async function close(queue: string, id: string) {
  const job = await jobs.getEntity<Job>(queue, id);
  if (job.state !== 'open') return;
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, state: 'done' }, 'Merge');
${mark}}
export async function other(queue: string, id: string, state: string) {
  ${other}
}
`;
    const mark = '  //         ^^^^^^^^^^^^ warning lost-update/checked: state\n';
    const put = (keys: string, state: string): string =>
      `await jobs.updateEntity({ ${keys}, ${state} }, 'Merge');`;
    const keys = 'partitionKey: queue, rowKey: id';
    check(close(put(keys, "state: 'canceled'"), mark));
    check(close(put(keys, 'state'), mark));
    check(close(`await jobs.submitTransaction([['upsert', { ${keys}, state: 'lost' }]]);`, mark));
    for (const silent of [
      put(keys, "state: 'open'"),
      put(keys, "state: 'done'"),
      put(keys, 'note: state'),
      put("partitionKey: queue, rowKey: 'x' + id + '-of-' + state", "note: 'canceled'"),
      `await jobs.createEntity({ ${keys}, state: 'canceled' });`,
      `await others.updateEntity({ ${keys}, state: 'canceled' }, 'Merge');`,
    ])
      checkSilent(ID, close(silent));
  });

  it('tells of flags where another write sets what is tested, and not where it takes that back', () => {
    const flag = (test: string, put: string, other: string): string => `${HEAD}
export async function set(queue: string, id: string) {
  const job = await jobs.getEntity<{ paused: boolean; state: string }>(queue, id);
  if (${test}) return;
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, ${put} }, 'Merge');
}
export const reset = (queue: string, id: string) => jobs.updateEntity({ partitionKey: queue, rowKey: id, ${other} }, 'Merge');
`;
    checkSilent(ID, flag('job.paused', 'paused: true', 'paused: false'));
    checkSilent(ID, flag('!job.paused', 'paused: false', 'paused: true'));
    checkSilent(ID, flag("job.state === 'done'", "state: 'done'", "state: 'open'"));
  });

  it('follows checks in other functions, in a switch, of lists, and of what is looked up', () => {
    const checked = (test: string): string =>
      `${HEAD}
const NEXT: Record<string, string[]> = { open: ['taken'], taken: ['done'], done: [] };
const isOpen = (job: Job) => job.state === 'open' || job.state === 'held';
function assertOpen({ state }: Job) { if (state !== 'open') throw new Error(state); }
const find = async (queue: string, id: string) => ({ ...(await jobs.getEntity<Job>(queue, id)) });
export async function take(queue: string, id: string, state: string) {
  const job = await find(queue, id);
  ${test}
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, state }, 'Merge');
  //         ^^^^^^^^^^^^ warning lost-update/checked: state
}
`;
    for (const test of [
      'if (!isOpen(job)) return;',
      'assertOpen(job);',
      "if (!['open', 'held'].includes(job.state)) return;",
      'if (!NEXT[job.state]?.includes(state)) return;',
      "switch (job.state) { case 'open': break; default: return; }",
    ])
      check(checked(test));
  });

  it('is silent where it was written since, for a permission, and for what is asked of code that is not seen', () => {
    for (const body of [
      `  const job = await jobs.getEntity<Job>(queue, id);
  if (job.state !== 'open') return;
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, state: 'taken' }, 'Merge', { etag: job.etag });
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, state: 'done', note }, 'Merge');`,
      `  const job = await jobs.getEntity<Job>(queue, id);
  if (job.worker !== worker) throw new Error('not yours');
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, worker, note }, 'Merge');`,
      `  const job = await jobs.getEntity<Job>(queue, id);
  if (!allows(job.note)) return;
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, note }, 'Merge');`,
      `  const job = await jobs.getEntity<Job>(queue, id);
  if (job.note === note.trim()) return;
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, note: note.trim() }, 'Merge');`,
      `  const job = await jobs.getEntity<Job>(queue, id);
  if (!(job.note !== note || job.worker !== worker)) return;
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, note, worker }, 'Merge');`,
    ])
      checkSilent(ID, claim(body));
  });

  it('is silent where what is written, or a form of it, is what the check compares with', () => {
    const setter = (test: string, put: string): string => `${HEAD}
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
export async function set(queue: string, id: string, note: string, on: boolean, by: string) {
  const job = await jobs.getEntity<Job & { on: boolean; hash: string }>(queue, id);
  if (${test}) return;
  await jobs.updateEntity({ partitionKey: queue, rowKey: id, by, ${put} }, 'Merge');
}
`;
    for (const [test, put] of [
      ['!!job.on === on', 'on'],
      ['!job.on !== on', 'on'],
      ['Boolean(job.on) === on', 'on'],
      ['job.note?.trim() === note.trim()', 'note'],
      ['job.note === note.trim()', 'note'],
      ['job.note.trim() === note', 'note: note.trim()'],
      ['same(job.note, note)', 'note'],
      ['job.note.localeCompare(note) === 0', 'note'],
      ['JSON.stringify(job.note) === JSON.stringify(note)', 'note'],
      ['job.hash === digest(note)', 'note, hash: digest(note)'],
    ] as const)
      checkSilent(ID, setter(test, put));
  });

  it('is silent where the etag that was read goes to a function that sends it if there is one', () => {
    const claimed = (save: string, etag = 'job.etag'): string => `${HEAD}
${save}
export async function claim(queue: string, id: string, worker: string) {
  const job = await jobs.getEntity<Job>(queue, id);
  if (job.worker) throw new Error('taken');
  await save({ partitionKey: queue, rowKey: id, worker }, ${etag});
}
`;
    const upsert = "jobs.upsertEntity(e, 'Merge')";
    const update = "jobs.updateEntity(e, 'Merge', { etag })";
    for (const save of [
      `async function save(e: any, etag?: string) { return etag ? ${update} : ${upsert}; }`,
      `async function save(e: any, etag?: string) { if (etag) await ${update}; else await ${upsert}; }`,
      `async function save(e: any, etag?: string) { if (!etag) return ${upsert}; return ${update}; }`,
      `async function save(e: any, etag?: string) { if (etag === undefined) return ${upsert}; return ${update}; }`,
      `const save = (e: any, etag?: string) => jobs.updateEntity(e, 'Merge', etag ? { etag } : undefined);`,
    ])
      checkSilent(ID, claimed(save));
    const inOptions = `async function save(e: any, { etag }: { etag?: string } = {}) { return etag ? ${update} : ${upsert}; }`;
    checkSilent(ID, claimed(inOptions, '{ etag: job.etag }'));
  });

  it('tells of an upsert behind a check, and leaves one that makes the row to another rule', () => {
    const put =
      "await jobs.upsertEntity({ partitionKey: queue, rowKey: id, state: 'taken', worker }, 'Merge');";
    check(
      claim(`  const job = await jobs.getEntity<Job>(queue, id);
  if (job.state !== 'open') throw new Error('taken');
  ${put}
  //         ^^^^^^^^^^^^ warning lost-update/checked-upsert: state`),
    );
    checkSilent(
      ID,
      claim(`  const job = await jobs.getEntity<Job>(queue, id).catch(() => undefined);
  if (job && job.state !== 'open') throw new Error('taken');
  ${put}`),
    );
  });

  it('tells of a row that is taken for what the query asked for, and not of all that are gone through', () => {
    const next = (body: string): string => `${HEAD}
export async function next(queue: string, worker: string) {
  const filter = \`PartitionKey eq 'all' and state eq 'ready'\`;
  ${body}
}
`;
    const loop = 'for await (const job of jobs.listEntities<Job>({ queryOptions: { filter } }))';
    const keys = 'partitionKey: job.partitionKey!, rowKey: job.rowKey!';
    const put = (values: string, options = ''): string =>
      `await jobs.updateEntity({ ${keys}, ${values} }, 'Merge'${options});`;
    check(
      next(`${loop} {
    ${put("state: 'running', worker")}
    //         ^^^^^^^^^^^^ warning lost-update/checked: state
    return job.rowKey;
  }`),
    );
    check(
      next(`${loop} {
    ${put("state: 'running', worker: crypto.randomUUID()")}
    //         ^^^^^^^^^^^^ warning lost-update/checked: state
    break;
  }`),
    );
    for (const [values, options, end] of [
      ["state: 'running', worker", ', { etag: job.etag }', 'return;'],
      ["state: 'running', worker", '', ''],
      ["state: 'running', startedAt: new Date()", '', 'return;'],
      ["state: 'ready', worker", '', 'return;'],
      ['note: worker', '', 'return;'],
    ] as const)
      checkSilent(ID, next(`${loop} {\n    ${put(values, options)}\n    ${end}\n  }`));
    const take = (end: string): string => `${loop} { ${put("state: 'running', worker")} ${end} }`;
    const list = `const all: any[] = []; ${loop} all.push(job);`;
    const one = (name: string): string => put("state: 'running', worker").replaceAll('job.', `${name}.`);
    for (const drained of [
      `for (;;) { ${take('break;')} }`,
      take('return next(queue, worker);'),
      `${list} const each = async (rows: any[]) => { for (const row of rows) ${one('row')} }; await each(all);`,
      `${list} const step = async (i: number): Promise<void> => { const row = all[i]; if (!row) return; ${one('row')} await step(i + 1); }; await step(0);`,
      `${list} const mark = async (row: any) => { ${one('row')} }; for (const row of all) await mark(row);`,
      `while (true) { ${list} const row = all[0]; if (!row) return; ${one('row')} }`,
    ])
      checkSilent(ID, next(drained));
    checkSilent(
      ID,
      `${next(take('return true;'))}export async function all(queue: string) { while (await next(queue, 'w')) count(); }\n`,
    );
  });
});
