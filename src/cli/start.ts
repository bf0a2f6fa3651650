import { keepCompiled } from './compile-cache.ts';

// a server writes nothing, and starts once
if (process.argv[2] !== 'mcp') keepCompiled();
void import('./main.ts');
