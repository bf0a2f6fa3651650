import type { CancellationToken } from 'vscode-languageserver';
import { createSilencer } from '../lens/engine/suppress.ts';
import { silenced } from '../lens/ide/code-actions.ts';
import { isOfRule } from '../lens/engine/of-rule.ts';
import { type EditsAnswer, SILENCE, type SilenceParams } from '../protocol/messages.ts';
import { answering } from './answering.ts';
import { analyze, open, type Session } from './session.ts';
import { toRange } from './to-lsp.ts';

/** Answers what silences a finding, with the reason that a person gave. */
export function answerSilencing(session: Session): void {
  const { connection } = session;
  const answer = answering(session);
  connection.onRequest(SILENCE, (params: SilenceParams, token: CancellationToken) =>
    answer<EditsAnswer>('silence', token, null, async (signal) => {
      const opened = open(session, params.uri);
      if (opened === undefined) return null;
      const { document, file } = opened;
      const { version } = document;
      const { findings } = await analyze(session, file, signal);
      const at = document.offsetAt(params.position);
      const finding = findings.find(({ rule, span }) => rule === params.rule && span.start === at);
      if (finding === undefined || !isOfRule(finding) || document.version !== version) return null;
      const silencer = createSilencer(file, document.getText());
      const { span, text } = silenced(silencer, finding, params.scope, params.reason);
      return [{ uri: document.uri, version, edits: [{ range: toRange(document, span), newText: text }] }];
    }),
  );
}
