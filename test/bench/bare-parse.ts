// Reads the files of a list and parses each, and nothing else: the least that anyone can do.
// usage: node test/bench/bare-parse.ts LIST
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const [, , list = ''] = process.argv;
let nodes = 0;
for (const file of JSON.parse(readFileSync(list, 'utf8')) as readonly string[]) {
  const text = readFileSync(file, 'utf8');
  nodes += ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false).statements.length;
}
console.log(nodes);
