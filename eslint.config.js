// @ts-check
const eslint = require('@eslint/js');
const { defineConfig } = require('eslint/config');
const regexp = require('eslint-plugin-regexp');
const tseslint = require('typescript-eslint');

/** Of `vscode.window`, what shows no text of ours. */
const SILENT =
  '/^(activeTextEditor|visibleTextEditors|tabGroups|showTextDocument|registerUriHandler|onDid[A-Z][A-Za-z]*)$/';
/** Of `vscode`, what makes or shows texts beside `window`. */
const MAKERS =
  '/^(MarkdownString|TreeItem|Diagnostic|DiagnosticRelatedInformation|Hover|CodeLens|CodeAction|CompletionItem|InlayHint|InlayHintLabelPart|QuickInputButtons|tasks|debug|comments|scm|tests|chat|lm|notebooks)$/';
/** Members of what VS Code shows that are its texts. */
const TEXTS =
  '/^(title|label|description|detail|tooltip|text|message|prompt|placeholder|placeHolder|validationMessage|badge|accessibilityInformation|documentation)$/';
const DOOR = 'Texts reach VS Code’s window through src/extension/window/ alone, which makes them plain.';

/** Ways around the door. */
const AROUND_THE_DOOR = [
  `MemberExpression[object.object.name="vscode"][object.property.name="window"][property.name!=${SILENT}]`,
  'MemberExpression[object.object.name="vscode"][object.property.name="window"][computed=true]',
  // taken as a value, it could be called by any name
  ':not(MemberExpression) > MemberExpression[object.name="vscode"][property.name="window"]',
  `MemberExpression[object.name="vscode"][property.name=${MAKERS}]:not(TSQualifiedName *)`,
  'MemberExpression[object.name="vscode"][computed=true]',
  'MemberExpression[object.object.name="vscode"][object.property.name="languages"][property.name=/^(create(?!DiagnosticCollection)|register)/]',
  'MemberExpression[object.object.name="vscode"][object.property.name="commands"][property.name=/^register/]',
  `AssignmentExpression > MemberExpression.left[object.type!="ThisExpression"][property.name=${TEXTS}]`,
  ':not(MemberExpression, TSQualifiedName) > Identifier[name="vscode"]:not(ImportNamespaceSpecifier > Identifier)',
  'ImportDeclaration[importKind!="type"][source.value="vscode"] > ImportSpecifier[importKind!="type"]',
  'ImportDeclaration[source.value="vscode"] > ImportNamespaceSpecifier[local.name!="vscode"]',
  'ImportDeclaration[source.value="vscode"] > ImportDefaultSpecifier',
  'ImportExpression[source.value="vscode"]',
  ':matches(ExportAllDeclaration, ExportNamedDeclaration)[source.value=/^vscode/]',
  ':matches(Identifier[name="require"], Identifier[name="createRequire"])',
  // what the library shows itself is made plain there too
  'ImportDeclaration[importKind!="type"][source.value=/^vscode-languageclient/]',
  'ImportExpression[source.value=/^vscode-languageclient/]',
].map((selector) => ({ selector, message: DOOR }));

module.exports = defineConfig(
  { ignores: ['dist/', '.cache/', 'samples/', 'test/vscode-host/server/', 'eslint.config.js'] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './src/webview/tsconfig.json'],
        tsconfigRootDir: __dirname,
      },
    },
    // a rule has no exception in a comment
    linterOptions: { noInlineConfig: true },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-console': 'error',
      eqeqeq: 'error',
    },
  },
  {
    // plain JavaScript, which no TypeScript project holds
    files: ['**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { console: 'readonly', process: 'readonly', URL: 'readonly' } },
  },
  {
    // texts are hostile: what goes back and forth in one, or begins anew at each of its characters, never ends
    files: ['src/**'],
    ignores: ['**/*.test.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  { files: ['src/cli/**', 'scripts/**', 'test/**'], rules: { 'no-console': 'off' } },
  {
    files: ['src/extension/**'],
    ignores: ['src/extension/window/**'],
    rules: { 'no-restricted-syntax': ['error', ...AROUND_THE_DOOR] },
  },
);
