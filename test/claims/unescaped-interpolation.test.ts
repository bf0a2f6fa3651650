import { checkClaim } from '../support/claims.ts';

describe('the claims of unescaped-interpolation', () => {
  const ROWS = `await client.createEntity({ partitionKey: 'fair', rowKey: 'ann@example.com', count: 1 });
    await client.createEntity({ partitionKey: 'token', rowKey: 'secret', count: 1 });
    const rows = [];
    const wanted = new URLSearchParams(QUERY).get('q');`;
  const CHECK = `if (rows.some(({ partitionKey }) => partitionKey !== 'fair')) throw new Error('rows of others');`;

  /** A filter or none, as a parameter of the request is there or not. */
  const inVariable = (template: string, question: string): string => `
    ${ROWS.replace('QUERY', `'q=${encodeURIComponent(question).replaceAll("'", '%27')}'`)}
    const filter = wanted ? ${template} : undefined;
    const found = client.listEntities({ queryOptions: filter ? { filter } : undefined });
    for await (const row of found) rows.push(row);
    ${CHECK}`;

  /** Options that get a filter under a condition. */
  const inOptions = (template: string, question: string): string => `
    ${ROWS.replace('QUERY', `'q=${encodeURIComponent(question).replaceAll("'", '%27')}'`)}
    const asked = {};
    if (wanted) asked.filter = ${template};
    for await (const row of client.listEntities({ queryOptions: asked })) rows.push(row);
    ${CHECK}`;

  const forms = [
    ['a filter on one branch', inVariable, 'wanted'],
    ['a filter of options that are changed', inOptions, 'wanted.toLowerCase()'],
  ] as const;
  const questions = [
    ["o'hara", /400|not valid|InvalidInput|syntax/i],
    ["fair' or count ge 0 or name eq '", /rows of others/],
  ] as const;

  for (const [what, code, value] of forms) {
    for (const [question, error] of questions) {
      it(`${what}, asked for ${question}`, () =>
        checkClaim(
          'unescaped-interpolation',
          code(`\`PartitionKey eq '\${${value}}'\``, question),
          error,
          code(`odata\`PartitionKey eq \${${value}}\``, question),
        ));
    }
  }
});
