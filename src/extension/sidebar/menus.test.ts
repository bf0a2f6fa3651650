import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

interface Manifest {
  readonly contributes: { readonly menus: Readonly<Record<string, readonly MenuItem[]>> };
}

interface MenuItem {
  readonly command: string;
  readonly when: string;
}

const { contributes } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as Manifest;

/** Whether the menu of a row with this context has a command, once it is known which rows there are. */
function offers(context: string, command: string): boolean {
  const items = contributes.menus['view/item/context'] ?? [];
  const own = items.filter((item) => item.command === `partitionLens.${command}`);
  assert.ok(own.length > 0, `no menu has ${command}`);
  return own.some(({ when }) => {
    const pattern = /viewItem =~ \/(.+)\/$/.exec(when)?.[1];
    return pattern === undefined
      ? when.endsWith(`viewItem == ${context}`)
      : new RegExp(pattern).test(context);
  });
}

describe('menus of rows', () => {
  const offered = (context: string, ...commands: string[]): string[] =>
    commands.filter((command) => offers(context, command));

  it('create tables but where a signature forbids it', () => {
    const commands = ['createTable', 'filterTables', 'clearTableFilter', 'disconnect'];
    assert.deepEqual(offered('connection.saved.filtered', ...commands), commands);
    assert.deepEqual(offered('connection.saved.fixed.filtered', ...commands), commands.slice(1));
    assert.deepEqual(offered('connection.azurite', ...commands), commands.slice(0, 2));
  });

  it('delete tables but where a signature forbids it', () => {
    const commands = ['deleteTable', 'goToTime', 'countEntities', 'openEntities', 'copyTableName'];
    assert.deepEqual(offered('table.timed', ...commands), commands);
    assert.deepEqual(offered('table.timed.fixed', ...commands), commands.slice(1));
    assert.deepEqual(offered('table.fixed', ...commands), commands.slice(2));
    assert.ok(offers('table', 'deleteTable') && !offers('partition', 'deleteTable'));
  });

  it('stop Azurite where that helps', () => {
    assert.ok(offers('connection.azurite.stoppable.filtered', 'stopAzurite'));
    assert.ok(!offers('connection.azurite.filtered', 'stopAzurite'));
    assert.ok(!offers('connection.saved', 'stopAzurite'));
  });
});
