import { delimiter, join } from 'node:path';
import { root } from './paths.ts';

// Imported for its effect: the tools of the development dependencies come first, also when no npm put them there.
process.env.PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
