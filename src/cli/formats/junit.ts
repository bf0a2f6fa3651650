import { codeFrame } from '../code-frame.ts';
import { writeEnd } from '../finish.ts';
import { plainLine } from '../plain.ts';
import { isFailure, severityName } from '../severity.ts';
import type { CheckedFile, Writer, WriterContext } from './writer.ts';

/** A report of tests as JUnit writes it: each finding is a test case, which fails where the check does. */
export function junitWriter({ output, failOn }: WriterContext): Writer {
  const cases: string[] = [];
  let failures = 0;
  const caseOf = ({ name, lines }: CheckedFile, finding: CheckedFile['shown'][number]): string[] => {
    const { rule, severity, span, message, help } = finding;
    const { line, column } = lines.positionOf(span.start);
    const tag = isFailure(severity, failOn) ? 'failure' : 'system-out';
    const attributes = tag === 'failure' ? ` type="${xml(rule)}" message="${xml(message)}"` : '';
    const body = [
      `${name}:${line}:${column}: ${severityName(severity)}: ${message}`,
      ...codeFrame(lines, span),
      ...(help === undefined ? [] : [help]),
    ];
    if (tag === 'failure') failures += 1;
    return [
      `    <testcase classname="${xml(name)}" name="${xml(`${rule} ${line}:${column}`)}">`,
      `      <${tag}${attributes}>`,
      ...body.map(xml),
      `      </${tag}>`,
      '    </testcase>',
    ];
  };
  let count = 0;
  return {
    add: (file) => {
      for (const finding of file.shown) {
        count += 1;
        cases.push(...caseOf(file, finding));
      }
    },
    end: (leftOut) => {
      // a report without tests fails in some pipelines
      const all = count > 0 ? cases : ['    <testcase classname="partition-lens" name="check" />'];
      const counts = `tests="${Math.max(count, 1)}" failures="${failures}"`;
      output.lines([
        '<?xml version="1.0" encoding="UTF-8"?>',
        `<testsuites name="partition-lens" ${counts}>`,
        `  <testsuite name="partition-lens" ${counts} errors="0" skipped="0">`,
        ...all,
        '  </testsuite>',
        '</testsuites>',
      ]);
      writeEnd(output, 'json', undefined, leftOut);
    },
  };
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** A text as XML has it. Characters that XML doesn't have, and what a pipeline acts upon, are written as in JSON. */
function xml(text: string): string {
  return plainLine(text)
    .replace(/[\uFFFE\uFFFF]/g, '?')
    .replace(/[&<>"']/g, (found) => ENTITIES.get(found) ?? found);
}
