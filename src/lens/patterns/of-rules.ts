/**
 * The patterns that answer findings of a rule, in the order in which they are offered. Apart from the patterns themselves, which a check doesn't
 * load: a test holds it against them.
 */
export const PATTERNS_OF_RULES: Readonly<Record<string, readonly string[]>> = {
  'ambiguous-compound-key': ['key-helper'],
  'client-side-sort': ['log-tail'],
  'constant-partition-key': ['spread-partition'],
  'inconsistent-key-encoding': ['key-helper'],
  'list-then-delete-each': ['group-and-submit', 'table-per-period'],
  'log-data-in-table': ['log-to-blob'],
  'lost-update': ['etag-retry'],
  'mixed-kinds': ['entity-kinds'],
  'n-plus-one': ['denormalization'],
  'non-atomic-multi-write': ['queue-worker'],
  'offset-paging': ['paging-endpoint'],
  'partition-scan': ['intra-partition-index', 'index-entities', 'compound-key'],
  'property-too-large': ['large-entities'],
  'sequential-partition-key': ['spread-partition'],
  'table-scan': ['inter-partition-index'],
  'time-ordered-partition-key': ['spread-partition'],
  'too-many-properties': ['wide-entities'],
  'transaction-mixed-partitions': ['group-and-submit'],
  'unbounded-collect': ['paging-endpoint', 'summary-entity'],
  'unpadded-number-in-key': ['key-helper'],
  'writes-in-loop': ['group-and-submit'],
};

/** The messages of a rule that patterns answer, where they don't answer all: what compares no property has none for an index. */
const ANSWERED: Readonly<Record<string, readonly string[]>> = { 'table-scan': ['only-properties'] };

/** The ids of the patterns that may answer a finding. */
export function patternsFor({
  rule,
  messageId,
}: {
  readonly rule: string;
  readonly messageId: string;
}): readonly string[] {
  const answered = ANSWERED[rule];
  return answered?.includes(messageId) === false ? [] : (PATTERNS_OF_RULES[rule] ?? []);
}
