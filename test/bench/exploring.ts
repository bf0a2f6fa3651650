import { declaredOf, readConfig } from '../../src/core/config/table-config.ts';
import { DEFAULTS } from '../../src/lens/design/explorer/assumptions.ts';
import { explore } from '../../src/lens/design/explorer/designs.ts';
import { tableUseOf, type TableUse } from '../../src/lens/design/table-model.ts';
import type { Result } from './measure.ts';

const ATTRIBUTES = 12;
const PATTERNS = 30;

/** The best of so many turns counts. */
const TURNS = 7;

/** How long the explorer takes for a table of one kind whose questions ask by all that it has. */
export function exploring(): readonly Result[] {
  const use = wideTable();
  const times = Array.from({ length: TURNS }, () => {
    const start = performance.now();
    explore(use, DEFAULTS);
    return performance.now() - start;
  });
  return [
    {
      what: `designs for ${ATTRIBUTES} attributes and ${use.patterns.length} access patterns`,
      value: Math.min(...times),
      unit: 'ms',
      budget: 50,
    },
  ];
}

/** One kind, and questions by one, two and three of its attributes, in turn. */
function wideTable(): TableUse {
  const names = Array.from({ length: ATTRIBUTES }, (_, index) => `a${index}`);
  const nameAt = (index: number): string => names[index % ATTRIBUTES] ?? '';
  const accessPatterns = Array.from({ length: PATTERNS }, (_, index) => ({
    kind: 'thing',
    equal: [0, 1, 2].slice(0, 1 + (index % 3)).map((step) => nameAt(index * (step + 1) + step)),
    ...(index % 4 === 0 && { range: nameAt(index + 7) }),
    perSecond: 1 + (index % 5),
  }));
  const properties = Object.fromEntries(
    names.map((name, index) => [name, index % 3 === 0 ? 'number' : 'text']),
  );
  const kinds = { thing: { partitionKey: '{a0}', rowKey: 'thing_{a1:6}', properties } };
  const { tables } = readConfig(JSON.stringify({ tables: { Wide: { kinds, accessPatterns } } }));
  return tableUseOf('Wide', [], true, declaredOf(tables, 'Wide')?.planned);
}
