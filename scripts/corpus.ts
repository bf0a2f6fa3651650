// Runs the analyser over repositories whose calls were labelled by hand, and compares what it says.
// usage: npm run corpus -- DIR [--labels FILE] [--exhaustive FILE] [--corrections FILE] [--write FILE]
//   DIR           holds the repositories, each in owner/name
//   --labels      one JSON object a line; default DIR/labels.jsonl
//   --exhaustive  "owner/name path" a line: files in which every call is labelled; default DIR/exhaustive-files.txt
//   --corrections one JSON object a line: findings that a label leaves out, and why they are right; counted apart
//   --write       writes the numbers, and nothing else, as JSON
import './lib/node24.ts';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { correct, type Correction, isMissed, nameOf, readCorrections } from '../test/corpus/corrections.ts';
import { densityText, type FileSize } from '../test/corpus/density.ts';
import { type Label, readExhaustive, readLabels } from '../test/corpus/labels.ts';
import { jsonOf, listOf, tableOf } from '../test/corpus/print.ts';
import { sayAllOf } from '../test/corpus/said.ts';
import { compare, type PlacedLabel, type Scores } from '../test/corpus/score.ts';
import { statementsOf } from '../test/corpus/statement.ts';

const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    labels: { type: 'string' },
    exhaustive: { type: 'string' },
    corrections: { type: 'string' },
    write: { type: 'string' },
  },
});
const [folder, ...others] = positionals;
if (folder === undefined || others.length > 0) {
  console.error(
    'usage: npm run corpus -- DIR [--labels FILE] [--exhaustive FILE] [--corrections FILE] [--write FILE]',
  );
  process.exit(2);
}

const labels = readLabels(read(args.labels ?? join(folder, 'labels.jsonl')));
const exhaustive = readExhaustive(read(args.exhaustive ?? join(folder, 'exhaustive-files.txt')));
const corrections = args.corrections === undefined ? [] : readCorrections(read(args.corrections));
const rules = [...new Set(labels.flatMap((label) => label.rules))].sort();

const scores: Record<string, Scores> = {};
const corrected: Scores[] = [];
const stale: Correction[] = [];
const details: string[] = [];
const failures: string[] = [];
const unlabelled = new Map<string, number>();
const sizes: FileSize[] = [];

for (const repo of repositoriesIn(folder)) {
  const said = await sayAllOf(join(folder, repo));
  failures.push(...said.failures.map((failure) => `${repo}: ${failure}`));
  details.push(...said.leftOut.map((line) => `left out: ${repo} ${line}`));
  sizes.push(...said.files);
  const own = labels.filter((label) => label.repo === repo);
  if (own.length === 0) continue;
  const isExhaustive = (path: string): boolean => exhaustive.has(`${repo}/${path}`);
  const place = placed(join(folder, repo), own);
  const compared = compare(place, said, isExhaustive, rules);
  scores[repo] = compared.scores;
  const added = corrections.filter((correction) => correction.repo === repo);
  const anew = compare(correct(place, added), said, isExhaustive, rules);
  corrected.push(anew.scores);
  stale.push(...added.filter((correction) => isMissed(correction, anew.differences)));
  details.push(listOf(repo, compared.differences));
  for (const { rule, path } of said.findings) {
    if (!rules.includes(rule) && isExhaustive(path)) unlabelled.set(rule, (unlabelled.get(rule) ?? 0) + 1);
  }
}

const missing = [...new Set(labels.map(({ repo }) => repo))].filter((repo) => !(repo in scores));
console.log(details.filter((text) => text !== '').join('\n'));
console.log(`\n${tableOf(Object.values(scores))}\n`);
if (corrections.length > 0) {
  console.log(`with ${corrections.length} corrections of the labels:\n\n${tableOf(corrected)}\n`);
}
console.log(densityText(sizes));
for (const correction of stale) console.error(`CORRECTS NOTHING ${nameOf(correction)}`);
for (const [rule, count] of unlabelled)
  console.log(`${rule}: ${count} in exhaustive files, which no label speaks of`);
for (const repo of missing) console.log(`not there: ${repo}`);
for (const failure of failures) console.error(`FAILED ${failure}`);
if (args.write !== undefined)
  writeFileSync(args.write, jsonOf(scores, corrections.length > 0 ? corrected : undefined));
process.exitCode = failures.length + stale.length > 0 ? 1 : 0;

/** Folders two levels down, as `owner/name`. */
function repositoriesIn(root: string): string[] {
  const foldersOf = (path: string): string[] =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .sort();
  return foldersOf(root).flatMap((owner) => foldersOf(join(root, owner)).map((name) => `${owner}/${name}`));
}

/** Adds to each label the statement that it is about. */
function placed(root: string, own: readonly Label[]): PlacedLabel[] {
  const paths = [...new Set(own.map(({ path }) => path))];
  return paths.flatMap((path) => {
    const file = join(root, path);
    const statementAt = statementsOf(path, existsSync(file) ? readFileSync(file, 'utf8') : '');
    return own
      .filter((label) => label.path === path)
      .map((label) => ({ ...label, statement: statementAt(label.line, label.method) }));
  });
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    console.error(`${file} cannot be read: name the file with --labels and --exhaustive`);
    process.exit(2);
  }
}
