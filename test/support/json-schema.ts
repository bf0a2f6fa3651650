import { getLanguageService, type JSONSchema } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** What a schema says against a document, each as JSON. */
export async function complaintsOf(text: string, schema: JSONSchema): Promise<readonly string[]> {
  const service = getLanguageService({});
  service.configure({
    validate: true,
    schemas: [{ uri: 'file:///schema.json', fileMatch: ['*.json'], schema }],
  });
  const document = TextDocument.create('file:///document.json', 'json', 1, text);
  const found = await service.doValidation(document, service.parseJSONDocument(document));
  return found.map(({ message }) => JSON.stringify(message));
}
