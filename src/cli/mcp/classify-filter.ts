import { describeFilterError } from '../../core/odata/messages.ts';
import { parseFilter } from '../../core/odata/parse.ts';
import { classify } from '../../core/shape/classify.ts';
import { costOf, describeAdvice, describeCause, describeProof } from '../../core/shape/describe.ts';
import { plainText } from '../../core/text/segments.ts';
import { z } from './sdk.ts';
import { shape, tool } from './tool.ts';

/** Characters of a filter: the service takes no longer address (Table service limits: 32 KiB for a URL). */
const MOST_CHARACTERS = 32_768;

/** Sentences of one kind in an answer. */
const MOST_SENTENCES = 20;

/** Says what one filter makes the service read. */
export const classifyFilter = tool({
  name: 'classify_filter',
  title: 'Classify a $filter',
  description:
    'Shows what one $filter of Azure Table storage makes the service read (its shape), why, a cheaper query if there is one, and what the service would reject. Ask it before you write or change a filter. An empty filter reads the whole table.',
  input: {
    filter: z.string().max(MOST_CHARACTERS).describe("An OData filter, such as PartitionKey eq 'a'."),
  },
  answer: {
    shape,
    cost: z.string().describe('What it makes the service read, in a sentence.'),
    proof: z.array(z.string()).describe('Why: the conditions that decide it.'),
    advice: z.string().optional().describe('The smallest change that reaches a better shape.'),
    accepted: z.boolean().describe('Whether the service accepts the filter.'),
    errors: z.array(z.object({ message: z.string(), start: z.int(), end: z.int() })),
    errorCount: z.int(),
  },
  run: ({ filter }) => {
    const flat = plainText(filter);
    const parsed = parseFilter(flat);
    const classification = classify(parsed.filter);
    const { cause, advice } = classification;
    const proof = describeProof(classification, flat, () => '');
    return {
      shape: classification.shape,
      cost: costOf(classification.shape),
      proof: [...proof.slice(0, MOST_SENTENCES), ...(cause ? [describeCause(cause)] : [])],
      ...(advice && { advice: describeAdvice(advice) }),
      accepted: parsed.errors.length === 0,
      errors: parsed.errors
        .slice(0, MOST_SENTENCES)
        .map((error) => ({ message: describeFilterError(error), ...error.span })),
      errorCount: parsed.errors.length,
    };
  },
});
