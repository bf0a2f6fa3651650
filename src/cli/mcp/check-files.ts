import { findingData, fixesData } from '../../api/finding-data.ts';
import { tableOfFindings } from '../../api/table-of.ts';
import type { Fix } from '../../api/types.ts';
import { withoutSecrets } from '../../core/text/secrets.ts';
import { fingerprinted } from '../../lens/engine/fingerprint.ts';
import { withLevels } from '../../lens/engine/levels.ts';
import { toldOnce } from '../../lens/engine/told-once.ts';
import { rules } from '../../lens/rules/registry.ts';
import { declaredIn } from '../declared-tables.ts';
import { relatedTo } from '../formats/places.ts';
import { isFailure } from '../severity.ts';
import { survey } from '../survey.ts';
import { ruleOf } from './rule-of.ts';
import { z } from './sdk.ts';
import { counted, page, pageOf, paths, region, severity, tool } from './tool.ts';

/** Findings whose fixes are in an answer: each fix is checked by reading the edited file again. */
const MOST_FIXED = 20;

/** Lists findings. */
export const checkFiles = tool({
  name: 'check_files',
  title: 'Check code that uses tables',
  description:
    'Finds mistakes and costly queries in code that uses Azure tables, each with its place, help, and checked fixes as edits if you ask for them. Ask it after you change such code, and before you say that you are done. Edits are proposals: nothing is written.',
  input: {
    paths,
    severity: severity.default('information').describe('Leaves out what is milder.'),
    rules: z
      .array(z.string().max(100))
      .max(100)
      .default([])
      .describe('Only findings of these rules. Default: all.'),
    fixes: z
      .boolean()
      .default(false)
      .describe('Whether fixes are given, for the first 20 findings that have one.'),
    ...page,
  },
  answer: {
    findings: z.array(
      z.object({
        file: z.string(),
        ...region,
        rule: z.string().describe('explain_rule says more about it.'),
        messageId: z.string(),
        severity,
        message: z.string(),
        help: z.string().optional(),
        table: z.string().optional(),
        related: z.array(z.object({ file: z.string(), ...region, message: z.string() })),
        fixable: z.boolean(),
        patterns: z
          .array(z.string())
          .describe('What might repair it: list_patterns says what each would do.'),
        fixes: z
          .array(
            z.object({
              title: z.string(),
              edits: z
                .array(z.object({ ...region, text: z.string() }))
                .describe('All refer to the file as it is.'),
              placeholder: z.string().optional().describe('A text in the edits that somebody must replace.'),
              conditional: z.literal(true).optional().describe('Right only if what the title says holds.'),
            }),
          )
          .optional(),
      }),
    ),
    ...counted,
  },
  exact: ['text'],
  run: async (input, desk) => {
    const ids = new Set(input.rules.map((id) => ruleOf(id).id));
    const named = await desk.root.within(input.paths);
    const found = await survey(named, rules, desk.output, { mayRead: desk.root.has });
    const { excludes, levelsOf } = await declaredIn(named, found, desk.output);
    const all = [];
    for await (const file of found.files()) {
      desk.goOn();
      const { findings, operations } = file.analysis;
      if (excludes(file.analysis.file)) continue;
      const tableOf = tableOfFindings(operations);
      for (const finding of toldOnce(
        withLevels(fingerprinted(findings, operations, file.lines.text), levelsOf(file.analysis.file)),
      )) {
        if ((ids.size > 0 && !ids.has(finding.rule)) || !isFailure(finding.severity, input.severity))
          continue;
        all.push({ file, finding, table: tableOf(finding) });
      }
    }
    const { part, counted: counts } = pageOf(all, input, desk);
    const answered = [];
    let left = input.fixes ? MOST_FIXED : 0;
    for (const { file, finding, table } of part) {
      const {
        data: _,
        fingerprint: __,
        ...data
      } = findingData(file, finding, table, await relatedTo(found, finding));
      const wantsFixes = left > 0 && data.fixable;
      if (wantsFixes) left -= 1;
      const fixes = wantsFixes ? fixesData(file.lines, finding).filter(isWithoutSecrets) : undefined;
      answered.push({
        ...data,
        related: [...data.related],
        patterns: [...data.patterns],
        ...(fixes && {
          fixable: fixes.length > 0,
          fixes: fixes.map((fix) => ({ ...fix, edits: [...fix.edits] })),
        }),
      });
    }
    return { findings: answered, ...counts };
  },
});

/** An edit that has a secret can't be shown, and without it would be another one. */
function isWithoutSecrets({ edits }: Fix): boolean {
  return edits.every(({ text }) => withoutSecrets(text) === text);
}
