// Imported for its effect, by Mocha before any test: see there.
import { countCalls } from './counted-sources.ts';

countCalls();
