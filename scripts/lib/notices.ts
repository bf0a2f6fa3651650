import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from './paths.ts';

/**
 * The licences that packages may have which are shipped, and words that the text of each has. All let anybody ship the code,
 * changed or not, as long as their text goes with it.
 */
export const LICENCES: ReadonlyMap<string, string> = new Map([
  ['Apache-2.0', 'Apache License'],
  ['BSD-3-Clause', 'Redistribution and use in source and binary forms'],
  ['BlueOak-1.0.0', 'Blue Oak Model License'],
  ['BSD-3-Clause', 'Redistribution and use in source and binary forms'],
  ['ISC', 'Permission to use, copy, modify, and/or distribute this software'],
  ['MIT', 'Permission is hereby granted, free of charge'],
]);

/** Packages without a file for their licence: their manifests say that it is MIT, and whose. */
export const WITHOUT_TEXT: ReadonlySet<string> = new Set(['@nodable/entities', '@vscode/l10n']);

const MIT = readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8').replace(
  /^.*?(?=Permission)/s,
  '',
);

const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;
const NOTICE_FILE = /^(licen[cs]e|copying|notice|third-?party-?notice)/i;
const RULE = '-'.repeat(80);

/** The folders of the packages of which bundles have something, each once, by name. */
function bundledPackages(metafiles: readonly Metafile[]): readonly string[] {
  const files = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  const folders = files.flatMap((file) => PACKAGE.exec(resolve(root, file))?.[0] ?? []);
  return [...new Set(folders)].sort((a, b) => nameIn(a).localeCompare(nameIn(b)) || a.localeCompare(b));
}

/**
 * What must be said of these packages wherever their code goes: name, licence, and each of their licence and notice files in
 * full. `refused` has a sentence for each package that cannot be shipped, because of its licence or for want of its text.
 */
export function noticesOf(folders: readonly string[]): {
  readonly text: string;
  readonly refused: readonly string[];
} {
  const packages = folders.map(readPackage);
  const heading =
    'Partition Lens contains code of these packages. Each stands under the licence that follows its name.\n';
  const sections = packages.map(({ title, licence, texts }) =>
    [RULE, `${title}\nLicence: ${licence}`, RULE, ...texts, ''].join('\n\n'),
  );
  return { text: [heading, ...sections].join('\n'), refused: packages.flatMap(refusal) };
}

/**
 * Writes the notices of the packages in some bundles into the folder `out`. False where one of them may not be given away: then it has
 * said which, and why.
 */
export function writeNotices(metafiles: readonly Metafile[], out: string): boolean {
  const { text, refused } = noticesOf(bundledPackages(metafiles));
  writeFileSync(join(out, 'ThirdPartyNotices.txt'), text);
  for (const sentence of refused) console.error(sentence);
  return refused.length === 0;
}

interface Package {
  /** Name and version. */
  readonly title: string;
  /** As its manifest has it: an SPDX identifier, or whatever else. */
  readonly licence: string;
  readonly texts: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: unknown;
  readonly author?: string | { readonly name: string };
}

function readPackage(folder: string): Package {
  const { name, version, license, author } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const files = readdirSync(folder).filter((file) => NOTICE_FILE.test(file));
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const licence = typeof license === 'string' ? license : JSON.stringify(license ?? 'none');
  const own = WITHOUT_TEXT.has(name) && licence === 'MIT' && author !== undefined && files.length === 0;
  return {
    title: `${name} ${version}`,
    licence,
    texts: own
      ? [
          'The package has no file for its licence. Its manifest says that it is this, and whose:',
          `Copyright (c) ${typeof author === 'string' ? author : author.name}`,
          MIT.trim(),
        ]
      : texts,
  };
}

function refusal({ title, licence, texts }: Package): string[] {
  const words = LICENCES.get(licence);
  if (words === undefined) {
    const allowed = [...LICENCES.keys()].join(', ');
    return [
      `${title} may not be shipped: its licence is ${licence}, which is none of ${allowed}. Take another package.`,
    ];
  }
  if (texts.some((text) => text.replaceAll(/\s+/g, ' ').includes(words))) return [];
  return [`${title} may not be shipped: it has no text of its licence, ${licence}. Take another package.`];
}

function nameIn(folder: string): string {
  return folder.split(/[\\/]node_modules[\\/]/).at(-1) ?? basename(folder);
}
