import assert from 'node:assert/strict';
import { groupTables } from './table-series.ts';
import type { TableEntry } from './table-series.ts';

function shown(entries: readonly TableEntry[]): unknown[] {
  return entries.map((entry) =>
    entry.kind === 'table'
      ? entry.table
      : { [`${entry.base} ${entry.first}-${entry.last} (${entry.count})`]: shown(entry.entries) },
  );
}

/** `Logs20260101`, …: so many days from the first of January. */
function days(count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10).replaceAll('-', ''),
  );
}

describe('tables that differ by a date', () => {
  it('are put together where the first of them stands', () => {
    const names = ['Audit', 'Logs202601', 'Logs202602', 'Logs202603', 'Orders'];
    assert.deepEqual(shown(groupTables(names)), [
      'Audit',
      { 'Logs 202601-202603 (3)': ['Logs202601', 'Logs202602', 'Logs202603'] },
      'Orders',
    ]);
  });

  it('are cut by longer periods when they are many', () => {
    const names = days(59).map((day) => `Logs${day}`);
    const [series] = groupTables(names);
    assert.equal(series?.kind, 'series');
    assert.equal(series.count, 59);
    assert.deepEqual(
      series.entries.map((entry) => entry.kind === 'series' && [entry.base, entry.first, entry.count]),
      [
        ['Logs202601', '20260101', 31],
        ['Logs202602', '20260201', 28],
      ],
    );
    const hours = days(40).flatMap((day) => [`H${day}00`, `H${day}23`]);
    const [first] = groupTables(hours);
    assert.equal(first?.kind === 'series' && first.entries.length, 2);
  });

  it('are by year first when they are of several', () => {
    const names = [2024, 2025, 2026].flatMap((year) =>
      Array.from({ length: 12 }, (_, month) => `Sales${year}${String(month + 1).padStart(2, '0')}`),
    );
    const [series] = groupTables(names);
    assert.deepEqual(
      series?.kind === 'series' && series.entries.map((entry) => entry.kind === 'series' && entry.base),
      ['Sales2024', 'Sales2025', 'Sales2026'],
    );
  });

  it('are told from numbers that are no dates, and from other names', () => {
    for (const names of [
      ['T20261301', 'T20261302', 'T20261303'],
      ['Part1', 'Part2', 'Part3'],
      ['Logs2026', 'Logs202601', 'Logs20260101'],
      ['Logs20260101', 'Logs20260102'],
      ['Code1001', 'Code1002', 'Code1003'],
    ]) {
      assert.deepEqual(shown(groupTables(names)), names);
    }
  });

  it('lose no table, and show none twice', () => {
    const names = [...days(200).map((day) => `A${day}`), 'B', ...days(4).map((day) => `a${day}`)];
    const all: string[] = [];
    const collect = (entries: readonly TableEntry[]): void => {
      for (const entry of entries) {
        if (entry.kind === 'table') all.push(entry.table);
        else collect(entry.entries);
      }
    };
    collect(groupTables(names));
    assert.deepEqual(all.sort(), [...names].sort());
  });
});
