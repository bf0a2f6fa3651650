import { check, checkFix, checkSilent } from '../../../../test/support/rule-fixtures.ts';

const ID = 'lost-update';
const HEAD = `
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
});
