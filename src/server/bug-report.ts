import type { CancellationToken } from 'vscode-languageserver';
import { sourcesAround } from '../lens/ide/bug-report/program.ts';
import { bugReport } from '../lens/ide/bug-report/report.ts';
import { pauses } from '../lens/workspace/pause.ts';
import { answering } from './answering.ts';
import { BUG_REPORT, type BugReportAnswer, type BugReportParams } from '../protocol/messages.ts';
import { open, type Session } from './session.ts';

/** Answers which small program has the same finding as a place of the workspace. */
export function answerBugReports(session: Session): void {
  const { connection, workspace } = session;
  const answer = answering(session);

  connection.onRequest(BUG_REPORT, (params: BugReportParams, token: CancellationToken) =>
    answer<BugReportAnswer>('bug report', token, { kind: 'gone' }, async (signal) => {
      const opened = open(session, params.uri);
      if (opened === undefined) return { kind: 'gone' };
      const { document, file } = opened;
      await workspace.prepare(file, signal);
      const at = document.offsetAt(params.position);
      const { findings, operations } = workspace.analyze(file);
      const finding = findings.find(({ rule, span }) => rule === params.rule && span.start === at);
      if (finding === undefined) return { kind: 'gone' };
      const wrappers = operations.flatMap(({ via }) => (via === undefined ? [] : [via.place.file]));
      const near = [...finding.related.map(({ place }) => place.file), ...wrappers];
      const pause = pauses(signal);
      const made = async (others: Iterable<string>): ReturnType<typeof bugReport> =>
        bugReport(finding, sourcesAround(file, others, workspace.text), params.version, pause);
      const report = await made(near);
      return report.kind === 'elsewhere' ? made([...near, ...workspace.filesToCheck()]) : report;
    }),
  );
}
