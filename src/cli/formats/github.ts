import type { Severity } from '../../lens/rules/rule.ts';
import { writeEnd } from '../finish.ts';
import { regionOf } from '../../api/region.ts';
import type { Writer, WriterContext } from './writer.ts';

/** Annotations of GitHub Actions: a workflow command for each finding. */
export function githubWriter({ output }: WriterContext): Writer {
  return {
    add: ({ name, lines, shown }) => {
      for (const { rule, also = [], severity, span, message, help } of shown) {
        const { line, column, endLine, endColumn } = regionOf(lines, span);
        output.annotation({
          kind: kindOf(severity),
          properties: {
            file: name,
            line,
            endLine,
            // GitHub takes columns only of what is on one line
            ...(line === endLine && { col: column, endColumn }),
            title: [rule, ...also].join(', '),
          },
          lines: help === undefined ? [message] : [message, help],
        });
      }
    },
    end: (leftOut) => {
      writeEnd(output, 'json', undefined, leftOut);
    },
  };
}

function kindOf(severity: Severity): 'error' | 'warning' | 'notice' {
  switch (severity) {
    case 'error':
    case 'warning':
      return severity;
    case 'information':
    case 'hint':
      return 'notice';
  }
}
