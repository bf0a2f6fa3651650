import fc from 'fast-check';
import type { Comparison, Filter } from '../../src/core/odata/ast.ts';
import { print } from '../../src/core/odata/print.ts';
import { comparison, tree } from '../support/filter-arbitraries.ts';
import { compared } from './values.ts';

const span = { start: 0, end: 0 };

const leaf: fc.Arbitrary<Comparison> = compared.chain(({ name, value }) =>
  comparison(fc.constant(name), fc.constant(value)),
);

const bareBoolean = fc.boolean().map((value): Filter => ({
  kind: 'bare',
  operand: { kind: 'literal', value: { type: 'Boolean', value }, span },
  span,
}));

const condition: fc.Arbitrary<Filter> = fc.oneof(
  { weight: 30, arbitrary: leaf },
  { weight: 1, arbitrary: bareBoolean },
);

const byGrammar = fc.oneof(
  { weight: 3, arbitrary: condition },
  { weight: 2, arbitrary: tree(condition, 1) },
  { weight: 2, arbitrary: tree(condition, 3) },
);

/** Filters of the documented grammar, of one comparison or several. */
export const rightFilter: fc.Arbitrary<string> = byGrammar.map(print);

/** One clause each that the service's grammar does not have, and Azurite takes. */
const WRONG_CLAUSES: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('Active', 'PartitionKey', 'not Active', 'not (Active)', '(Age) or Rate', 'Missing'),
  fc.constantFrom('not Age eq 5', "not PartitionKey ne 'a'", 'not 5 lt Age', 'not Missing eq 1'),
  fc.constantFrom('Name eq "a"', 'Name ge "O\'Brien"', '"a" lt RowKey', 'Name ne "a""b"'),
  fc.constantFrom("Name eq 'ab", "PartitionKey eq 'a", "Name ne 'O''B", 'Name eq "ab'),
  fc.constantFrom("Joined gt datetime'garbage'", "Joined eq datetime'2026-02-30'", "datetime'' le Joined"),
  fc.constantFrom("Id eq guid'1234'", "guid'' ne Id", "Bytes eq X'0'", "Bytes gt binary'xy'"),
  fc.constantFrom('Rate gt 1e3', 'Rate le 1.5e-3', 'Total eq 5l', 'Rate eq 5.5d', 'Rate ne 5.0d'),
  fc.constantFrom('Rate eq 1.5f', 'Age eq +5', 'Rate gt .5', 'Rate lt 5.', '-.5 lt Rate', 'Age eq 0x10'),
  fc.constantFrom('Name eq null', 'Missing eq null', 'Age ne null', 'null eq Rate'),
  fc.constantFrom('Total eq 5000000000', 'Active eq True', 'FALSE ne Active', 'Joined gt 2026-01-02'),
  fc.constantFrom('PartitionKey eq Sales', 'Name eq Name', 'Age lt Rate', 'RowKey ge PartitionKey'),
  fc.constantFrom('Age>5', 'Age==5', '!Active', 'Name=Sales', 'Address/City eq 5', 'Age eq 5;', 'Age,'),
  fc.constantFrom('1 eq 1', "'a' lt 'b'", 'true eq true', '5L ge 3L'),
);

const joined = fc
  .record({
    right: tree(leaf, 1).map(print),
    wrong: WRONG_CLAUSES,
    connective: fc.constantFrom('and', 'or'),
    form: fc.constantFrom('behind', 'behind', 'bracketed', 'before', 'alone'),
  })
  .map(({ right, wrong, connective, form }) => {
    switch (form) {
      case 'behind':
        return `(${right}) ${connective} ${wrong}`;
      case 'bracketed':
        return `(${right}) ${connective} (${wrong})`;
      case 'before':
        return `${wrong} ${connective} ${right}`;
      case 'alone':
        return wrong;
    }
  });

const upperCase = tree(leaf, 2).map((filter) =>
  print(filter).replaceAll(/\b(?:and|or|not|eq|ne|gt|ge|lt|le)\b/g, (word) => word.toUpperCase()),
);

const tooMany = fc
  .record({
    clauses: fc.array(leaf.map(print), { minLength: 16, maxLength: 40 }),
    connective: fc.constantFrom('and', 'or'),
  })
  .map(({ clauses, connective }) => clauses.join(` ${connective} `));

const tooDeep = fc
  .record({ depth: fc.integer({ min: 101, max: 140 }), filter: leaf.map(print) })
  .map(({ depth, filter }) => '('.repeat(depth) + filter + ')'.repeat(depth));

/** Filters with a mistake in them that Azurite mostly does not mind. */
export const wrongFilter: fc.Arbitrary<string> = fc.oneof(
  { weight: 20, arbitrary: joined },
  { weight: 2, arbitrary: upperCase },
  { weight: 1, arbitrary: tooMany },
  { weight: 1, arbitrary: tooDeep },
);

/** Filters with characters taken away, doubled, or put in. */
export const mangledFilter: fc.Arbitrary<string> = fc
  .tuple(
    byGrammar.map(print),
    fc.array(
      fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom('', ' ', "'", '(', ')', ' eq ', 'x', ' not ', '5')),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
  )
  .map(([text, edits]) =>
    edits.reduce((edited, [at, removed, inserted]) => {
      const start = at % (edited.length + 1);
      return edited.slice(0, start) + inserted + edited.slice(start + removed);
    }, text),
  )
  // half of a surrogate pair cannot be sent
  .map((text) => text.replaceAll(/\p{Surrogate}/gu, ''));
