import assert from 'node:assert/strict';
import { readEntities } from '../../core/edm/json.ts';
import { asCsv, asJson, asKeys, asMarkdown } from './copy.ts';

const json = `{"value":[
  {"PartitionKey":"p","RowKey":"1","Text":"=cmd|' /C calc'!A0","Amount@odata.type":"Edm.Double","Amount":-1.0,
   "Big@odata.type":"Edm.Int64","Big":"9007199254740993","At@odata.type":"Edm.DateTime","At":"2026-01-02T03:04:05.1234567Z"},
  {"PartitionKey":"p","RowKey":"2","Text":"a \\"b\\", c\\r\\nd | <b>*e*</b>"}
]}`;
const entities = readEntities(json);
const columns = ['PartitionKey', 'RowKey', 'Text', 'Amount', 'Big'];

describe('copied rows', () => {
  it('lose nothing as JSON', () => {
    const text = asJson(entities);
    assert.deepEqual(readEntities(`{"value":${text}}`), entities);
    assert.match(text, /"Amount": -1\.0,/);
    assert.match(text, /"At": "2026-01-02T03:04:05\.1234567Z"/);
    const [first] = entities;
    assert.ok(first);
    assert.deepEqual(readEntities(`{"value":[${asJson([first])}]}`), [first]);
  });

  it('are CSV that a spreadsheet does not run, numbers as they are', () => {
    assert.equal(
      asCsv(entities, columns),
      'PartitionKey,RowKey,Text,Amount,Big\r\n' +
        `p,1,'=cmd|' /C calc'!A0,-1.0,9007199254740993\r\n` +
        'p,2,"a ""b"", c\r\nd | <b>*e*</b>",,\r\n',
    );
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '＝', '＋', '－', '＠', "'"]) {
      const value = { type: 'String', value: `${start}1` } as const;
      const entity = { partitionKey: 'p', rowKey: 'r', properties: [{ name: 'A', value }] };
      assert.match(asCsv([entity], ['A']), /^A\r\n"?'/);
    }
  });

  it('keep line ends, quotes, commas and blanks at the edges in quotes in CSV, with no byte order mark', () => {
    const values = ['a\nb', 'a\rb', 'a\r\nb', ' a', 'a\t', '"', ','];
    const lines = values.map((value) => {
      const properties = [{ name: 'A', value: { type: 'String', value } as const }];
      return asCsv([{ partitionKey: 'p', rowKey: 'r', properties }], ['A']);
    });
    assert.deepEqual(
      lines,
      ['"a\nb"', '"a\rb"', '"a\r\nb"', '" a"', '"a\t"', '""""', '","'].map((field) => `A\r\n${field}\r\n`),
    );
  });

  it('tell an empty text from a missing value in CSV', () => {
    const entity = {
      partitionKey: '',
      rowKey: 'r',
      properties: [{ name: 'A', value: { type: 'String', value: '' } as const }],
    };
    assert.equal(asCsv([entity], ['PartitionKey', 'A', 'B']), 'PartitionKey,A,B\r\n"","",\r\n');
  });

  it('are a table of Markdown in which no value is markup', () => {
    assert.equal(
      asMarkdown(entities, ['RowKey', 'Text']),
      '| RowKey | Text |\n| --- | --- |\n' +
        "| 1 | =cmd\\|' /C calc'!A0 |\n" +
        '| 2 | a "b", c d \\| \\<b\\>\\*e\\*\\</b\\> |\n',
    );
  });

  it('are keys, a line each', () => {
    assert.equal(asKeys(entities), 'p\t1\np\t2\n');
  });
});
