import assert from 'node:assert/strict';
import { NO_ACCESS } from '../model/tables/access.ts';
import { NO_USE } from '../model/tables/table-use.ts';
import type { Report, Rule, RuleContext, Severity } from '../rules/rule.ts';
import { syntaxErrorCount } from '../syntax/parse.ts';
import type { Finding } from './finding.ts';
import { createRunner } from './run-rules.ts';
import { finish } from '../model/seen/stepwise.ts';

const FILE = '/a.ts';

function contextOf(text: string): RuleContext {
  return {
    file: FILE,
    sourceOf: () => text,
    programOf: () => undefined,
    operations: [],
    listings: [],
    saves: [],
    dropped: [],
    looped: [],
    called: [],
    inJson: [],
    inherited: [],
    table: () => undefined,
    tableOf: () => undefined,
    keysOf: () => [],
    writesIn: () => [],
    memory: new Map(),
    access: () => NO_ACCESS,
    tableUse: () => NO_USE,
  };
}

function ruleOf(id: string, check: Rule['check']): Rule {
  return { id, severity: 'warning', title: () => id, check };
}

function report(start: number, end: number, more: Partial<Report> = {}): Report {
  return { place: { file: FILE, span: { start, end } }, messageId: 'm', data: [], message: 'm', ...more };
}

function runner(
  rules: readonly Rule[],
  onRuleError: (rule: string, file: string, error: unknown) => void = () => assert.fail(),
  analyzeText: (file: string, text: string) => readonly Finding[] = () => [],
): (context: RuleContext, least?: Severity) => Finding[] {
  const run = createRunner({
    rules,
    onRuleError,
    *analyzeText(file, text) {
      yield;
      return { findings: analyzeText(file, text), syntaxErrors: syntaxErrorCount(file, text) };
    },
  });
  return (context, least) => {
    const findings = finish(run(context, least));
    assert(findings !== 'too-many');
    return findings;
  };
}

describe('running rules', () => {
  it('sorts by place, and gives each finding once', () => {
    const run = runner([
      ruleOf('b', () => [report(5, 9), report(5, 9), report(1, 9, { severity: 'hint' })]),
      ruleOf('a', () => [
        report(5, 9),
        report(5, 7),
        { ...report(0, 1), place: { file: '/b.ts', span: { start: 0, end: 1 } } },
      ]),
    ]);
    assert.deepEqual(
      run(contextOf('list(); list();')).map(({ rule, severity, span }) => [
        rule,
        severity,
        span.start,
        span.end,
      ]),
      [
        ['b', 'hint', 1, 9],
        ['a', 'warning', 5, 7],
        ['a', 'warning', 5, 9],
        ['b', 'warning', 5, 9],
      ],
    );
  });

  it('takes no finding for worse than its rule, so that rules which find nothing bad enough need not run', () => {
    const asked: string[] = [];
    const rules = [
      { ...ruleOf('a', () => [report(0, 4, { severity: 'error' })]), severity: 'hint' as const },
    ];
    const check = (): Report[] => {
      asked.push('b');
      return [report(0, 4)];
    };
    const run = runner([...rules, ruleOf('b', check)]);
    const severities = (findings: readonly Finding[]): string[] => findings.map(({ severity }) => severity);
    assert.deepEqual(severities(run(contextOf('list();'))), ['hint', 'warning']);
    assert.deepEqual(severities(run(contextOf('list();'), 'warning')), ['warning']);
    assert.deepEqual(severities(run(contextOf('list();'), 'error')), []);
    assert.deepEqual(asked, ['b', 'b']);
  });

  it('leaves out what a comment silences, and reports comments that silence nothing', () => {
    const text = '// partition-lens-disable-next-line a, c\nlist();';
    const run = runner([ruleOf('a', () => [report(41, 45)]), ruleOf('b', () => [report(41, 45)])]);
    assert.deepEqual(
      run(contextOf(text)).map(({ rule, span }) => [rule, text.slice(span.start, span.end)]),
      [
        ['unknown-rule', 'c'],
        ['b', 'list'],
      ],
    );
  });

  it('loses one rule that throws on one file, and tells of it once', () => {
    const told: string[] = [];
    const run = runner(
      [
        ruleOf('bad', function* () {
          yield report(0, 1);
          throw new Error('oh');
        }),
        ruleOf('good', () => [report(0, 4)]),
        ruleOf('half', () => [
          report(5, 6, {
            fixes: () => {
              throw new Error('no');
            },
          }),
        ]),
      ],
      (rule, file, error) => told.push(`${rule} ${file} ${String(error)}`),
    );
    const context = contextOf('list();');
    run(context);
    const findings = run(context);
    assert.deepEqual(
      findings.map((finding) => [finding.rule, finding.fixes()]),
      [
        ['good', []],
        ['half', []],
      ],
    );
    assert.deepEqual(told, ['bad /a.ts Error: oh', 'half /a.ts Error: no']);
  });

  describe('offers a fix', () => {
    const fix = { title: 'f', edits: [{ span: { start: 0, end: 4 }, text: 'read' }] };
    const finding = (rule: string, severity: Finding['severity']): Finding => ({
      ...{ rule, severity, file: FILE, span: { start: 0, end: 4 }, related: [] },
      ...{ messageId: 'm', data: [], message: 'm' },
      fixes: () => [],
      isFixable: () => false,
      proposed: () => [],
    });
    const offered = (after: readonly Finding[], edits = fix.edits): string[] => {
      const texts: string[] = [];
      const run = runner(
        [ruleOf('a', () => [report(0, 4, { fixes: () => [{ ...fix, edits }] }), report(8, 12)])],
        undefined,
        (_file, text) => {
          texts.push(text);
          return after;
        },
      );
      const [first] = run(contextOf('list(); list();'));
      assert.deepEqual(texts, [], 'fixes are worked out only when asked for');
      const fixes = first?.fixes() ?? assert.fail();
      assert.equal(first?.fixes(), fixes);
      return fixes.map(({ title }) => title);
    };

    it('that drops the finding, whatever lesser ones it brings', () => {
      assert.deepEqual(offered([finding('a', 'warning'), finding('b', 'information')]), ['f']);
    });

    it('never one that leaves it, or brings an equal or a worse one', () => {
      assert.deepEqual(offered([finding('a', 'warning'), finding('a', 'warning')]), []);
      assert.deepEqual(offered([finding('a', 'warning'), finding('b', 'warning')]), []);
      assert.deepEqual(offered([finding('b', 'error')]), []);
    });

    it('never one that breaks the syntax', () => {
      assert.deepEqual(offered([], [{ span: { start: 0, end: 4 }, text: 'list(' }]), []);
    });
  });
});
