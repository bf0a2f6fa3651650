import assert from 'node:assert/strict';
import { applyEdits } from '../text/edit.ts';
import { renameInConfig, renameKeyInConfig } from './rename-in-config.ts';
import { readConfig } from './table-config.ts';

const renamed = (text: string, from = 'email', to = 'mail', table = 'Staff'): string =>
  applyEdits(text, renameInConfig(text, table, from, to));

describe('a property that is renamed in .partitionlens.json', () => {
  it('has its new name in all that is declared of its table, and nowhere else', () => {
    const text = `{
      // email of ours
      "tables": {
        "staff": {
          "rowKey": { "parts": [{ "name": "email" }] },
          "entityType": { "property": "email" },
          "kinds": { "email": { "partitionKey": "{email}", "rowKey": "email_{email:6}_{emails}", "properties": { "email": "text", "emails": "id" }, "refersTo": { "email": "email" } } },
          "accessPatterns": [{ "kind": "email", "equal": ["email", "email.region", "emails"], "order": "-email" }, { "kind": "x", "from": "email" }],
          "writes": [{ "kind": "email", "does": "merge", "changes": ["email"] }],
          "cardinality": { "email": 4 },
          "perSecond": { "email": 1 }
        },
        "Other": { "entityType": { "property": "email" } }
      },
    }`;
    const after = renamed(text);
    assert.equal(
      after,
      text
        .replace('"entityType": { "property": "email" }', '"entityType": { "property": "mail" }')
        .replace('"partitionKey": "{email}"', '"partitionKey": "{mail}"')
        .replace('email_{email:6}_{emails}', 'email_{mail:6}_{emails}')
        .replace('"properties": { "email"', '"properties": { "mail"')
        .replace('"refersTo": { "email"', '"refersTo": { "mail"')
        .replace('"equal": ["email", "email.region"', '"equal": ["mail", "mail.region"')
        .replace('"order": "-email"', '"order": "-mail"')
        .replace('"from": "email"', '"from": "mail"')
        .replace('"changes": ["email"]', '"changes": ["mail"]')
        .replace('"cardinality": { "email"', '"cardinality": { "mail"'),
    );
    assert.deepEqual(readConfig(after).problems, readConfig(text).problems);
  });

  it('stays where the table is not there, both names are, or the text is no JSON', () => {
    for (const text of [
      '',
      '{}',
      '[]',
      '{ "tables": { "Other": { "entityType": { "property": "email" } } } }',
      '{ "tables": { "Staff": { "cardinality": { "email": 1, "mail": 2 } } } }',
      '{ "tables": { "Staff": { "entityType": { "property": "email" } } }',
      '{ "tables": { "Staff": { "kinds": [], "accessPatterns": { "equal": 1 }, "writes": "email", "cardinality": null } } }',
      `{ "tables": { "Staff": ${'['.repeat(5_000)}${']'.repeat(5_000)} } }`,
    ])
      assert.deepEqual(renameInConfig(text, 'Staff', 'email', 'mail'), [], text.slice(0, 60));
  });

  it('writes a name as JSON has it', () => {
    const text = '{ "tables": { "Staff": { "entityType": { "property": "em\\u0061il" } } } }';
    assert.equal(renamed(text, 'email', '"a\\'), text.replace('"em\\u0061il"', '"\\"a\\\\"'));
  });
});

describe('a part of a key that is renamed in .partitionlens.json', () => {
  const text = `{ "tables": { "staff": { "kinds": {
    "a": { "partitionKey": "x_{id}", "rowKey": "x_{id:6}_x_" },
    "b": { "partitionKey": "y", "rowKey": "x_" },
    "c": { "partitionKey": "y", "rowKey": 5 }
  } }, "Other": { "kinds": { "a": { "rowKey": "x_{id}" } } } } }`;
  const after = (isWhole: boolean, given = text): string =>
    applyEdits(
      given,
      renameKeyInConfig(given, 'Staff', 'rowKey', { before: '', from: 'x_', to: 'z_', isWhole }),
    );

  it('is new at the beginning of that key of its table alone', () => {
    assert.equal(after(false), text.replace('"x_{id:6}_x_"', '"z_{id:6}_x_"').replace('"x_" }', '"z_" }'));
    assert.equal(after(true), text.replace('"x_" }', '"z_" }'));
  });

  it('is new after values in braces, where what is before it is alike', () => {
    const inside = (rowKey: string): string => {
      const config = JSON.stringify({ tables: { Staff: { kinds: { a: { partitionKey: 'p', rowKey } } } } });
      const part = { before: 'x_\uFFFC', from: '_emp_', to: '_person_', isWhole: false };
      const edited = applyEdits(config, renameKeyInConfig(config, 'staff', 'rowKey', part));
      return (JSON.parse(edited) as { tables: { Staff: { kinds: { a: { rowKey: string } } } } }).tables.Staff
        .kinds.a.rowKey;
    };
    assert.equal(inside('x_{id:6}_emp_{name}_emp_'), 'x_{id:6}_person_{name}_emp_');
    for (const other of ['{id}_emp_{name}', 'x_{id}{x}_emp_', 'x_a_emp_', 'x_{id}_empl_', 'x_{id', '', 'x_'])
      assert.equal(inside(other), other);
  });

  it('stays where the text is no JSON, or has other things', () => {
    for (const other of ['', '{', '[]', '{ "tables": 5 }', '{ "tables": { "staff": { "kinds": ["x_"] } } }'])
      assert.equal(after(false, other), other);
  });
});
