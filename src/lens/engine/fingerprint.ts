import { hashOf } from '../../core/text/hash.ts';
import { withoutSecrets } from '../../core/text/secrets.ts';
import type { Span } from '../../core/text/span.ts';
import type { Operation } from '../model/operations/operation.ts';
import { around } from './around.ts';
import type { Finding } from './finding.ts';

/** A finding, and what it is known by in its file wherever its lines move. */
export interface Fingerprinted extends Finding {
  /** 16 hexadecimal digits, and which one it is of those that say the same of the same code: `0123456789abcdef:1`. */
  readonly fingerprint: string;
}

/**
 * Gives findings of a file their fingerprints: of what is said, and of the code of the call that it is said of, without its layout. Lines
 * and names of files have no part in them, nor have counts in a message. `findings` are all of the file, in the order of the source;
 * `text` is its source.
 */
export function fingerprinted(
  findings: readonly Finding[],
  operations: readonly Pick<Operation, 'callSpan'>[],
  text: string,
): readonly Fingerprinted[] {
  const callsAround = around(operations, ({ callSpan }) => [callSpan]);
  const known = new Map<string, string>();
  const codeAt = (span: Span): string => {
    const key = `${span.start} ${span.end}`;
    const code = known.get(key) ?? hashOf(withoutLayout(withoutSecrets(text.slice(span.start, span.end))));
    known.set(key, code);
    return code;
  };
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const { rule, messageId, severity, data, span, about } = finding;
    const call = about?.callSpan ?? smallest(callsAround(span).map(({ callSpan }) => callSpan)) ?? span;
    const said = data.map((each) => each.replace(/\d+/g, '0'));
    const hash = hashOf(JSON.stringify([rule, messageId, severity, said, codeAt(call), codeAt(span)]));
    const nth = (seen.get(hash) ?? 0) + 1;
    seen.set(hash, nth);
    return { ...finding, fingerprint: `${hash}:${nth}` };
  });
}

function smallest(spans: readonly Span[]): Span | undefined {
  const length = ({ start, end }: Span): number => end - start;
  return spans.reduce<Span | undefined>(
    (least, span) => (least === undefined || length(span) < length(least) ? span : least),
    undefined,
  );
}

/** Code as it is however it is broken into lines. */
function withoutLayout(code: string): string {
  return code.replace(/\s+/g, '').replace(/,(?=[)\]}])/g, '');
}
