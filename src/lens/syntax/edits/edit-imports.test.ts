import assert from 'node:assert/strict';
import { applyEdits } from '../../../core/text/edit.ts';
import { useImport, useTypeImport } from './edit-imports.ts';

const cases: readonly (readonly [
  name: string,
  before: string,
  reference: string | undefined,
  after: string,
])[] = [
  ['takes an alias', "import { odata as o } from 'm';\n", 'o', "import { odata as o } from 'm';\n"],
  ['takes a namespace', "import * as m from 'm';\n", 'm.odata', "import * as m from 'm';\n"],
  ['takes a required namespace', "const m = require('m');\n", 'm.odata', "const m = require('m');\n"],
  [
    'takes a required alias',
    "const { odata: o } = require('m');\n",
    'o',
    "const { odata: o } = require('m');\n",
  ],
  ['widens an empty list', "import {} from 'm';\n", 'odata', "import { odata } from 'm';\n"],
  [
    'widens a list with types',
    "import { type A } from 'm';\n",
    'odata',
    "import { type A, odata } from 'm';\n",
  ],
  [
    'writes an import below the last one, in its style',
    'import a from "a"\nimport type { B } from "m"\na();\n',
    'odata',
    'import a from "a"\nimport type { B } from "m"\nimport { odata } from "m"\na();\n',
  ],
  [
    'writes a require below the last one',
    "const a = require('a');\r\na();\r\n",
    'odata',
    "const a = require('a');\r\nconst { odata } = require('m');\r\na();\r\n",
  ],
  [
    'writes an import below #!',
    '#!/usr/bin/env node\na();\n',
    'odata',
    "#!/usr/bin/env node\nimport { odata } from 'm';\na();\n",
  ],
  ['gives up where the name is taken', 'const odata = 1;\n', undefined, ''],
];

describe('useImport', () => {
  for (const [name, before, reference, after] of cases) {
    it(name, () => {
      const found = useImport('/a.ts', before, 'm', 'odata');
      assert.equal(found?.reference, reference);
      if (found !== undefined) assert.equal(applyEdits(before, found.edits), after);
    });
  }
});

describe('useTypeImport', () => {
  for (const [name, before, after] of [
    [
      'writes an import that takes nothing at run time',
      "import a from 'a';\n",
      "import a from 'a';\nimport type { T } from 'm';\n",
    ],
    ['widens one of types', "import type { A } from 'm';\n", "import type { A, T } from 'm';\n"],
    ['widens one of values', "import { a } from 'm';\n", "import { a, type T } from 'm';\n"],
    ['takes what is there', "import type { T } from 'm';\n", "import type { T } from 'm';\n"],
  ] as const) {
    it(name, () => {
      const found = useTypeImport('/a.ts', before, 'm', 'T');
      assert.equal(found?.reference, 'T');
      assert.equal(applyEdits(before, found.edits), after);
    });
  }
});
