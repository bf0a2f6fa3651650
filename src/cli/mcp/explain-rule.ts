import { rulePage } from '../formats/rule-page.ts';
import { ruleOf } from './rule-of.ts';
import { z } from './sdk.ts';
import { severity, tool } from './tool.ts';

/** Gives the page of a rule. */
export const explainRule = tool({
  name: 'explain_rule',
  title: 'Explain a rule',
  description:
    'Explains a rule: what it finds, why that matters, a bad and a good example, and when to silence it. Ask it before you change code because of a finding, or silence one.',
  input: { rule: z.string().max(100).describe('An id, such as table-scan.') },
  answer: {
    rule: z.string(),
    title: z.string(),
    severity,
    page: z.string().describe('In Markdown.'),
  },
  exact: ['page'],
  run: async ({ rule: id }) => {
    const rule = ruleOf(id);
    return { rule: id, title: rule.title(), severity: rule.severity, page: (await rulePage(id)) ?? '' };
  },
});
