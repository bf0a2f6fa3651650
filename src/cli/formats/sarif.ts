import manifest from '../../../package.json' with { type: 'json' };
import { shortened } from '../../core/text/shortened.ts';
import { regionOf } from '../../api/region.ts';
import type { Region } from '../../api/types.ts';
import type { Fingerprinted } from '../../lens/engine/fingerprint.ts';
import { rules } from '../../lens/rules/registry.ts';
import type { Fix, Severity } from '../../lens/rules/rule.ts';
import { writeEnd } from '../finish.ts';
import { placeOf } from './places.ts';
import { rulePage } from './rule-page.ts';
import type { CheckedFile, Writer, WriterContext } from './writer.ts';

type Level = 'error' | 'warning' | 'note';

/** SARIF 2.1.0 (OASIS): one document for code scanning and other viewers of results. */
export function sarifWriter(context: WriterContext): Writer {
  const results: object[] = [];
  const ids = new Set<string>();
  return {
    add: async (file) => {
      for (const finding of file.shown) {
        ids.add(finding.rule);
        results.push(await resultOf(context, file, finding, finding.proposed()));
      }
    },
    end: async (leftOut) => {
      const used = [...ids].sort();
      const driver = {
        name: 'Partition Lens',
        semanticVersion: manifest.version,
        rules: await Promise.all(used.map(ruleOf)),
      };
      const index = new Map(used.map((id, at) => [id, at]));
      const run = {
        tool: { driver },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: {
          [ROOT]: { description: { text: 'The repository, or else the folder in which the check ran.' } },
        },
        results: results.map((result) =>
          'ruleId' in result ? { ...result, ruleIndex: index.get(String(result.ruleId)) ?? -1 } : result,
        ),
      };
      const data = { $schema: SCHEMA, version: '2.1.0', runs: [run] };
      writeEnd(context.output, 'json', { data, lines: [] }, leftOut);
    },
  };
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** What names of files are relative to. */
const ROOT = '%SRCROOT%';

async function resultOf(
  { found }: WriterContext,
  { name, lines }: CheckedFile,
  finding: Fingerprinted,
  fixes: readonly Fix[],
): Promise<object> {
  const { rule, also = [], severity, span, message, help, related, fingerprint } = finding;
  const places = await Promise.all(
    related.map(async ({ place, message: text }, id) => {
      const { file, ...region } = await placeOf(found, place);
      return { id, ...locationOf(file, region), message: { text } };
    }),
  );
  return {
    ruleId: rule,
    level: levelOf(severity),
    message: { text: help === undefined ? message : `${message} ${help}` },
    locations: [locationOf(name, regionOf(lines, span))],
    ...(places.length > 0 && { relatedLocations: places }),
    partialFingerprints: { 'partitionLens/v1': fingerprint },
    ...(fixes.length > 0 && { fixes: fixes.map((fix) => fixOf(name, lines, fix)) }),
    properties: { severity, ...(also.length > 0 && { alsoFoundBy: also }) },
  };
}

function fixOf(name: string, lines: CheckedFile['lines'], { title, edits }: Fix): object {
  const replacements = edits.map(({ span, text }) => ({
    deletedRegion: sarifRegion(regionOf(lines, span)),
    insertedContent: { text },
  }));
  return {
    description: { text: title },
    artifactChanges: [{ artifactLocation: artifactOf(name), replacements }],
  };
}

function locationOf(file: string, region: Region): object {
  return { physicalLocation: { artifactLocation: artifactOf(file), region: sarifRegion(region) } };
}

function artifactOf(file: string): object {
  return { uri: file.split('/').map(encoded).join('/'), uriBaseId: ROOT };
}

/** Half a character, which has no form in an address, is replaced. */
function encoded(part: string): string {
  return encodeURIComponent(part.replace(/\p{Cs}/gu, '\uFFFD'));
}

function sarifRegion({ line, column, endLine, endColumn }: Region): object {
  return { startLine: line, startColumn: column, endLine, endColumn };
}

async function ruleOf(id: string): Promise<object> {
  const rule = rules.find((one) => one.id === id);
  const page = rule && (await rulePage(id));
  return {
    id,
    // GitHub's code scanning needs it
    fullDescription: { text: (page === undefined ? undefined : whatIn(page)) ?? rule?.title() ?? id },
    ...(rule && {
      shortDescription: { text: rule.title() },
      defaultConfiguration: { level: levelOf(rule.severity) },
    }),
    ...(page !== undefined && { help: { text: page, markdown: page } }),
  };
}

/** Characters of a description that GitHub's code scanning shows (SARIF support for code scanning). */
const MOST_DESCRIBED = 1_024;

/** What a page says first of its rule, as plain text. */
function whatIn(page: string): string | undefined {
  const [what] =
    page
      .split(/^## What\r?$/m)[1]
      ?.trimStart()
      .split(/\r?\n\r?\n/) ?? [];
  return what && shortened(what.replaceAll(/\s+/g, ' ').replaceAll('`', ''), MOST_DESCRIBED);
}

function levelOf(severity: Severity): Level {
  switch (severity) {
    case 'error':
    case 'warning':
      return severity;
    case 'information':
    case 'hint':
      return 'note';
  }
}
