import assert from 'node:assert/strict';
import { getLanguageService } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readEntities, writeEntity } from '../../core/edm/json.ts';
import type { Entity } from '../../core/edm/json.ts';
import { entityText } from './entity-text.ts';

/** The addresses that VS Code's own reading of JSON asks for a schema of a document. */
async function askedBy(text: string): Promise<string[]> {
  const asked: string[] = [];
  const service = getLanguageService({
    schemaRequestService: (address) => {
      asked.push(address);
      return Promise.resolve('{}');
    },
  });
  const document = TextDocument.create('partition-lens-entity:/T 1.json?0', 'json', 1, text);
  await service.doValidation(document, service.parseJSONDocument(document));
  return asked;
}

function entityOf(members: string): Entity {
  const [entity] = readEntities(`{"value":[{"PartitionKey":"p","RowKey":"r",${members}}]}`);
  assert.ok(entity);
  return entity;
}

describe('an entity as a document', () => {
  for (const members of [
    '"$schema":"http://127.0.0.1:1/a.json"',
    '"\\u0024schema":"file:////a.example/share/a.json"',
    '"$schema@odata.type":"Edm.Guid","$schema":"https://a.example/a.json"',
    '"Name":"x","$schema@odata.type":"Edm.Binary","$schema":"https://a.example/a.json"',
  ]) {
    it(`leads VS Code nowhere: ${members}`, async () => {
      const entity = entityOf(members);
      assert.equal((await askedBy(writeEntity(entity))).length, 1);
      assert.deepEqual(await askedBy(entityText(entity)), []);
      assert.deepEqual(JSON.parse(entityText(entity)), [JSON.parse(writeEntity(entity))]);
    });
  }

  it('is the entity alone, else', () => {
    const entity = entityOf('"schema":"https://a.example/a.json"');
    assert.equal(entityText(entity), writeEntity(entity));
  });
});
